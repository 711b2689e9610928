/** The tables and columns that the specification names, as they are in the database. */
import { expect, it } from 'vitest';
import { query, workerDatabase } from './database.ts';

const database = await workerDatabase();

it.each([
  ['profiles', 'id name email trial_start_date trial_end_date subscription_status updated_at plan'],
  [
    'properties',
    'id user_id address city state zipcode type bedrooms bathrooms monthly_rent size purchase_price purchase_date status description date_added image_url key_type key_code keys_amount guarantor_name guarantor_address guarantor_phone guarantor_alt_contact',
  ],
  [
    'property_certificates',
    'property_id name expiration_date renewal_frequency cost notes file_url issue_date provider_name',
  ],
  ['property_compliance', 'property_id'],
  ['property_invoices', 'property_id invoice_date amount description file_url'],
  [
    'tenants',
    'id name email phone property_id property_name lease_start lease_end rent_amount deposit_amount image_url guarantor_name guarantor_address guarantor_phone guarantor_alt_contact user_id',
  ],
  // `properties`, how many there are, is counted from supplier_properties.
  ['suppliers', 'user_id name email phone service_type address notes contact_person website image_url'],
  [
    'bank_accounts',
    'name institution account_number sort_code balance currency last_synced is_connected user_id external_id created_at',
  ],
  [
    'transactions',
    'property_id bank_account_id amount description date category type status reference external_id user_id',
  ],
])('%s has the columns of the specification, by their names', async (table, columns) => {
  const found = await query<{ name: string }>(
    database,
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [table],
  );
  expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(columns.split(' ')));
});

it('a status of a subscription or of a property is one of those that the specification names, and no other', async () => {
  const rules = await query<{ table: string; rule: string }>(
    database,
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as rule from pg_constraint
     where contype = 'c' and pg_get_constraintdef(oid) ~ 'status = ANY'`,
  );
  const listed = Object.fromEntries(rules.map(({ table, rule }) => [table, rule.match(/'\w+'/g)]));
  expect(listed).toMatchObject({
    profiles: ["'trialing'", "'expired'", "'active'"],
    properties: ["'vacant'", "'occupied'", "'maintenance'"],
    // Overdue is worked out from the day and never kept.
    transactions: ["'completed'", "'pending'"],
  });
});

it('a transaction is income or expense, with the sign of its amount to match, and an expense of nothing is none', async () => {
  const [landlord] = await query<{ id: string }>(
    database,
    `insert into auth.users (name, email, created_at, updated_at) values ('Ada', gen_random_uuid()::text, now(), now()) returning id`,
  );
  const keep = (type: string, amount: string) =>
    query(
      database,
      `insert into transactions (user_id, amount, description, date, category, type) values ($1, $2, 'Rent', now(), 'rent', $3)`,
      [landlord?.id, amount, type],
    );
  await Promise.all([keep('income', '0'), keep('income', '12.50'), keep('expense', '-0.01')]);
  for (const [type, amount] of [
    ['income', '-0.01'],
    ['expense', '0.01'],
    ['expense', '0'],
    ['transfer', '1'],
  ] as const) {
    await expect(keep(type, amount), `${type} of ${amount}`).rejects.toThrow('violates check constraint');
  }
});
