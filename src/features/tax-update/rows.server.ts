/** The transactions of an update, stored when it is sent and compared with the current ones. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { readChoices } from '../tax/choices.server.ts';
import { bucketsIn } from '../tax/rules/buckets.ts';
import { lineOf, TAX_LINES, type TaxRow } from '../tax/rules/lines.ts';
import { TAX_LINE_IDS, type TaxLine } from '../transaction/listed.ts';
import type { ChangedRow } from './update.ts';

type Days = { from: string; to: string };

/** The lines of an update: income and expenses, not allowances. */
const SENT_LINES = TAX_LINE_IDS.filter((line) => /^(income|expenses)\./.test(TAX_LINES[line].field ?? ''));

/** The facts that decide a transaction's line, and that line. */
type Facts = Pick<Group, 'category' | 'type' | 'refund' | 'residentialPercent'> & {
  own: string;
  large: boolean;
  line: TaxLine;
};

/** Joins transactions `t` with their line `k.line`. Columns are compared one by one, for a hash join. */
const withLine = (facts: Facts[]) => sql`
  left join tax_lettings l on l.property_id = coalesce(t.property_id, t.former_property_id)
  join json_to_recordset(${JSON.stringify(facts)})
    k (category text, type text, refund boolean, own text, large boolean, "residentialPercent" integer, line text)
    on k.category = t.category and k.type = t.type and k.refund = t.refund and k.own = coalesce(t.tax_line, '')
    and k.large = (abs(t.amount) >= 1000) and k."residentialPercent" = coalesce(l.residential_percent, 100)`;

type Cell = { bucket: string; line: TaxLine; rows: number; pence: number };
type Group = TaxRow & { bucket: string; residentialPercent: number; rows: number; pence: number };

/** Returns sums by bucket and line, and the line of each combination of facts. */
async function readCells(db: UserDb, { from, to }: Days) {
  const [choices, { rows: groups }] = await Promise.all([
    readChoices(db),
    sql<Group>`
      select bucket::text, category, type, refund, nullif(line, '') as "ownLine", large as "isLarge",
        residential_percent as "residentialPercent", sum(count)::integer as rows, (sum(amount) * 100)::bigint as pence
      from app.let_taxes_in_reach
      where bucket = any(${bucketsIn({ from, to })}::date[])
      group by 1, 2, 3, 4, line, large, 7 having sum(count) > 0`.execute(db),
  ]);
  const cells = new Map<string, Cell>();
  const facts = new Map<string, Facts>();
  for (const group of groups) {
    const { bucket, category, type, refund, ownLine, isLarge, residentialPercent, rows, pence } = group;
    const line = lineOf(group, { choices, residentialPercent });
    if (!SENT_LINES.includes(line)) continue;
    const fact = { category, type, refund, own: ownLine ?? '', large: isLarge, residentialPercent, line };
    facts.set(JSON.stringify(fact), fact);
    const key = `${bucket}/${line}`;
    const before = cells.get(key) ?? { bucket, line, rows: 0, pence: 0 };
    cells.set(key, { ...before, rows: before.rows + rows, pence: before.pence + pence });
  }
  return { cells, facts: [...facts.values()] };
}

/** Stores the ids of the update's transactions, with version and pence. */
export async function keepRows(db: UserDb, { updateId, from, to }: Days & { updateId: string }): Promise<void> {
  const { facts } = await readCells(db, { from, to });
  if (facts.length === 0) return;
  await sql`
    insert into tax_update_rows (update_id, bucket, line, ids, versions, pence, total)
    select ${updateId}, bucket, line, array_agg(id order by id), array_agg(version order by id), array_agg(pence order by id), sum(pence)
    from (
      select app.tax_bucket(t.date) as bucket, k.line, t.id, t.version, (t.amount * 100)::bigint as pence
      from transactions t ${withLine(facts)}
      where t.status = 'completed' and t.date between ${from}::date and ${to}::date
    ) kept group by bucket, line`.execute(db);
}

/** Comparing this many transactions takes half a second. Only bulk changes and very large accounts exceed it. */
const MAX_COMPARED = 150_000;
const MAX_ROWS = 50;

type Changed = Omit<ChangedRow, 'share'>;
type Compared = { count: number; rows: Changed[]; more: boolean };

/**
 * Returns transactions that differ from the update as it was sent, newest first. Only buckets and lines with another
 * count or sum are compared, so changes that cancel out within a bucket and line are not found.
 */
export async function changedRows(db: UserDb, { updateId, from, to }: Days & { updateId: string }): Promise<Compared> {
  const [{ cells, facts }, { rows: kept }] = await Promise.all([
    readCells(db, { from, to }),
    sql<Cell>`
      select bucket::text, line, cardinality(ids) as rows, total as pence from tax_update_rows where update_id = ${updateId}`.execute(
      db,
    ),
  ]);
  const differing = new Map<string, Cell>();
  for (const cell of kept) {
    const now = cells.get(`${cell.bucket}/${cell.line}`);
    if (now?.rows !== cell.rows || now.pence !== cell.pence) differing.set(`${cell.bucket}/${cell.line}`, cell);
  }
  const known = new Set(kept.map(({ bucket, line }) => `${bucket}/${line}`));
  for (const [key, cell] of cells) if (!known.has(key)) differing.set(key, cell);
  if (differing.size === 0) return { count: 0, rows: [], more: false };
  const chosen = newestOf([...differing.values()], [...cells.values()]);
  type Found = Omit<Changed, 'box' | 'boxBefore'> & {
    line: TaxLine | null;
    lineBefore: TaxLine | null;
    count: number;
  };
  const { rows } = await sql<Found>`
    with cells as materialized (
      select bucket, line, (bucket + case when extract(day from bucket) = 1 then interval '4 days' else interval '1 month' - interval '6 days' end)::date as last
      from unnest(${chosen.map(({ bucket }) => bucket)}::date[], ${chosen.map(({ line }) => line)}::text[]) c (bucket, line)
    ), was as (
      select r.id, r.pence, c.line from cells c join tax_update_rows u on u.update_id = ${updateId} and u.bucket = c.bucket and u.line = c.line
      cross join lateral unnest(u.ids, u.pence) r (id, pence)
    ), now as (
      select t.id, (t.amount * 100)::bigint as pence, k.line, t.date, t.description, t.property_address, t.property_id
      from (select bucket, min(last) as last from cells group by bucket) b
      -- Without the offset, the planner reads all transactions for each bucket.
      cross join lateral (
        select id, amount, date, description, property_address, property_id, former_property_id, category, type, refund, tax_line
        from transactions where status = 'completed' and date between greatest(b.bucket, ${from}::date) and least(b.last, ${to}::date)
        offset 0) t
      ${withLine(facts.filter(({ line }) => chosen.some((cell) => cell.line === line)))}
      join cells c on c.bucket = b.bucket and c.line = k.line
    ), differing as (
      select coalesce(now.id, was.id) as id, was.pence as before, now.pence as after, was.line as was_line, now.line as now_line,
        now.date, now.description, now.property_address, now.property_id
      from was full join now on now.id = was.id
      where was.pence is distinct from now.pence or was.line is distinct from now.line
    )
    select d.id, d.before, d.after, d.now_line as line, d.was_line as "lineBefore", (count(*) over ())::integer as count,
      coalesce(d.date, t.date)::text as date, coalesce(d.description, t.description) as description,
      coalesce(p.address || ', ' || p.city, d.property_address) as address
    from differing d left join properties p on p.id = d.property_id left join transactions t on t.id = d.id
    order by coalesce(d.date, t.date) desc nulls last, d.id limit ${MAX_ROWS}`.execute(db);
  const boxOf = (line: TaxLine | null) => line && TAX_LINES[line].box;
  // Costs are positive, as in the boxes.
  const inBox = (line: TaxLine | null, pence: number | null) =>
    line && pence !== null && TAX_LINES[line].side === 'expense' ? -pence : pence;
  const [first] = rows;
  return {
    count: first?.count ?? 0,
    more: chosen.length < differing.size || (first?.count ?? 0) > rows.length,
    rows: rows.map(({ line, lineBefore, count: _, before, after, ...row }) => ({
      ...row,
      before: inBox(lineBefore, before),
      after: inBox(line, after),
      box: boxOf(line),
      boxBefore: boxOf(lineBefore),
    })),
  };
}

/**
 * Returns the differing cells of the newest buckets: as many whole buckets as `MAX_COMPARED` allows, at least one.
 * Comparing a bucket reads all its transactions.
 */
function newestOf(differing: readonly Cell[], all: readonly Cell[]): Cell[] {
  const rowsIn = new Map<string, number>();
  for (const { bucket, rows } of all) rowsIn.set(bucket, (rowsIn.get(bucket) ?? 0) + rows);
  const buckets = [...new Set(differing.map(({ bucket }) => bucket))].sort().toReversed();
  let compared = 0;
  const read = buckets.filter((bucket) => {
    const before = compared;
    compared += rowsIn.get(bucket) ?? 0;
    return before === 0 || compared <= MAX_COMPARED;
  });
  return differing.filter(({ bucket }) => read.includes(bucket));
}

export type UpdateRow = {
  date: string;
  description: string;
  address: string;
  box: string;
  field: string;
  line?: TaxLine;
  /** Costs are positive, as in the box. */
  pence: number;
};

/** Returns the transactions of an update, oldest first. */
export async function listUpdateRows(db: UserDb, { from, to, limit }: Days & { limit: number }): Promise<UpdateRow[]> {
  const { facts } = await readCells(db, { from, to });
  type Found = Omit<UpdateRow, 'box' | 'field'> & { line: TaxLine };
  const { rows } = await sql<Found>`
    select t.date::text as date, t.description, coalesce(p.address || ', ' || p.city, t.property_address, '') as address, k.line,
      (t.amount * 100)::bigint as pence
    from transactions t ${withLine(facts)}
    left join properties p on p.id = t.property_id
    where t.status = 'completed' and t.date between ${from}::date and ${to}::date order by t.date, t.id limit ${limit}`.execute(
    db,
  );
  return rows.map(({ line, pence, ...row }) => {
    const { box, field, side } = TAX_LINES[line];
    return {
      ...row,
      line,
      box: box ?? '',
      field: field ?? '',
      pence: side === 'expense' ? -pence : pence,
    };
  });
}
