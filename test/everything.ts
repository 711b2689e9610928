/** Landlords of whom there is something in every table, and where anything of somebody is found: read from PostgreSQL's catalogue. */
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { SupplierRecord } from '../src/features/supplier/supplier.ts';
import type { DatabaseAddress } from '../src/server/db/roles.server.ts';
import { UNOWNED } from './catalogue.ts';
import { query } from './database.ts';
import { addedProperty, addedTenant, type Landlord, landlord } from './landlords.ts';
import { newCertificate, newCompliance, newInvoice, newPerson, newSupplier } from './make.ts';
import { madeFeed } from './route-fixtures/calendar.ts';
import { server as fileServer } from './server.ts';
import type { TestServer } from './start-server.ts';
import { photo, uploaded } from './uploads.ts';

/** Every table in which rows of somebody can lie: those that lead to the users by their links. */
export async function landlordsTables(database: DatabaseAddress): Promise<string[]> {
  const found = await query<{ name: string; leads: boolean }>(
    database,
    `with recursive theirs as (
       select 'auth.users'::regclass::oid as id
       union select conrelid from pg_constraint join theirs on confrelid = theirs.id where contype = 'f')
     select relnamespace::regnamespace || '.' || relname as name, oid in (select id from theirs) as leads
     from pg_class where relkind in ('r', 'p') and relnamespace::regnamespace::text in ('public', 'app', 'auth') order by 1`,
  );
  const loose = found.filter(({ name, leads }) => !leads && !UNOWNED[name]).map(({ name }) => name);
  if (loose.length > 0) {
    throw new Error(
      `Whose are the rows of ${loose.join(', ')}? Let them reference public.profiles (on delete cascade), or give the reason why ` +
        'they are nobody’s in UNOWNED of test/catalogue.ts.',
    );
  }
  return found.filter(({ leads }) => leads).map(({ name }) => name);
}

/** Every row of the whole database, the queue's tables too, in which one of these words stands, as text, by table. */
export async function rowsWith(database: DatabaseAddress, words: string[]): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    database,
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
     where relkind in ('r', 'p', 'm') and not relispartition and nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await query<{ row: string }>(
      database,
      `select t::text as row from ${name} t where exists (select from unnest($1::text[]) word where strpos(lower(t::text), lower(word)) > 0) order by 1`,
      [words],
    );
    if (rows.length > 0) found[name] = rows.map(({ row }) => row);
  }
  return found;
}

/** The paths of the files in a server's store that hold this id. */
export function filesOf({ dataFolder }: TestServer, id: string): string[] {
  return readdirSync(join(dataFolder, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.includes(id));
}

/** `word` stands in much of what they have entered, and in nobody else's. */
export type FullLandlord = Landlord & { word: string; newEmail: string };

/** A landlord with rows in every table there is. Throws, and says what to do, where a table has none. */
export async function landlordWithEverything(server: TestServer = fileServer): Promise<FullLandlord> {
  const word = `w${randomUUID().slice(0, 8)}`;
  const newEmail = newPerson().email;
  const person = await landlord({ name: `Ada ${word}` }, server);
  const picture = await photo().jpeg().toBuffer();
  const files = {
    house: await uploaded(person, { bucket: 'property_images', name: `${word}.jpg`, bytes: picture }),
    tenant: await uploaded(person, { bucket: 'tenant_images', name: `${word}.jpg`, bytes: picture }),
    supplier: await uploaded(person, { bucket: 'supplier_images', name: `${word}.jpg`, bytes: picture }),
    certificate: await uploaded(person, { name: `${word}.pdf` }),
    invoice: await uploaded(person, { bucket: 'property-invoices', name: `${word}.pdf` }),
    receipt: await uploaded(person, { bucket: 'transaction-files', name: `${word}.pdf` }),
  };
  const house = await addedProperty(person, {
    address: `1 ${word} Road`,
    // As a spreadsheet would calculate it, and of two lines.
    description: `=HYPERLINK("http://evil.example","${word}")\nSecond line`,
    imageUrl: files.house.url,
    certificates: [newCertificate({ notes: word, file: files.certificate })],
    compliance: newCompliance(),
    invoices: [newInvoice({ description: word, file: files.invoice })],
  });
  const tenant = await addedTenant(person, {
    propertyId: house.id,
    name: `Grace ${word}`,
    phone: '+44 7700 900123',
    avatar: files.tenant.url,
  });
  const input = newSupplier({ name: `${word} Ltd`, logo: files.supplier.url, addedProperties: [house.id] });
  const key = { headers: { 'idempotency-key': randomUUID() } };
  const supplier = (await person.post('/api/suppliers', input, key)).as(SupplierRecord);
  await query(
    server.database,
    `insert into app.lease_notices (tenant_id, user_id, lease_end) values ($1, $2, '2026-12-01')`,
    [tenant.id, person.id],
  );
  await query(
    server.database,
    `insert into app.notice_emails (user_id, kind, day) values ($1, 'digest', '2026-11-23')`,
    [person.id],
  );
  await query(server.database, MONEY, [person.id, house.id, word, supplier.id, files.receipt.url]);
  await query(server.database, RENT, [person.id, tenant.id, word]);
  await query(server.database, BANKS, [person.id, word]);
  await query(server.database, PLAN, [person.id, word]);
  await madeFeed(person);
  for (const made of [PASSKEY, CHALLENGE]) await query(server.database, made, [person.id, word]);
  // It was used just now, for whatever asks.
  await query(server.database, `update auth.sessions set code_at = '2100-01-01' where user_id = $1`, [person.id]);
  await query(server.database, `insert into notice_marks (user_id, key, read_at) values ($1, $2, app.instant())`, [
    person.id,
    word,
  ]);
  await query(
    server.database,
    `insert into app.transaction_undo (batch, id, user_id, before) values (gen_random_uuid(), gen_random_uuid(), $1, to_jsonb($2::text))`,
    [person.id, word],
  );
  const asked = [
    await person.send('PUT', '/api/profile', {
      body: { name: `Ada ${word}`, email: newEmail, currentPassword: person.password },
    }),
    await person.post('/api/second-factor/begin', { password: person.password }),
    await person.post('/api/auth/request-password-reset', { email: person.email }),
  ];
  for (const { status, text } of asked) if (status !== 200) throw new Error(`Answered ${status}: ${text}`);
  await vi.waitFor(() => expectAll(server.database, person.id), { timeout: 20_000, interval: 100 });
  return { ...person, word, newEmail };
}

/** A passkey called as the word. */
const PASSKEY = `
  insert into auth.passkeys (user_id, credential_id, public_key, counter, transports, name, added_at)
  values ($1, $2, '\\x01', 3, '{internal}', $2, app.instant())`;
const CHALLENGE = `insert into auth.used_challenges values ($2, $1, app.instant() + interval '1 hour')`;

/**
 * Rent as an import brings it, an expense that was paid and one that is owed, of no property. Texts that a spreadsheet could take
 * for a formula stand in them too. Takes the landlord's id, a property's, the word, a supplier's
 * id and the url of a file.
 */
const MONEY = `
  with account as (
    insert into bank_accounts (user_id, name, institution, account_number, sort_code, external_id)
    values ($1, 'Business Account', $3 || ' Bank', '****5678', '12-34-**', $3) returning id)
  insert into transactions (user_id, property_id, bank_account_id, amount, description, date, category, type, status, reference, external_id,
    source, supplier_id, file_url)
  select $1::uuid, given.property_id, case when type = 'income' then account.id end, amount, description, date, category, type, status,
    reference, case when type = 'income' then $3 end, case when type = 'income' then 'bank' else 'hand' end,
    case when status = 'pending' then $4::uuid end, case when status = 'pending' then $5 end
  from account cross join (values
    ($2::uuid, 1450.00, 'Rent, ' || $3, date '2026-11-01', 'rent', 'income', 'completed', '=1+1'),
    ($2::uuid, -38.62, '+' || $3 || ' Insurance', date '2026-11-12', 'insurance', 'expense', 'completed', null),
    (null::uuid, -412.80, $3 || ' gutters', date '2199-11-28', 'maintenance', 'expense', 'pending', null)
  ) given (property_id, amount, description, date, category, type, status, reference)`;

/** A payment on the tenant's ledger that pays a charge as chosen. Takes the ids of landlord and tenant, and the word. */
const RENT = `
  with tenancy as (select tenancy_id as id from tenants where id = $2),
  charge as (
    insert into rent_entries (user_id, tenancy_id, kind, date, amount, note) select $1, id, 'charge', '2026-11-02', 85, $3 from tenancy returning id),
  payment as (
    insert into transactions (user_id, tenancy_id, amount, description, date, category, type)
    select $1, id, 50, 'Paid by ' || $3, '2026-11-03', 'rent', 'income' from tenancy returning id),
  agent as (insert into agents (user_id, name, fee_percent, vat) values ($1, $3 || ' Lettings', 10, 'added')),
  settings as (insert into reminder_settings (user_id, steps) values ($1, '{3}') on conflict do nothing),
  email as (
    insert into rent_emails (user_id, tenancy_id, due_on, step, recipient, subject, body)
    select $1, id, '2026-11-01', 3, $3 || '@mail.example', $3, $3 from tenancy),
  rate as (insert into base_rates (user_id, starts_on, percent) values ($1, '2026-11-05', 3.5)),
  dismissal as (insert into rent_dismissals (user_id, transaction_id, tenancy_id) select $1, payment.id, tenancy.id from tenancy, payment)
  insert into rent_choices (user_id, tenancy_id, owed_id, paid_id, amount)
  select $1, tenancy.id, charge.id, payment.id, 50 from tenancy, charge, payment`;

/** A connection with an account, what it and a statement file have said, and what waits at the bank. Takes the landlord's id and the word. */
const BANKS = `
  with account as (select id from bank_accounts where user_id = $1),
  connection as (
    insert into bank_connections (user_id, provider, institution_id, institution, requisition_id, reference_hash, status)
    values ($1, 'gocardless', 'BANK', $2 || ' Bank', $2, $2, 'active') returning id),
  feed as (
    insert into bank_feeds (user_id, connection_id, external_id, bank_account_id, holder)
    select $1, connection.id, $2, account.id, $2 from connection, account),
  file as (
    insert into statement_imports (user_id, file_name, content, bank_account_id)
    select $1, $2 || '.csv', convert_to($2, 'UTF8'), id from account returning id),
  rule as (
    insert into payer_rules (user_id, payer, type, category) values ($1, lower($2), 'expense', $2)),
  mapping as (insert into statement_mappings (user_id, header, mapping) values ($1, $2, '{}')),
  pending as (
    insert into bank_pending (user_id, bank_account_id, date, amount, text) select $1, id, '2026-11-01', -1, '=' || $2 from account),
  pair as (insert into same_payments (user_id, imported_id, kept_id) values ($1, gen_random_uuid(), gen_random_uuid()))
  insert into bank_entries (user_id, account_key, provider, external_id, import_id, line, date, amount, text, state)
  select $1, $2, 'file', $2, id, 2, '2026-11-01', -1, '=' || $2, 'asked' from file`;

/** A subscription that has ended, with another checkout under way. Takes the landlord's id and the word. */
const PLAN = `
  insert into subscriptions (user_id, provider, customer_id, subscription_id, plan, state, provider_state, checkout_id, checkout_wish,
    card_brand, card_last4)
  values ($1, 'stripe', $2, $2, 'basic', 'ended', 'canceled', $2, $2, 'Visa', '4242')`;

async function expectAll(database: DatabaseAddress, id: string): Promise<void> {
  const found = await rowsWith(database, [id]);
  const empty = (await landlordsTables(database)).filter((table) => !found[table]);
  if (empty.length > 0) {
    throw new Error(
      `Nothing of a landlord lies in ${empty.join(', ')}: have landlordWithEverything in test/everything.ts add a row.`,
    );
  }
}
