import { sql } from 'kysely';
import { isAfter, type JsonPage, pageOfRows } from '../../server/http/pages.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { journeyTotals } from '../journey/journey.server.ts';
import { NEWEST_FIRST } from '../transaction/list/list.server.ts';
import { INCOME_CATEGORIES, type TaxLine } from '../transaction/listed.ts';
import { listedFields } from '../transaction/transaction.server.ts';
import { readChoices } from './choices.server.ts';
import { readDomesticItems } from './domestic.server.ts';
import { financeBroughtForward } from './facts.server.ts';
import { readOwnerSums, readShares, shareOf } from './owner-sums.server.ts';
import { figuresOf } from './rules/boxes.ts';
import { bridge } from './rules/bridge.ts';
import { bucketsIn } from './rules/buckets.ts';
import { DEFAULT_LINES, type LineSettings } from './rules/lines.ts';
import type { OwnerLine } from './rules/owner-sums.ts';
import { type LineSum, lineSums, type TaxGroup, totalsWithMileage, waitingRows } from './rules/sums.ts';
import type { TaxYear } from './rules/tax-year.ts';
import { MAX_OWN_CATEGORIES, type TaxCategory, type TaxFigures, type TaxLetting, type TaxRowItem } from './tax.ts';

type Days = Pick<TaxYear, 'from' | 'to'>;

/** With `owner`, returns that owner's share, without the bridge. Throws `not_found` for an unknown owner. */
export async function readFigures(db: UserDb, { year, from, to }: TaxYear, owner?: string): Promise<TaxFigures> {
  const days = { from, to };
  const [sums, own, broughtForward, mileage] = await Promise.all([
    owner ? [] : readSums(db, days),
    owner ? readOwnerSums(db, days, { owner, choices: readChoices(db) }) : null,
    financeBroughtForward(db, year, owner),
    journeyTotals(db, days, owner),
  ]);
  const lines = own ?? sums;
  const totals = totalsWithMileage(lines, mileage.pence);
  // The relief of a domestic item may differ from its cost.
  if (totals.domestic_item !== 0) totals.domestic_item = (await readDomesticItems(db, days, owner)).pence;
  return {
    year,
    from,
    to,
    ...figuresOf({ totals, broughtForward }),
    lines: linesOf(lines),
    mileage,
    waiting: waitingRows(lines),
    bridge: owner ? [] : bridge(sums, mileage.pence),
  };
}

function linesOf(sums: readonly OwnerLine[]): TaxFigures['lines'] {
  const lines = new Map<TaxLine, { rows: number; pence: number }>();
  for (const { line, rows, pence } of sums) {
    const before = lines.get(line) ?? { rows: 0, pence: 0 };
    lines.set(line, { rows: before.rows + rows, pence: before.pence + pence });
  }
  return [...lines].map(([line, sum]) => ({ line, ...sum }));
}

/** `days` must start and end on boundaries of stored buckets, which start on the 1st and the 6th of a month. */
async function readSums(db: UserDb, days: Days): Promise<LineSum[]> {
  const [groups, choices] = await Promise.all([readGroups(db, days), readChoices(db)]);
  return groups.flatMap(({ residentialPercent, ...group }) => lineSums([group], { choices, residentialPercent }));
}

type Group = TaxGroup & Pick<LineSettings, 'residentialPercent'>;

/** Mixed properties have their own groups, because the finance costs of each are divided and rounded once. */
async function readGroups(db: UserDb, { from, to }: Days): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select category, type, refund, nullif(line, '') as "ownLine", large as "isLarge", 'completed' as status,
      residential_percent as "residentialPercent", sum(count)::integer as rows, (sum(amount) * 100)::bigint as pence
    from app.let_taxes_in_reach
    where bucket = any(${bucketsIn({ from, to })}::date[])
    group by category, type, refund, line, large, residential_percent, case when residential_percent > 0 then property_id end
    having sum(count) > 0`.execute(db);
  return rows;
}

type RowsQuery = Days & { line: TaxLine; limit: number; cursor?: string | undefined; owner?: string | undefined };

const percent = sql<number>`coalesce((select residential_percent from tax_lettings
  where property_id = coalesce(transactions.property_id, transactions.former_property_id)), 100)`;

/** SQL that is true for completed transactions of these days in the lines that `includes` accepts. */
export async function ofLines(db: UserDb, { from, to }: Days, includes: (line: TaxLine) => boolean) {
  const [groups, choices] = await Promise.all([readGroups(db, { from, to }), readChoices(db)]);
  const keys = groups
    .filter((group) => lineSums([group], { choices, ...group }).some((sum) => includes(sum.line)))
    .map(({ category, type, refund, ownLine, isLarge, residentialPercent }) =>
      [category, type, refund, ownLine ?? '', isLarge, residentialPercent].join('/'),
    );
  return sql<boolean>`(status = 'completed' and date between ${from}::date and ${to}::date
    and concat_ws('/', category, type, refund::text, coalesce(tax_line, ''), (abs(amount) >= 1000)::text, ${percent}) = any(${keys}::text[]))`;
}

/** Returns transactions, newest first; with `owner`, those with a share. Throws `not_found` for an unknown owner. */
export async function listRows(
  db: UserDb,
  { line, limit, cursor, owner, ...days }: RowsQuery,
): Promise<JsonPage<TaxRowItem>> {
  const [inLine, shares] = await Promise.all([
    ofLines(db, days, (one) => one === line),
    owner ? readShares(db, owner) : null,
  ]);
  const share = shares && shareOf(shares);
  return pageOfRows(db, {
    order: NEWEST_FIRST,
    limit,
    total: null,
    rows: db
      .selectFrom('transactions')
      .select(listedFields)
      .select(percent.as('residentialPercent'))
      .select((share ?? sql<null>`null`).as('share'))
      .where(inLine)
      .where(share ? sql<boolean>`${share} is not null` : sql<boolean>`true`)
      .where(cursor ? isAfter(NEWEST_FIRST, cursor) : sql<boolean>`true`)
      .$castTo<TaxRowItem>(),
  });
}

const BUILT_IN: readonly string[] = INCOME_CATEGORIES;

/** Returns the built-in categories, then the landlord's own, including those from imports. */
export async function listCategories(db: UserDb): Promise<TaxCategory[]> {
  const [choices, { rows }] = await Promise.all([
    readChoices(db),
    sql<{ category: string }>`select distinct category from app.totals_in_reach`.execute(db),
  ]);
  const own = new Set([...choices.keys(), ...rows.map(({ category }) => category)]);
  const all = [...BUILT_IN, ...[...own].filter((category) => !BUILT_IN.includes(category)).sort()];
  return all.map((category) => {
    const defaultLine = DEFAULT_LINES[category]?.line ?? 'ask';
    return {
      category,
      own: !BUILT_IN.includes(category),
      line: choices.get(category) ?? defaultLine,
      defaultLine,
    };
  });
}

/** Null restores the default. Throws `invalid_input` for more than `MAX_OWN_CATEGORIES` own categories. */
export async function chooseLine(db: UserDb, category: string, line: TaxLine | null): Promise<void> {
  if (line === null) {
    await db.deleteFrom('tax_choices').where('category', '=', category).execute();
    return;
  }
  await sql`select app.lock_account()`.execute(db);
  const own = [...(await readChoices(db)).keys()].filter((one) => !BUILT_IN.includes(one) && one !== category);
  if (!BUILT_IN.includes(category) && own.length >= MAX_OWN_CATEGORIES)
    throw new AppError('invalid_input', {
      fields: { category: `You can have up to ${MAX_OWN_CATEGORIES} own categories. Remove one first` },
    });
  await sql`
    insert into tax_choices (category, line) values (${category}, ${line})
    on conflict (user_id, category) do update set line = excluded.line`.execute(db);
}

export function listLettings(db: UserDb): Promise<TaxLetting[]> {
  return db
    .selectFrom('tax_lettings')
    .innerJoin('properties', 'properties.id', 'tax_lettings.property_id')
    .select(['property_id as propertyId', 'residential_percent as residentialPercent'])
    .select(sql<string>`address || ', ' || city`.as('address'))
    .orderBy('address')
    .execute();
}

/** Throws `not_found` for a property that the landlord does not have. */
export async function saveLetting(db: UserDb, propertyId: string, residentialPercent: number): Promise<void> {
  const property = db.selectFrom('properties').select('id').where('id', '=', propertyId);
  if (!(await property.executeTakeFirst())) throw new AppError('not_found', { message: 'Property not found' });
  if (residentialPercent === 100) {
    await db.deleteFrom('tax_lettings').where('property_id', '=', propertyId).execute();
    return;
  }
  await sql`
    insert into tax_lettings (property_id, residential_percent) values (${propertyId}, ${residentialPercent})
    on conflict (user_id, property_id) do update set residential_percent = excluded.residential_percent`.execute(db);
}
