/** Exported transactions: hostile texts, many rows, and the rows that a file has to hold according to the database. */
import type { DatabaseAddress } from '../src/server/db/roles.server.ts';
import { londonDay } from '../src/shared/dates.ts';
import { query } from './database.ts';
import type { Row } from './exported-file.ts';
import type { Landlord } from './landlords.ts';

/** Texts that are after something, or that some program reads otherwise than they were written. */
const HOSTILE = [
  '=1+1',
  '  =HYPERLINK("http://evil.example","Pay")',
  '+44 7700 900123',
  '-38.62',
  '@SUM(A1:A9)',
  '\t=1+1',
  '\n+1',
  "\r\n=cmd|' /C calc'!A0",
  '＝1+1',
  '＋1',
  '－5',
  '＠SUM(A1)',
  '\u00a0=1',
  '\u200b=1',
  "'=1+1",
  "'",
  "''quoted'",
  '"',
  'a "quoted", word; and more',
  'two\nlines',
  'return\ralone',
  'both\r\nends',
  ' spaces around ',
  '\u00a0',
  '\u2028',
  '_x000D_',
  '_x005F_x0041_',
  '\u0007bell',
  '\ufffe',
  '<b>&amp;</b>',
  ']]>',
  '🏠 naïve Ωmega 木',
  'constructor',
  '__proto__',
  '00123',
  '1e5',
  'TRUE',
  '2026-11-21',
  '12345678901234567890',
  '1/2',
  '#REF!',
  'x'.repeat(500),
];

/** One transaction for each text, as description and as reference, by every kind of day, amount, category and status. */
export async function hostileTransactions(database: DatabaseAddress, { id }: Pick<Landlord, 'id'>): Promise<void> {
  await query(
    database,
    `with account as (
       insert into bank_accounts (user_id, name, institution, account_number) values ($1, '=Savings', 'Bank', '****5678') returning id)
     insert into transactions (user_id, date, description, reference, category, type, status, amount, property_address, bank_account_id)
     select $1, date '2026-11-21' - (n * 400)::int, text, left(text, 200), (array['rent', 'tax', 'other', 'bank charges'])[n % 4 + 1],
       case n % 3 when 0 then 'income' else 'expense' end, case n % 5 when 0 then 'pending' else 'completed' end,
       case n % 3 when 0 then 1234.5 * n when 1 then -0.01 * n else -99999999.99 end,
       case n % 2 when 0 then '-1 Mill Lane, ' || left(text, 30) end, case n % 3 when 0 then account.id end
     from account, unnest($2::text[]) with ordinality given (text, n)`,
    [id, HOSTILE],
  );
}

/** Expenses of a penny more each, one a day backwards from 2026-11-21, all of one bank account. */
export async function manyTransactions(
  database: DatabaseAddress,
  { id }: Pick<Landlord, 'id'>,
  { count, account = 'Business Account' }: { count: number; account?: string },
): Promise<void> {
  await query(
    database,
    `with account as (
       insert into bank_accounts (user_id, name, institution, account_number) values ($1, $3, 'Bank', '****5678') returning id)
     insert into transactions (user_id, date, description, category, type, amount, bank_account_id)
     select $1, date '2026-11-21' - n % 5000, 'Expense ' || n, 'other', 'expense', -n / 100.0, account.id
     from account, generate_series(1, $2::int) n`,
    [id, count, account],
  );
}

/** The rows that an export has to hold, in its order, by SQL of its own. */
export async function rowsInDatabase(
  database: DatabaseAddress,
  { id }: Pick<Landlord, 'id'>,
  { where = 'true', order = 't.date desc, t.id desc' }: { where?: string; order?: string } = {},
): Promise<Row[]> {
  const rows = await query<{ row: Row }>(
    database,
    `select array[t.date::text, t.description,
       case t.category when 'rent' then 'Rent Payments' when 'tax' then 'Taxes'
         else upper(left(t.category, 1)) || substr(t.category, 2) end,
       initcap(t.type), case when t.status = 'completed' then 'Paid' when t.date < $2 then 'Overdue' else 'To pay' end,
       coalesce(t.reference, ''), t.amount::text, coalesce(p.address || ', ' || p.city, t.property_address, ''), coalesce(s.name, ''), coalesce(l.names, ''), coalesce(b.name, '')] as row
     from transactions t left join properties p on p.id = t.property_id left join bank_accounts b on b.id = t.bank_account_id
       left join suppliers s on s.id = t.supplier_id left join tenancies l on l.id = t.tenancy_id
     where t.user_id = $1 and (${where}) order by ${order}`,
    [id, londonDay(new Date())],
  );
  return rows.map(({ row }) => row);
}
