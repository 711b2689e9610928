/** Ten years of transactions of the landlord who reads, made by arithmetic inside the database as the properties are. */
import type pg from 'pg';

/** At once; more would keep as many rows in the memory of one statement. */
const PART = 50_000;

/** Adds so many. Half are rents; one expense in 97 waits to be paid; one transaction in ten has no property. */
export async function seedTransactions(
  client: pg.Client,
  { transactions, properties }: { transactions: number; properties: number },
): Promise<void> {
  // Built at the end: row by row it would take three times as long.
  const { rows } = await client.query<{ built: string }>(
    `select pg_get_indexdef('public.transactions_windows'::regclass) as built`,
  );
  await client.query('drop index public.transactions_windows');
  for (let from = 0; from < transactions; from += PART) {
    await client.query(TRANSACTIONS, [from, Math.min(from + PART, transactions), transactions, properties]);
  }
  await client.query(rows[0]?.built ?? '');
}

/** $1 is the last that is there, $2 the last to add, of $3 in all; $4 is the number of properties. */
const TRANSACTIONS = `
  insert into public.transactions (user_id, property_id, amount, description, reference, date, category, type, status, external_id)
  select reader.id, case when n % 10 > 0 then home.id end,
    case when rent then 400 + n * 17 % 1900 else -(5 + n * 13 % 900 + n % 100 / 100.0) end,
    case when rent then 'Rent, ' || (array['Ada', 'Bola', 'Grace', 'Hugo', 'Kwame', 'Leila', 'Tomasz', 'Wei'])[1 + n % 8] || ' '
        || (array['Adeyemi', 'Byrne', 'Chaudhry', 'Davies', 'Okafor', 'Patel', 'Quinn', 'Rossi', 'Lovelace', 'Kowalski', 'Nowak'])[1 + n * 7 % 11]
      else (array['Boiler service', 'Gutter clearing', 'Landlord insurance premium', 'Council tax for the empty period', 'Electricity',
        'Gas safety inspection', 'Locks changed', 'Carpet cleaning', 'Tenant referencing', 'Roof repair'])[1 + n * 3 % 10] end
      || case when n % 200 = 0 then ' in the storm' else '' end || case when n % 100000 = 77 then ', chimney qz' else '' end,
    case when rent then 'RENT ' else 'INV-' end || 100000 + n * 31 % 900000,
    (now() at time zone 'Europe/London')::date + 30 - (($3::int - n) * 3650.0 / $3::int)::int,
    case when rent then 'rent' else (array['maintenance', 'maintenance', 'insurance', 'tax', 'utilities', 'other'])[1 + n * 5 % 6] end,
    case when rent then 'income' else 'expense' end, case when not rent and n % 97 = 0 then 'pending' else 'completed' end, 'bench-' || n
  from (select id from public.profiles where email = 'reader@bench.example') reader
  cross join (select n, n % 2 = 0 as rent from generate_series($1::int + 1, $2::int) n) numbered
  join (select id, row_number() over (order by id) - 1 as place from public.properties
        where user_id = (select id from public.profiles where email = 'reader@bench.example')) home
    on home.place = n * 7 % $4::int`;
