import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { daysOf } from '../bank-row/entries.server.ts';
import type { EntryLine } from '../bank-row/entry.ts';
import { factsOf, type LineFacts } from '../bank-row/payer/payer.ts';
import type { Correction } from './preview.ts';
import type { StatementLine } from './read/statement.ts';

export type Line = Omit<StatementLine, 'category'> & { place: number; factsAt: number };

export const fileTarget = (accountId: string, days: { from: string; to: string }) =>
  ({ accountId, provider: 'file', kind: 'file', ...days }) as const;

/** Returns a PostgreSQL array literal, several times faster than the driver does for 100,000 numbers. */
export const arrayOf = (numbers: readonly number[]) => `{${numbers.join(',')}}`;

export async function writeLines(db: UserDb, id: string, parts: readonly string[]): Promise<void> {
  for (const part of parts)
    await sql`
      insert into statement_lines (import_id, place, line, date, amount, text, reference, external_id, not_posted, facts_at, facts, unreadable)
      select ${id}::uuid, place, line, date, amount::numeric / 100, text, reference, "externalId", "notPosted", "factsAt", facts, unreadable
      from json_to_recordset(${part}::json) as given (place int, line int, date date, amount bigint, text text, reference text,
        "externalId" text, "notPosted" text, "factsAt" int, facts jsonb, unreadable jsonb)`.execute(db);
}

export async function correctLines(db: UserDb, id: string, corrected: readonly Correction[]): Promise<void> {
  const lines = corrected.map((one) => {
    const entry = {
      date: one.date,
      amount: one.amount,
      text: one.text,
      reference: '',
      externalId: null,
      category: null,
    };
    return { ...one, facts: factsOf(entry) };
  });
  await sql`
    update statement_lines l set date = given.date, amount = given.amount::numeric / 100, text = given.text, reference = '',
      facts_at = place, facts = given.facts
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as given (line bigint, date date, amount bigint, text text, facts jsonb)
    where l.import_id = ${id} and l.line = given.line and l.unreadable is not null`.execute(db);
}

export async function removeLines(db: UserDb, id: string): Promise<void> {
  await sql`delete from statement_lines where import_id = ${id}`.execute(db);
}

const BATCH_SIZE = 5_000;

/** Returns the facts by the place of the first line that has them. */
export async function readFacts(db: UserDb, id: string): Promise<Map<number, LineFacts>> {
  const { rows } = await sql<{ place: number; facts: LineFacts }>`
    select place, facts from statement_lines where import_id = ${id} and facts is not null`.execute(db);
  return new Map(rows.map(({ place, facts }) => [place, facts]));
}

export async function readLines(db: UserDb, id: string): Promise<Line[]> {
  const all: Line[] = [];
  for (;;) {
    const { rows } = await sql<Line>`
      select place, line, date::text, (amount * 100)::bigint as amount, text, reference, external_id as "externalId",
             not_posted as "notPosted", facts_at as "factsAt"
      from statement_lines where import_id = ${id} and date is not null and place > ${all.at(-1)?.place ?? -1}
      order by place limit ${BATCH_SIZE}`.execute(db);
    all.push(...rows);
    if (rows.length < BATCH_SIZE) return all;
  }
}

/** `without` has the places of lines that are already matched to transactions. */
type Compared = { id: string; without: readonly number[] };

const compared = ({ id, without }: Compared) => sql`
  statement_lines where import_id = ${id} and date is not null and not_posted is null
    and (place in (select unnest(${arrayOf(without)}::bigint[]))) is not true`;

/** Returns the first and last day, or empty strings without lines, and the external ids. */
export async function readSpan(db: UserDb, of: Compared): Promise<{ from: string; to: string; ids: string[] }> {
  const { rows } = await sql<{ from: string; to: string; ids: string[] }>`
    select coalesce(min(date)::text, '') as from, coalesce(max(date)::text, '') as to,
           coalesce(array_agg(external_id) filter (where external_id is not null), '{}') as ids
    from ${compared(of)}`.execute(db);
  return rows[0] ?? { from: '', to: '', ids: [] };
}

type Candidate = EntryLine & { place: number; line: number };

/** Returns lines with the amount or the id of a `known` row. All other lines are new. */
export async function readCandidates(
  db: UserDb,
  of: Compared,
  known: readonly Pick<EntryLine, 'amount' | 'externalId'>[],
): Promise<Candidate[]> {
  if (known.length === 0) return [];
  const amounts = [...new Set(known.map(({ amount }) => amount))];
  const ids = known.flatMap(({ externalId }) => externalId ?? []);
  const { rows } = await sql<Candidate>`
    select place, line, date::text, (amount * 100)::bigint as amount, text, reference, external_id as "externalId", null as category
    from ${compared(of)} and ((amount * 100)::bigint in (select unnest(${arrayOf(amounts)}::bigint[]))
      or external_id in (select unnest(${ids}::text[]))) order by place`.execute(db);
  return rows;
}

/** Matches lines of Tenure's own export to transactions, by place. The n-th equal line matches the n-th equal row. */
export async function readOwn(db: UserDb, lines: readonly Line[]): Promise<Map<number, string>> {
  if (lines.length === 0) return new Map();
  const { from, to } = daysOf(lines);
  const { rows } = await sql<{ id: string; key: string }>`
    select id, date::text || ' ' || (amount * 100)::bigint || ' ' || description as key from transactions
    where date between ${from} and ${to} order by date, id`.execute(db);
  const free = new Map<string, string[]>();
  for (const { id, key } of rows) free.set(key, [...(free.get(key) ?? []), id]);
  return new Map(
    lines.flatMap(({ place, date, amount, text }) => {
      const id = free.get(`${date} ${amount} ${text}`)?.shift();
      return id ? [[place, id] as const] : [];
    }),
  );
}
