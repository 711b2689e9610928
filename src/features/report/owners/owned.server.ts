/** Sums of money of all owners together, of one owner, or of each owner. Amounts are pence. */
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { listOwners } from '../../owner/owner.server.ts';
import { readOwnerships } from '../../owner/ownership.server.ts';
import { type PartOn, partOn, type Share, sharesForTax, splitSums } from '../../owner/rules/shares.ts';
import { readMoney } from '../money/money.server.ts';
import type { MoneySum } from '../money/sums.ts';
import type { Span } from '../period.ts';
import type { ReportParams } from '../report.ts';

export type OwnPart = { partOn: PartOn; days: string[] };

type Params = { without: readonly string[]; byMonth: boolean };
type Sums = { sums: MoneySum[]; before: MoneySum[] | null };

async function readSums(db: UserDb, params: ReportParams, options: Params, owned?: Owned): Promise<Sums> {
  const { query, span, compared } = params;
  const read = (days: Span) =>
    readMoney(db, { span: days, query, ...options, ...(owned && { shareDays: shareDays(owned) }) });
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

/** Returns the sums of the query's owner; without an owner in the query or the account, the whole sums. */
export async function readOwned(db: UserDb, params: ReportParams, options: Params): Promise<Sums> {
  const { owner } = params.query;
  const ownership = owner ? await readShares(db) : null;
  if (!owner || !ownership) return readSums(db, params, options);
  const { sums, before } = await readSums(db, params, options, ownership.owned);
  const of = (all: MoneySum[]) => partsOf(all, ownership.owned).get(owner.toLowerCase()) ?? [];
  return { sums: of(sums), before: before && of(before) };
}

/** Returns the part of the query's owner; null without an owner in the query or the account. */
export async function readPart(db: UserDb, { query: { owner } }: ReportParams): Promise<OwnPart | null> {
  const ownership = owner ? await readShares(db) : null;
  if (!owner || !ownership) return null;
  const { shares, owners } = ownership.owned;
  return { partOn: partOn(shares, owners, owner.toLowerCase()), days: shareDays(ownership.owned) };
}

/** `id` is null in an account without owners. */
export type OwnerMoney = { id: string | null; name: string; sums: MoneySum[]; before: MoneySum[] };

/** Returns the sums of each owner, and whether there is a comparison. An account without owners has one line. */
export async function readByOwner(db: UserDb, params: ReportParams, options: Params): Promise<[OwnerMoney[], boolean]> {
  const ownership = await readShares(db);
  const { sums, before } = await readSums(db, params, options, ownership?.owned);
  if (!ownership) return [[{ id: null, name: 'You', sums, before: before ?? [] }], before !== null];
  const [now, then] = [partsOf(sums, ownership.owned), partsOf(before ?? [], ownership.owned)];
  const { owner: only } = params.query;
  const owners = ownership.owned.owners.filter((id) => !only || id === only.toLowerCase());
  return [
    owners.map((id) => ({
      id,
      name: ownership.names.get(id) ?? '',
      sums: now.get(id) ?? [],
      before: then.get(id) ?? [],
    })),
    before !== null,
  ];
}

type Owned = { shares: readonly Share[]; owners: readonly [string, ...string[]] };

/**
 * Splits each property’s total of a share period once. Returns the parts by owner, without sums in which the owner
 * has no share.
 */
function partsOf(sums: readonly MoneySum[], { shares, owners }: Owned): Map<string, MoneySum[]> {
  const keyOf = ({ propertyId, sharedProperty, category, type, month }: MoneySum) =>
    JSON.stringify([propertyId, sharedProperty, category, type, month]);
  const firstOf = new Map<string, MoneySum>();
  const rowsOf = new Map<string, number>();
  for (const sum of sums) {
    const key = keyOf(sum);
    if (!firstOf.has(key)) firstOf.set(key, sum);
    rowsOf.set(key, (rowsOf.get(key) ?? 0) + sum.rows);
  }
  const parts = splitSums({
    sums: sums.map((sum) => ({ property: sum.sharedProperty, line: keyOf(sum), day: sum.day, pence: sum.pence })),
    shares,
    owners,
  });
  const partsByOwner = new Map<string, Map<string, MoneySum>>(owners.map((owner) => [owner, new Map()]));
  for (const { owner, line, pence } of parts) {
    const own = partsByOwner.get(owner);
    const first = firstOf.get(line);
    if (!own || !first) continue;
    const before = own.get(line);
    own.set(line, { ...first, rows: rowsOf.get(line) ?? 0, pence: pence + (before?.pence ?? 0) });
  }
  return new Map([...partsByOwner].map(([owner, own]) => [owner, [...own.values()]]));
}

/** Returns lines of the owner's properties on a day, with the owner's part of amounts; without `own`, all lines. */
export function ownLines<Line>(lines: readonly Line[], { own, day, property, split }: Owning<Line>): readonly Line[] {
  if (!own) return lines;
  return lines.flatMap((line) => {
    const part = own.partOn(property(line), day);
    return part ? [split(line, part)] : [];
  });
}

type Owning<Line> = {
  own: { partOn: PartOn } | null;
  day: string;
  property: (line: Line) => string | null;
  split: (line: Line, part: (pence: number) => number) => Line;
};

function shareDays({ shares }: Pick<Owned, 'shares'>): string[] {
  return [...new Set(shares.map(({ from }) => from))].sort();
}
