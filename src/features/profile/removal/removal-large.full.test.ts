import { afterAll, expect, it } from 'vitest';
import { rowsWith } from '../../../../test/fixtures/everything.ts';
import { landlord } from '../../../../test/fixtures/landlords.ts';
import { privateDatabase, query } from '../../../../test/servers/database.ts';
import { startServer } from '../../../../test/servers/start-server.ts';

// A separate server, since its jobs will be busy deleting nine thousand files.
const { address: database, drop } = await privateDatabase('removal_large');
const server = await startServer({ database });
afterAll(async () => {
  await server.stop();
  await drop();
});

it('an account of 100,000 rows is deleted in one transaction', async () => {
  const ada = await landlord({}, server);
  for (const statement of LARGE) await query(database, statement, [ada.id]);
  const [rows] = await query<{ count: number; transactions: number }>(
    database,
    `select ((select count(*) from properties) + (select count(*) from property_certificates) + (select count(*) from property_invoices)
       + (select count(*) from tenants) + (select count(*) from files) + (select count(*) from activity)
       + (select count(*) from app.transaction_totals) + (select count(*) from app.transaction_days))::int as count,
       (select count(*)::int from transactions) as transactions`,
  );
  expect(rows?.count).toBeGreaterThan(100_000);
  expect(rows?.transactions).toBeGreaterThan(30_000);
  expect((await ada.post('/api/account/remove', { password: ada.password })).outcome).toBe('served');
  // Files only need to be queued for removal.
  const { 'app.file_removals': removals = [], ...rest } = await rowsWith(database, [ada.id]);
  expect(rest).toEqual({});
  expect(removals.length).toBeGreaterThan(0);
}, 180_000);

/** $1 is the landlord's id. */
const LARGE = [
  `insert into properties (user_id, address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, size)
   select $1, n || ' Long Road', 'Bath', 'Bath', 'BA1 1AA', 'flat', 1, 1, 100, 100 from generate_series(1, 3000) n`,
  `insert into files (user_id, bucket, path, name, content_type, bytes, sha256, stored)
   select $1, 'property-certificates', $1::uuid || '/certificate_' || n || '.pdf', 'Gas.pdf', 'application/pdf', 10, 'none', true
   from generate_series(1, 9000) n`,
  `insert into property_certificates (user_id, property_id, name, file_url)
   select user_id, id, 'Gas', '/api/files/property-certificates/' || user_id || '/certificate_' || row_number() over () || '.pdf'
   from properties cross join generate_series(1, 3) where user_id = $1`,
  `insert into property_invoices (user_id, property_id, amount)
   select user_id, id, 10 from properties cross join generate_series(1, 9) where user_id = $1`,
  `insert into tenancies (user_id, property_id, kind, start_date, rent_day, charges_from)
   select user_id, id, 'periodic', '2026-01-01', 1, '2026-01-01' from properties where user_id = $1`,
  `insert into tenants (user_id, property_id, tenancy_id, name, email, phone)
   select user_id, property_id, id, 'Grace Hopper', 'grace@tenure.example', '0117 496 0123'
   from tenancies cross join generate_series(1, 2) where user_id = $1`,
  `insert into activity (user_id, at, noun, action, record_count) select $1, now(), 'property', 'changed', 1 from generate_series(1, 48000)`,
  `insert into bank_accounts (user_id, name, institution, account_number) select $1, 'Current', 'Bank', '****0001' from generate_series(1, 5)`,
  // Transactions with and without a property, some unpaid, from five bank accounts or added by hand.
  `insert into transactions (user_id, property_id, bank_account_id, amount, description, date, category, type, status, reference)
   select h.user_id, case when n % 10 < 3 then h.id end, (select id from bank_accounts where user_id = $1 order by id offset n % 6 limit 1),
     case n % 4 when 0 then n else -n end, 'Number ' || n, date '2020-01-01' + n * 60, case n % 4 when 0 then 'rent' else 'maintenance' end,
     case n % 4 when 0 then 'income' else 'expense' end, case when n % 20 = 0 then 'pending' else 'completed' end, 'Ref ' || n
   from properties h cross join generate_series(1, 12) n where h.user_id = $1`,
];
