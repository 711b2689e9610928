import { sql } from 'kysely';
import { runCooperatively } from '../../server/cooperative.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { addMonths, daysBetween, formatDay } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import type { BankRow, BankRowsPage, Choice, Paged } from './bank-rows.ts';
import {
  counterparts,
  type Known,
  knownOf,
  linesOf,
  type Pair,
  type Payment,
  pairsOf,
  type Row,
  rowsFrom,
  rowsSince,
  tenanciesSince,
} from './inputs.server.ts';
import type { Section } from './listed.ts';
import { newTenantsOf } from './score/new-tenant-of.ts';
import type { Proposal } from './score/proposal.ts';
import { movedBetweenAccounts, proposeFor } from './score/score.ts';

/**
 * Computes the rows that need a decision, unsorted. `size` is the number of rows and tenancies of the computation.
 * `today` is the landlord's date.
 */
export async function computeRows(db: UserDb, today: string): Promise<{ waiting: BankRow[]; size: number }> {
  const since = await rowsFrom(db, today);
  const rows = await rowsSince(db, since);
  const { found, tenancies, moved } = await match(db, rows, since);
  const offers = new Map<string, { row: Pair['row']; same: Choice[] }>();
  for (const { row, payment } of await pairsOf(db, 'offered')) {
    const { same = [] } = offers.get(row.id) ?? {};
    offers.set(row.id, { row, same: [...same, sameAs(row, payment)] });
  }
  const tenantOf = newTenantsOf(rows);
  const income = rows.flatMap(({ category, reference: _, accountId: __, ...row }): BankRow[] => {
    const { same = [] } = offers.get(row.id) ?? {};
    offers.delete(row.id);
    const proposals = found.get(row.id) ?? [];
    const rents = proposals.map((proposal) => asChoice(proposal, tenancies));
    // Possible duplicates come first, as they would count twice if accepted as rent.
    const offered = same.map((one) => rents.find(({ transactionId }) => transactionId === one.transactionId) ?? one);
    const choices = [...new Set([...offered, ...rents])];
    if (choices.length === 0 && category === 'transfer') return [];
    const certain = proposals[0]?.certain === true && choices[0]?.transactionId === rents[0]?.transactionId;
    const why = moved.has(row.id) ? MOVED : null;
    const section = sectionOf(choices, certain);
    return [{ ...PLAIN, ...row, section, certain, choices, why, tenant: section === 'other' ? tenantOf(row) : null }];
  });
  const paired = [...offers.values()].map(
    ({ row, same }): BankRow => ({ ...PLAIN, ...row, section: sectionOf(same, false), choices: same }),
  );
  const undecided = (await linesOf(db, 'asked')).map(({ chosen: _, payments, ...line }): BankRow => {
    const choices = payments.map((payment) => sameAs(line, payment));
    return { ...PLAIN, ...line, version: null, section: 'choose', choices };
  });
  return { waiting: [...income, ...paired, ...undecided], size: rows.length + tenancies.size };
}

const PLAIN = { certain: false, choices: [], why: null, tenant: null, undo: null };
const MOVED = 'The same amount left another of your accounts.';

/** Pairs kept as two payments, then lines that were not imported, each latest first. */
export async function readLeftOut(db: UserDb, { limit, skip }: Paged): Promise<BankRowsPage> {
  const pairs = await pairsOf(db, 'declined');
  const declined = pairs.slice(skip, skip + limit).map(({ id, row, payment }): BankRow => {
    const why = `you kept it as well as ${payment.description}`;
    return { ...PLAIN, ...row, id, version: null, section: 'left-out', why, undo: { pair: id } };
  });
  const rest = { limit: limit - declined.length, skip: Math.max(0, skip - pairs.length) };
  const lines = (await linesOf(db, 'same', rest)).map(({ chosen, payments: [same], ...line }): BankRow => {
    const taken = same && `${chosen ? 'you matched it' : 'matched'} with ${same.description}`;
    return { ...PLAIN, ...line, version: null, section: 'left-out', why: taken ?? 'its transaction has been deleted' };
  });
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from bank_entries where state = 'same'`.execute(db);
  return { items: [...declined, ...lines], total: pairs.length + (rows[0]?.count ?? 0) };
}

type Matched = { found: Map<string, Proposal[]>; tenancies: Map<string, Known>; moved: Set<string> };

async function match(db: UserDb, rows: Row[], since: string): Promise<Matched> {
  if (rows.length === 0) return { found: new Map(), tenancies: new Map(), moved: new Set() };
  const known = await tenanciesSince(db, addMonths(since, -4));
  const both = [...rows, ...(await counterparts(db, rows))];
  return {
    found: await runCooperatively(proposeFor(both, await knownOf(db, known))),
    tenancies: new Map(known.map((tenancy) => [tenancy.id, tenancy])),
    moved: movedBetweenAccounts(both),
  };
}

function sectionOf(choices: readonly Choice[], certain: boolean): Section {
  const [first, ...more] = choices;
  if (!first) return 'other';
  if (more.length > 0 && !certain) return 'choose';
  return first.as === 'same' ? 'same' : 'rent';
}

/** Adds up the parts of each tenancy, since the ledger allocates a payment to the oldest charge. */
function asChoice({ kind, reasons, paymentId, parts }: Proposal, tenancies: Map<string, Known>): Choice {
  const sums = new Map<string, { amount: number; fee: number }>();
  for (const { tenancyId, amount, fee } of parts) {
    const sum = sums.get(tenancyId) ?? { amount: 0, fee: 0 };
    sums.set(tenancyId, { amount: sum.amount + amount, fee: sum.fee + fee });
  }
  const [first, ...more] = sums.keys();
  const { namesText = '', propertyName = null } = tenancies.get(first ?? '') ?? {};
  return {
    as: kind === 'same-payment' ? 'same' : kind,
    transactionId: paymentId,
    title:
      more.length > 0
        ? `Rent for ${more.length + 1} tenancies`
        : ['Rent', namesText, propertyName].filter(Boolean).join(', '),
    place: null,
    reasons,
    parts: [...sums].map(([tenancyId, sum]) => ({
      tenancyId,
      ...sum,
      names: tenancies.get(tenancyId)?.namesText ?? '',
    })),
  };
}

const SOURCES = { hand: 'entered by hand', bank: 'from the bank', file: 'from a statement' } as const;

function sameAs(
  row: { date: string; amount: number },
  { id, date, amount, description, source, place }: Payment,
): Choice {
  const days = daysBetween(row.date, date);
  const apart = days === 0 ? 'same day' : `${counted(Math.abs(days), 'day')} ${days < 0 ? 'earlier' : 'later'}`;
  return {
    as: 'same',
    transactionId: id,
    title: description,
    place,
    reasons: [formatDay(date), ...(row.amount === amount ? ['same amount'] : []), apart, SOURCES[source]],
    parts: [],
  };
}
