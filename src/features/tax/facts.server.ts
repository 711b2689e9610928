/** SQL of the facts for tax estimates that are not in Finance. Columns are pounds, values are pence. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import type { EstimateFacts } from './facts.ts';
import type { EstimateYear } from './tax.ts';

type FactsKey = { year: string; owner: string | null };

const COLUMNS = {
  otherIncome: 'other_income',
  savings: 'savings',
  dividends: 'dividends',
  lossesBroughtForward: 'losses_brought_forward',
  financeBroughtForward: 'finance_brought_forward',
  putAside: 'put_aside',
} as const;

const inPence = Object.entries(COLUMNS).map(
  ([name, column]) => sql`(${sql.ref(column)} * 100)::bigint as ${sql.id(name)}`,
);

export async function readFacts(db: UserDb, { year, owner }: FactsKey): Promise<EstimateFacts | undefined> {
  const { rows } = await sql<EstimateFacts>`
    select ${sql.join(inPence)}, nation, choice from tax_estimates
    where year = ${year} and owner_id is not distinct from ${owner}::uuid`.execute(db);
  return rows[0];
}

export async function saveFacts(db: UserDb, { year, owner }: FactsKey & { year: EstimateYear }, facts: EstimateFacts) {
  const names = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
  const columns = [...names.map((name) => COLUMNS[name]), 'nation', 'choice'].map((column) => sql.ref(column));
  const values = [
    ...names.map((name) => sql`${facts[name]}::numeric / 100`),
    sql`${facts.nation}`,
    sql`${facts.choice}`,
  ];
  await sql`
    insert into tax_estimates (year, owner_id, ${sql.join(columns)}) values (${year}, ${owner}::uuid, ${sql.join(values)})
    on conflict (user_id, year, owner_id) do update
    set (${sql.join(columns)}) = (${sql.join(columns.map((column) => sql`excluded.${column}`))})`.execute(db);
}

/** Returns box 45 in pence. Facts without an owner count for the first owner, unless that owner has facts. */
export async function financeBroughtForward(db: UserDb, year: string, owner: string | null = null): Promise<number> {
  const { rows } = await sql<{ pence: number }>`
    select coalesce(sum(finance_brought_forward) * 100, 0)::bigint as pence from tax_estimates
    where year = ${year} and (${owner}::uuid is null or owner_id = ${owner}::uuid
      or owner_id is null and ${owner}::uuid = (select id from owners order by date_added, id limit 1)
        and not exists (select from tax_estimates own where own.year = ${year} and own.owner_id = ${owner}::uuid))`.execute(
    db,
  );
  return rows[0]?.pence ?? 0;
}
