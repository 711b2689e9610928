/** SQL of one owner's tax figures, in accounts with owners. Amounts are pence. */
import { type RawBuilder, sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { TEXTS } from '../owner/listed.ts';
import { listOwners } from '../owner/owner.server.ts';
import { readOwnerships } from '../owner/ownership.server.ts';
import { type Share, sharesForTax } from '../owner/rules/shares.ts';
import type { TransactionType } from '../transaction/listed.ts';
import { bucketsIn, dividedBuckets } from './rules/buckets.ts';
import { DEFAULT_LINES, type LineSettings, lineOf } from './rules/lines.ts';
import {
  keyOf,
  type OwnedGroup,
  type OwnerLine,
  type Owners,
  ownerSums,
  type PatternSum,
  patternSums,
  type SharePlan,
  sharePlan,
} from './rules/owner-sums.ts';
import type { TaxYear } from './rules/tax-year.ts';
import type { TaxRowItem } from './tax.ts';

type Days = Pick<TaxYear, 'from' | 'to'>;
type Choices = LineSettings['choices'];

export type OwnerShares = { shares: Share[]; owners: Owners; owner: string };

/** Returns all owners' shares for tax, and the owner's id in lower case. Throws `not_found` for an unknown owner. */
export async function readShares(db: UserDb, owner: string): Promise<OwnerShares> {
  const [all, ownerships] = await Promise.all([listOwners(db), readOwnerships(db)]);
  const [first, ...others] = all.map(({ id }) => id);
  const id = owner.toLowerCase();
  if (!first || ![first, ...others].includes(id)) throw new AppError('not_found', { message: TEXTS.notFound });
  return { shares: sharesForTax(ownerships), owners: [first, ...others], owner: id };
}

/** SQL of the owner's share of a `transactions` row on its date, as JSON; null without a share. */
export function shareOf({ shares, owners, owner }: OwnerShares) {
  const own = shares.filter((share) => share.owner === owner);
  // A change that leaves the owner without a share is a row without a numerator.
  const days = shares.filter(
    ({ property, from }) => !own.some((one) => one.property === property && one.from === from),
  );
  const rows = [
    ...own.map(({ property, from, numerator, denominator }) => ({ property, from, numerator, denominator })),
    ...days.map(({ property, from }) => ({ property, from, numerator: null, denominator: null })),
  ];
  const sole = owner === owners[0] ? [{ property: null, from: '0001-01-01', numerator: 1, denominator: 1 }] : [];
  return sql<TaxRowItem['share']>`(
    select case when numerator is not null then json_build_object('numerator', numerator, 'denominator', denominator) end
    from json_to_recordset(${JSON.stringify([...rows, ...sole])})
      as share (property uuid, "from" date, numerator integer, denominator integer)
    where (property is null or property = coalesce(transactions.property_id, transactions.former_property_id)) and "from" <= date
    order by property is null, "from" desc limit 1)`;
}

/** Returns an owner's share of each transaction on its date, by id; null without a share. Omits deleted ones. */
export async function readSharesOf(db: UserDb, owner: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom('transactions')
    .select(['id', shareOf(await readShares(db, owner)).as('share')])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, share }) => [id, share]));
}

/** `days` must start and end on boundaries of stored buckets. */
export async function readOwnerSums(
  db: UserDb,
  days: Days,
  { owner, ...args }: { owner: string; choices: Promise<Choices> },
): Promise<OwnerLine[]> {
  const [choices, shared, lettings] = await Promise.all([
    args.choices,
    readShares(db, owner),
    db.selectFrom('tax_lettings').select('property_id').execute(),
  ]);
  const plan = sharePlan(shared, days);
  // Finance costs of mixed properties are divided before shares apply, so these properties are read in full.
  for (const { property_id } of lettings) {
    const pattern = plan.fixed.has(property_id) ? plan.fixed.get(property_id) : plan.general;
    if (pattern === null || plan.changes.has(property_id)) continue;
    plan.fixed.delete(property_id);
    plan.changes.set(property_id, []);
  }
  const [groups, sums] = await Promise.all([
    readGroups(db, days, plan),
    readPatternSums(db, days, { plan, lines: linesOf(choices) }),
  ]);
  return [...ownerSums(groups, { ...shared, choices }), ...patternSums(sums, plan.patterns)];
}

type Facts = { category: string; type: TransactionType; refund: boolean; large: boolean };

/** Returns the line of each combination of facts, for residential properties. Other categories need an answer. */
function linesOf(choices: Choices) {
  const categories = [...new Set([...Object.keys(DEFAULT_LINES), ...choices.keys()])];
  const both = [false, true];
  return categories.flatMap((category) =>
    (['income', 'expense'] as const).flatMap((type) =>
      both.flatMap((refund) =>
        both.map((large): Facts & { key: string } => {
          const row = { category, type, refund, isLarge: large, ownLine: null };
          return { category, type, refund, large, key: keyOf(lineOf(row, { choices, residentialPercent: 100 }), type) };
        }),
      ),
    ),
  );
}

/** Returns sums of mixed properties and of properties whose shares change: by bucket, or by day where shares change. */
async function readGroups(db: UserDb, { from, to }: Days, plan: SharePlan): Promise<OwnedGroup[]> {
  const { changes, generalChanges } = plan;
  const own = [...changes.keys()];
  const follows = generalChanges.length > 0;
  if (own.length === 0 && !follows) return [];
  const withOwn = [...own, ...plan.fixed.keys()];
  const divided = [
    ...own.flatMap((property) => dividedBuckets(changes.get(property) ?? []).map((one) => ({ property, ...one }))),
    ...dividedBuckets(generalChanges).map((one) => ({ property: null, ...one })),
  ];
  // Avoids `or` where possible, because it prevents use of the index.
  const isOwn = sql`property_id = any(${own}::uuid[])`;
  const isRead = follows ? sql`(${isOwn} or property_id <> all(${withOwn}::uuid[]))` : isOwn;
  const buckets = bucketsIn({ from, to });
  const isDivided = sql`exists (select from divided where divided.first = bucket
    and (divided.property = property_id or divided.property is null and property_id <> all(${withOwn}::uuid[])))`;
  const { rows } = await sql<OwnedGroup>`
    with divided as (
      select * from json_to_recordset(${JSON.stringify(divided)}) as one (property uuid, first date, last date)
    ), kept as (
      select property_id, bucket as day, category, type, refund, line, large, count, amount from app.taxes_in_reach
      where bucket = any(${buckets}::date[]) and ${isRead} and not ${isDivided}
      union all
      select property_id, date, category, type, refund, line, large, 1, amount
      from (select distinct first as bucket, last from divided) days cross join lateral (
        select coalesce(property_id, former_property_id, app.no_property()) as property_id, date, category, type, refund,
          coalesce(tax_line, '') as line, abs(amount) >= 1000 as large, amount
        from transactions
        where status = 'completed' and date between greatest(bucket, ${from}::date) and least(last, ${to}::date)
        offset 0) dated
      where ${isRead} and ${isDivided}
    )
    select nullif(property_id, app.no_property()) as property, day, category, type, refund, nullif(line, '') as "ownLine",
      large as "isLarge", 'completed' as status, coalesce(residential_percent, 100) as "residentialPercent",
      sum(count)::integer as rows, (sum(amount) * 100)::bigint as pence
    from kept left join tax_lettings using (property_id)
    group by property_id, day, category, type, refund, line, large, residential_percent having sum(count) > 0`.execute(
    db,
  );
  return rows;
}

type Fixed = { plan: SharePlan; lines: ReturnType<typeof linesOf> };

/** Returns sums of the other properties by line and remainder, so that thousands of properties need only a few rows. */
async function readPatternSums(db: UserDb, days: Days, { plan, lines }: Fixed): Promise<PatternSum[]> {
  const { patterns, fixed, general, changes } = plan;
  if (patterns.length === 0) return [];
  const own = [...fixed].flatMap(([property, pattern]) => (pattern === null ? [] : [{ property, pattern }]));
  const omitted = [...changes.keys(), ...[...fixed].flatMap(([id, pattern]) => (pattern === null ? [id] : []))];
  const buckets = bucketsIn(days);
  const wholes = patterns.map(({ whole }) => whole);
  // Reads both sources of `app.taxes_in_reach` instead of that view, whose unused part hides the cost of a sort from
  // the planner. Integers and floats, exact for whole pence, let the planner expect that the groups fit in memory,
  // unlike numeric.
  const sumsOf = (source: RawBuilder<unknown>) => sql`
      select property_id, coalesce(own.pattern, ${general}::integer) as pattern,
        case line when '' then coalesce(lines.key, 'ask ' || type) when 'ask' then 'ask ' || type else line end as key,
        sum(count::integer)::integer as rows, sum((amount * 100)::float8)::bigint as pence
      from ${source} kept left join lines using (category, type, refund, large)
      left join own on own.property = kept.property_id
      where bucket = any(${buckets}::date[]) and property_id <> all(${omitted}::uuid[])
        and coalesce(own.pattern, ${general}::integer) is not null
      group by 1, 2, 3 having sum(count::integer) > 0`;
  const { rows } = await sql<PatternSum>`
    with lines as (
      select * from json_to_recordset(${JSON.stringify(lines)})
        as one (category text, type text, refund boolean, large boolean, key text)
    ), own as (
      select * from json_to_recordset(${JSON.stringify(own)}) as one (property uuid, pattern integer)
    ), sums as (
      ${sumsOf(sql`app.tax_totals`)} union all ${sumsOf(sql`app.taxes_of_rows`)}
    ), parts as (
      select pattern, key, case when pence < 0 then -1 else 1 end as sign, abs(pence) as size,
        (${wholes}::bigint[])[pattern + 1] as whole, rows
      from sums
    )
    select pattern, key, sign, size % whole as remainder, sum(size / whole)::bigint as quotient,
      count(*)::integer as count, sum(rows)::integer as rows
    from parts group by 1, 2, 3, 4`.execute(db);
  return rows;
}
