/** A database of a given size: landlords with properties and the people around them, two of whom are signed in. */
import type pg from 'pg';
import type { Sizes } from './row.ts';
import { seedTransactions } from './seed-finance.ts';
import { SUPPLIER_LINKS, SUPPLIERS, TENANTS } from './seed-people.ts';
import { connectToDatabase, type Server } from './server.ts';

/** The Cookie headers of the landlord who reads and of the one who writes. */
export type Sessions = { reader: string; writer: string };

/** Fills an empty database and brings its statistics up to date. Every landlord gets so many properties, tenants and suppliers. */
export async function seed(server: Server, sizes: Sizes): Promise<Sessions & { postgres: string }> {
  const sessions = { reader: await signUp(server, 'reader'), writer: await signUp(server, 'writer') };
  const client = await connectToDatabase(server);
  try {
    await client.query(LANDLORDS, [sizes.landlords - 2]);
    await client.query(PROPERTIES, [sizes.properties]);
    await client.query(TENANTS, [sizes.tenants, sizes.properties]);
    await client.query(SUPPLIERS, [sizes.suppliers]);
    await client.query(SUPPLIER_LINKS, [sizes.properties]);
    for (const parts of [CERTIFICATES, COMPLIANCE, INVOICES]) await client.query(parts);
    await seedTransactions(client, sizes);
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
    return { ...sessions, postgres: await version(client) };
  } finally {
    await client.end();
  }
}

async function signUp({ origin }: Server, name: string): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({
      name: `Bench ${name}`,
      email: `${name}@bench.example`,
      password: crypto.randomUUID(),
      acceptTerms: true,
    }),
  });
  if (answer.status !== 201) throw new Error(`Signing up failed (${answer.status}): ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** $1 landlords beside those who have signed up. Their profiles come from the database's own trigger. */
const LANDLORDS = `
  insert into auth.users (name, email, created_at, updated_at)
  select 'Landlord ' || n, 'landlord-' || n || '@bench.example', now(), now()
  from generate_series(1, $1::int) n`;

/** $1 properties for everyone, made by arithmetic inside the database: nothing has to be sent. Primes keep the columns from keeping step. */
const PROPERTIES = `
  insert into public.properties
    (user_id, address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, size, status, description, date_added)
  select
    profile.id,
    1 + n * 37 % 211 || ' ' || (array['Ashgrove', 'Beech', 'Chapel', 'Laburnum', 'Mill', 'Priory', 'Quarry', 'Rectory',
      'Sycamore', 'Victoria', 'Wharf'])[1 + n % 11] || ' ' || (array['Avenue', 'Close', 'Lane', 'Road', 'Street', 'Terrace', 'Way'])[1 + n % 7],
    place.city, place.city,
    place.area || (1 + n % 29) || ' ' || (1 + n % 9) || chr(65 + n * 5 % 26) || chr(65 + n * 11 % 26),
    (array['flat', 'house', 'detached', 'semi-detached', 'bungalow', 'terraced'])[1 + n * 13 % 6],
    bedrooms, 1 + bedrooms / 3, 450 + bedrooms * 225 + n * 17 % 390, bedrooms * 100,
    (array['occupied', 'occupied', 'occupied', 'vacant', 'maintenance'])[1 + n * 3 % 5],
    case when n % 4 > 0 then 'Close to shops and the station, with ' || (array['a south-facing yard', 'off-street parking',
      'a long lease', 'new double glazing'])[n % 4] || '. Gas and electrical certificates are kept with the agent.' end,
    now() - make_interval(hours => n * 7)
  from public.profiles profile
  cross join generate_series(1, $1::int) n
  cross join lateral (select 1 + n * 7 % 5 as bedrooms) rooms
  join (values (0, 'Bristol', 'BS'), (1, 'Leeds', 'LS'), (2, 'Norwich', 'NR'), (3, 'Cardiff', 'CF'), (4, 'York', 'YO'),
    (5, 'Glasgow', 'G'), (6, 'Derby', 'DE'), (7, 'Belfast', 'BT'), (8, 'Exeter', 'EX'), (9, 'Durham', 'DH'),
    (10, 'Swansea', 'SA'), (11, 'Leicester', 'LE'), (12, 'Preston', 'PR')) place (number, city, area) on place.number = n % 13`;

/** Two certificates, compliance and an invoice for each property of the landlord who reads. */
const OF_THE_READER = `from public.properties p join public.profiles on profiles.id = p.user_id and profiles.email = 'reader@bench.example'`;
const CERTIFICATES = `
  insert into public.property_certificates (user_id, property_id, name, issue_date, expiration_date, cost, provider_name)
  select p.user_id, p.id, kind.name, date '2026-03-01', date '2027-03-01', 95, 'Harrogate Heating'
  ${OF_THE_READER} cross join (values ('Gas Safety Record'), ('Energy Performance Certificate')) kind (name)`;
const COMPLIANCE = `
  insert into public.property_compliance (user_id, property_id, gas_safety_completed, alarms_completed, alarms_last_checked)
  select p.user_id, p.id, true, true, date '2026-09-01' ${OF_THE_READER}`;
const INVOICES = `
  insert into public.property_invoices (user_id, property_id, invoice_date, amount, description)
  select p.user_id, p.id, date '2026-05-12', 240, 'Boiler service' ${OF_THE_READER}`;

async function version(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  return rows[0]?.server_version ?? 'unknown';
}
