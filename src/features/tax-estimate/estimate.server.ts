/** The estimate of a person's tax on property, from figures and facts. Amounts are pence. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { listOwners } from '../owner/owner.server.ts';
import type { Owner } from '../owner/owner.ts';
import { readPeriod } from '../tax/books.server.ts';
import { readFacts, saveFacts } from '../tax/facts.server.ts';
import { type EstimateFacts, NO_FACTS } from '../tax/facts.ts';
import { returnDue } from '../tax/rules/tax-year.ts';
import { readFigures } from '../tax/tax.server.ts';
import type { EstimateYear, TaxFigures } from '../tax/tax.ts';
import type { TaxEstimate } from './estimate.ts';
import { estimateTax, LEFT_OUT, TAX_RATES } from './rules/estimate.ts';

type Params = { year: EstimateYear; owner: string | undefined };

const COMPANY = 'A company pays Corporation Tax. Tenure only estimates Income Tax.';
const CHOOSE = 'Choose an owner. Each person has their own estimate.';
const PARTLY = 'You can only see some of the properties. You need access to all of them for an estimate.';

export async function readEstimate(db: UserDb, { year, owner: requested }: Params): Promise<TaxEstimate> {
  const { owner, isUnclear } = await ownerOf(db, requested);
  const saved = isUnclear ? undefined : await factsOf(db, { year, owner });
  const facts = { ...(saved ?? NO_FACTS), ...(owner && { nation: owner.nation }) };
  const base = {
    year,
    owner: owner && { id: owner.id, name: owner.name },
    facts,
    saved: saved !== undefined,
    due: returnDue({ year }),
  };
  const { rows } = await sql<{ all: boolean }>`select app.sees_all() as all`.execute(db);
  const text = !rows[0]?.all ? PARTLY : isUnclear ? CHOOSE : owner?.kind === 'company' ? COMPANY : null;
  if (text) return { ...base, steps: null, reason: { text, source: null }, notes: [LEFT_OUT] };
  const { period } = await readPeriod(db, year, { owner: owner?.id });
  return { ...base, ...estimateOf(year, facts, await readFigures(db, period, owner?.id)) };
}

/** Throws `not_found` for an unknown owner, and `bad_request` if an owner must be chosen. */
export async function saveEstimate(
  db: UserDb,
  { year, owner: requested }: Params,
  facts: EstimateFacts,
): Promise<void> {
  const { owner, isUnclear } = await ownerOf(db, requested);
  if (isUnclear) throw new AppError('bad_request', { fields: { owner: 'Choose an owner' } });
  await saveFacts(db, { year, owner: owner?.id ?? null }, facts);
}

type OwnerMatch = { owner: (Owner & { isFirst: boolean }) | null; isUnclear: boolean };

/** Returns the requested owner, otherwise the only one. `isUnclear` means that one of several must be requested. */
async function ownerOf(db: UserDb, requested: string | undefined): Promise<OwnerMatch> {
  const owners = (await listOwners(db)).map((owner, place) => ({ ...owner, isFirst: place === 0 }));
  const owner = requested ? owners.find(({ id }) => id === requested) : owners[0];
  if (requested && !owner) throw new AppError('not_found', { message: 'Owner not found' });
  const isUnclear = !requested && owners.length > 1;
  return { owner: isUnclear ? null : (owner ?? null), isUnclear };
}

/** Facts from before there were owners belong to the first owner. */
async function factsOf(db: UserDb, { year, owner }: Pick<OwnerMatch, 'owner'> & { year: string }) {
  const own = await readFacts(db, { year, owner: owner?.id ?? null });
  return own ?? (owner?.isFirst ? readFacts(db, { year, owner: null }) : undefined);
}

function estimateOf(year: EstimateYear, facts: EstimateFacts, figures: TaxFigures) {
  const box = (name: string) => figures.boxes.find((one) => one.box === name)?.pence ?? 0;
  const atYearEnd = figures.atYearEnd.reduce((sum, { pence }) => sum + pence, 0);
  const found = estimateTax({
    ...facts,
    rates: TAX_RATES[year],
    gross: figures.income,
    expenses: figures.expenses + atYearEnd,
    // Refunds above the costs make the box negative, which must not add to the tax.
    finance: Math.max(0, box('44')),
    choice: facts.choice === 'best' ? null : facts.choice,
  });
  if (!found.ok) return { steps: null, reason: { text: found.text, source: found.source }, notes: [LEFT_OUT] };
  const { notes, ...steps } = found.estimate;
  return { steps, reason: null, notes };
}
