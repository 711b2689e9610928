/** Sums of money of all owners together, of one owner, or of each. Accounts without owners read nothing about them. */
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { listOwners } from '../../owner/owner.server.ts';
import { readOwnerships } from '../../owner/ownership.server.ts';
import { type PartOn, partOn, sharesForTax } from '../../owner/rules/shares.ts';
import { readMoney } from '../money/money.server.ts';
import type { MoneySum } from '../money/sums.ts';
import type { Span } from '../period.ts';
import type { ReportParams } from '../report.ts';
import { type Owned, partsOf, shareDays } from './owner-sums.ts';

/** `days`: days on which shares change. */
export type OwnPart = { partOn: PartOn; days: string[] };

type Params = { without: readonly string[]; byMonth: boolean };
type Sums = { sums: MoneySum[]; before: MoneySum[] | null };

async function readSums(db: UserDb, asked: ReportParams, wanted: Params, owned?: Owned): Promise<Sums> {
  const { query, span, compared } = asked;
  const read = (days: Span) =>
    readMoney(db, { span: days, query, ...wanted, ...(owned && { shareDays: shareDays(owned) }) });
  const [sums, before] = await Promise.all([read(span), compared && read(compared)]);
  return { sums, before };
}

async function readShares(db: UserDb): Promise<{ owned: Owned; names: Map<string, string> } | null> {
  const [all, ownerships] = await Promise.all([listOwners(db), readOwnerships(db)]);
  const [first, ...others] = all.map(({ id }) => id);
  if (!first) return null;
  const owned = { shares: sharesForTax(ownerships), owners: [first, ...others] as const };
  return { owned, names: new Map(all.map(({ id, name }) => [id, name])) };
}

/** The sums of the query's owner, if the account has that owner; otherwise of all owners together. */
export async function readOwned(db: UserDb, asked: ReportParams, wanted: Params): Promise<Sums> {
  const { owner } = asked.query;
  const known = owner ? await readShares(db) : null;
  if (!owner || !known) return readSums(db, asked, wanted);
  const { sums, before } = await readSums(db, asked, wanted, known.owned);
  const of = (all: MoneySum[]) => partsOf(all, known.owned).get(owner.toLowerCase()) ?? [];
  return { sums: of(sums), before: before && of(before) };
}

/** For the part of the owner in the query; null for all owners. */
export async function readPart(db: UserDb, { query: { owner } }: ReportParams): Promise<OwnPart | null> {
  const known = owner ? await readShares(db) : null;
  if (!owner || !known) return null;
  const { shares, owners } = known.owned;
  return { partOn: partOn(shares, owners, owner.toLowerCase()), days: shareDays(known.owned) };
}

/** `id`: null for an account without owners. */
export type OwnerMoney = { id: string | null; name: string; sums: MoneySum[]; before: MoneySum[] };

/** Sums of each owner, and whether there is a comparison. Without owners, one line has everything. */
export async function readByOwner(db: UserDb, asked: ReportParams, wanted: Params): Promise<[OwnerMoney[], boolean]> {
  const known = await readShares(db);
  const { sums, before } = await readSums(db, asked, wanted, known?.owned);
  if (!known) return [[{ id: null, name: 'You', sums, before: before ?? [] }], before !== null];
  const [now, then] = [partsOf(sums, known.owned), partsOf(before ?? [], known.owned)];
  const { owner: only } = asked.query;
  const owners = known.owned.owners.filter((id) => !only || id === only.toLowerCase());
  return [
    owners.map((id) => ({ id, name: known.names.get(id) ?? '', sums: now.get(id) ?? [], before: then.get(id) ?? [] })),
    before !== null,
  ];
}
