import type pg from 'pg';
import { connectToDatabase, signUp } from '../server-process.ts';
import { seedKey } from './keys.ts';
import { INSPECTION, OWNER, REACH, REPAIR, type Sizes } from './scenario.ts';
import type { Server } from './server.ts';

/**
 * Cookie headers of two landlords and of two managers in the reader's account; `limited` has only some properties in
 * reach. `key` is the reader's API key.
 */
export type Sessions = Record<'reader' | 'writer' | 'manager' | 'limited' | 'key', string>;

const READER = { name: 'Bench reader', email: 'reader@bench.example' };
const WRITER = { name: 'Bench writer', email: 'writer@bench.example' };
const MANAGER = { name: 'Bench manager', email: 'manager@bench.example' };
const LIMITED = { name: 'Bench member', email: 'limited@bench.example' };

/** Fills an empty database and updates its statistics. Sizes apply to each landlord. */
export async function seed(server: Server, sizes: Sizes): Promise<Sessions & { readerId: string; postgres: string }> {
  const landlords = { reader: await signUp(server.origin, READER), writer: await signUp(server.origin, WRITER) };
  const client = await connectToDatabase(server);
  try {
    await client.query(LANDLORDS, [sizes.landlords - 2]);
    await client.query(PROPERTIES, [sizes.properties]);
    // Prevents an entry in the log for each rent.
    await client.query(`set app.saves_tenant = 'yes'`);
    await client.query(TENANTS, [sizes.tenants, sizes.properties]);
    await client.query(SUPPLIERS, [sizes.suppliers]);
    await client.query(SUPPLIER_LINKS, [sizes.properties]);
    for (const parts of [CERTIFICATES, COMPLIANCE, SUMMARIES, INVOICES, DOCUMENTS, REPAIRS]) await client.query(parts);
    // With plans for empty tables, triggers would scan whole tables.
    await client.query('set enable_seqscan = off');
    await client.query(INSPECTIONS);
    await client.query('reset enable_seqscan');
    await seedTransactions(client, { ...sizes, email: READER.email });
    for (const parts of [OWNERS, LETTINGS, RECEIPTS]) await client.query(parts);
    const managers = { manager: await signUp(server.origin, MANAGER), limited: await signUp(server.origin, LIMITED) };
    await client.query(MEMBERS, [MANAGER.email, LIMITED.email]);
    await client.query(PROPERTIES_IN_REACH, [REACH]);
    await client.query(MEMBERS_SESSIONS);
    const key = await seedKey(client, READER);
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
    const { rows } = await client.query<{ readerId: string; postgres: string }>(
      `select id as "readerId", current_setting('server_version') as postgres from public.profiles where email = 'reader@bench.example'`,
    );
    if (!rows[0]) throw new Error('The reader does not exist.');
    return { ...landlords, ...managers, key, ...rows[0] };
  } finally {
    await client.end();
  }
}

/** $1 more landlords. The database's trigger creates their profiles. */
const LANDLORDS = `
  insert into auth.users (name, email, created_at, updated_at)
  select 'Landlord ' || n, 'landlord-' || n || '@bench.example', now(), now()
  from generate_series(1, $1::int) n`;

/** $1 properties for each landlord, computed in the database. Primes decorrelate the columns. */
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

const READERS_ACCOUNT = `(select id from public.profiles where email = 'reader@bench.example')`;

/** $1 is a manager of all the reader's properties, $2 of some. */
const MEMBERS = `
  insert into public.members (user_id, person_id, name, email, role, whole, state, joined_at)
  select ${READERS_ACCOUNT}, id, name, email, 'manager', email = $1, 'active', now() from auth.users where email in ($1, $2)`;
const PROPERTIES_IN_REACH = `
  insert into app.member_properties (member_id, user_id, property_id)
  select m.id, m.user_id, p.id from public.members m
  cross join lateral (select id from public.properties where user_id = m.user_id order by id limit $1) p where not m.whole`;
const MEMBERS_SESSIONS = `
  update auth.sessions s set account_id = m.user_id from public.members m where m.person_id = s.user_id and m.role = 'manager'`;

const OF_THE_READER = `from public.properties p join public.profiles on profiles.id = p.user_id and profiles.email = 'reader@bench.example'`;
const CERTIFICATES = `
  insert into public.property_certificates (user_id, property_id, name, compliance_item, issue_date, expiration_date, cost, provider_name)
  select p.user_id, p.id, kind.name, item, current_date - 365, current_date - 60 + (row_number() over (order by p.id) * turn % 700)::int, 95, 'Harrogate Heating'
  ${OF_THE_READER} cross join (values ('Gas Safety Record', 'gasSafety', 7), ('Energy Performance Certificate', 'energyPerformance', 11)) kind (name, item, turn)`;
const COMPLIANCE = `
  insert into public.property_compliance (user_id, property_id, gas_safety_completed, alarms_completed, alarms_last_checked)
  select p.user_id, p.id, true, true, date '2026-09-01' ${OF_THE_READER}`;
const SUMMARIES = `
  update public.properties set compliance_items = compliance_items || jsonb_build_object('recorded', '{"alarms": "2026-09-01"}'::jsonb, 'ends',
    (select jsonb_object_agg(compliance_item, expiration_date) from public.property_certificates where property_id = properties.id))
  where id in (select p.id ${OF_THE_READER})`;
const INVOICES = `
  insert into public.property_invoices (user_id, property_id, invoice_date, amount, description)
  select p.user_id, p.id, date '2026-05-12', 240, 'Boiler service' ${OF_THE_READER}`;

/** A document with two pages of text for each of the reader's properties. */
const DOCUMENTS = `
  with made as materialized (
    select gen_random_uuid() as id, p.user_id, p.id as property_id, n, kind.type, kind.title, p.address,
      p.user_id || '/document_' || n || '_bench.pdf' as path,
      'The policy AV' || (4000000 + n) || ' covers ' || p.address || ', ' || p.zipcode || E'.\\n' || repeat(
        'The tenant keeps the boiler, gutters and windows in good order and reports a defect at once. ' || n % 97 || E'\\n', 40) as body
    from (select p.*, row_number() over (order by p.id) as n ${OF_THE_READER}) p
    join (values (0, 'agreement', 'Tenancy agreement'), (1, 'insurance', 'Landlord insurance'), (2, 'gas', 'Gas safety record'))
      kind (number, type, title) on kind.number = n % 3
  ), files as (
    insert into public.files (user_id, bucket, path, name, content_type, bytes, sha256, stored, clear_at)
    select user_id, 'documents', path, title || '.pdf', 'application/pdf', 40000, encode(sha256(convert_to(path, 'UTF8')), 'hex'), true, null from made
  ), documents as (
    insert into public.documents (id, user_id, title, type, day, date_added)
    select id, user_id, title || ', ' || address, type, date '2025-01-01' + (n % 600)::int, now() - make_interval(hours => n::int) from made
  ), versions as (
    insert into public.document_versions (user_id, document_id, number, file_url, name, pages, reading, text, words)
    select user_id, id, 1, '/api/files/documents/' || path, title || '.pdf', 2, 'read', body,
      to_tsvector('english', body) || array_to_tsvector(array['account:' || user_id]) from made
  )
  insert into public.document_links (user_id, document_id, property_id) select user_id, id, property_id from made`;

/** 20,000 repairs of the reader with ten events each, two of them photos; one in 60 is open. */
const REPAIRS = `
  with homes as materialized (
    select p.user_id, p.id, row_number() over (order by p.id) - 1 as place, count(*) over () as total ${OF_THE_READER}
  ), made as materialized (
    select case n when 1 then '${REPAIR}'::uuid else gen_random_uuid() end as id, n, h.user_id, h.id as property_id,
      case when n % 60 = 0 or n = 1 then (array['reported', 'accepted', 'quoting', 'booked', 'in-progress', 'done'])[1 + n / 60 % 6] else 'closed' end as state
    from generate_series(1, 20000) n join homes h on h.place = n % h.total
  ), repairs as (
    insert into public.repairs (id, user_id, property_id, reported_by, title, description, category, urgency, state, reported_at, date_added)
    select id, user_id, property_id, 'landlord', (array['Boiler makes no hot water', 'Leak under the bath', 'Gutter blocked', 'Back door lock'])[1 + n % 4],
      'Since this morning.', (array['heating', 'water', 'roof', 'door'])[1 + n % 4], (array['normal', 'urgent', 'normal', 'passing'])[1 + n % 4], state,
      now() - make_interval(hours => n), now() - make_interval(hours => n) from made
  ), photos as materialized (
    select gen_random_uuid() as id, made.id as repair_id, user_id, user_id || '/document_' || n || '_photo' || nth || '.jpg' as path
    from made cross join generate_series(1, 2) nth
  ), files as (
    insert into public.files (user_id, bucket, path, name, content_type, bytes, sha256, stored, clear_at)
    select user_id, 'documents', path, 'Photo.jpg', 'image/jpeg', 90000, encode(sha256(convert_to(path, 'UTF8')), 'hex'), true, null from photos
  ), documents as (
    insert into public.documents (id, user_id, title, type) select id, user_id, 'Photo.jpg', 'photo' from photos
  ), versions as (
    insert into public.document_versions (user_id, document_id, number, file_url, name)
    select user_id, id, 1, '/api/files/documents/' || path, 'Photo.jpg' from photos
  ), links as (
    insert into public.document_links (user_id, document_id, repair_id) select user_id, id, repair_id from photos
  )
  insert into public.repair_events (user_id, repair_id, side, name, kind, text, tenant_sees, suppliers_see, document_id)
  select user_id, id, (array['landlord', 'tenant'])[1 + nth % 2], 'Ada', 'message', 'Somebody comes tomorrow between 8 and 10.', true, false, null
  from made cross join generate_series(1, 8) nth
  union all select user_id, repair_id, 'tenant', 'Ada', 'file', '', true, true, id from photos`;

/** 3,000 inspections of the reader with eight rooms of ten items each and a photo in each room; 120 are planned. */
const INSPECTIONS = `
  with homes as materialized (
    select p.user_id, p.id, row_number() over (order by p.id) - 1 as place, count(*) over () as total ${OF_THE_READER}
  ), made as materialized (
    insert into public.inspections (id, user_id, property_id, kind, starts_at, inspector, note)
    select case n when 121 then '${INSPECTION}'::uuid else gen_random_uuid() end, h.user_id, h.id,
      (array['move-in', 'routine', 'move-out'])[1 + n % 3], now() + make_interval(hours => 24 * (120 - n) + 12), 'Ada', 'The tenant was at home.'
    from generate_series(1, 3000) n join homes h on h.place = n % h.total returning id, user_id, starts_at
  ), rooms as materialized (
    insert into public.inspection_rooms (user_id, inspection_id, place, name, items)
    select user_id, id, nth, 'Room ' || nth, (
      select jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'name', 'Item ' || item, 'clean', true, 'note', 'Marks near the door',
        'condition', case when starts_at < now() then (array['good', 'worn', 'damaged'])[1 + (item + nth) % 3] end)) from generate_series(1, 10) item)
    from made cross join generate_series(1, 8) nth returning id, user_id
  ), files as (
    insert into public.files (user_id, bucket, path, name, content_type, bytes, sha256, stored, taken_at)
    select user_id, 'inspection_images', user_id || '/inspection_' || id || '.jpg', 'Photo.jpg', 'image/jpeg', 90000, repeat('0', 64), true, now() from rooms
  )
  insert into public.inspection_photos (user_id, room_id, url)
  select user_id, id, '/api/files/inspection_images/' || user_id || '/inspection_' || id || '.jpg' from rooms`;

const FIRST = `(array['Ada', 'Bola', 'Chloé', 'Dafydd', 'Éamon', 'Fatima', 'Grace', 'Hugo', 'Ines', 'Jakub', 'Kwame', 'Leila', 'Mary', 'Niamh',
  'Oluwaseun', 'Priya', 'Quentin', 'Rosa', 'Søren', 'Tomasz', 'Uma', 'Victor', 'Wei'])`;
const LAST = `(array['Adeyemi', 'Byrne', 'Chaudhry', 'Davies', 'Evans', 'Fernandes', 'Grant', 'Hughes', 'Iqbal', 'Jones', 'Kowalski', 'Lovelace',
  'Murray', 'Nowak', 'Okafor', 'Patel', 'Quinn', 'Rossi', 'Smith'])`;

const NUMBERED_PROPERTIES =
  '(select user_id, id, row_number() over (partition by user_id order by id) - 1 as place from public.properties)';

/** $1 tenants for each landlord over $2 properties; one in four periodic, one in ten moved out. */
const TENANTS = `
  with people as materialized (
    select gen_random_uuid() as tenancy_id, n, home.user_id, home.id as property_id,
      date '2024-01-01' + n % 700 as start_date, case when n % 4 > 0 then date '2026-01-01' + n * 3 % 900 end as end_date,
      case when n % 10 = 0 then date '2026-06-01' + n % 90 end as moved_out
    from ${NUMBERED_PROPERTIES} home join generate_series(1, $1::int) n on n % $2::int = home.place
  ), agreed as (
    insert into public.tenancies (id, user_id, property_id, kind, start_date, end_date, ended_on, rent_day, charges_from, charged_to, deposit_amount)
    select tenancy_id, user_id, property_id, case when end_date is null then 'periodic' else 'fixed-term' end, start_date, end_date, moved_out,
      1, current_date, current_date + 60, 600 + n * 17 % 1900 from people
  ), rents as (
    insert into public.tenancy_rents (user_id, tenancy_id, starts_on, amount)
    select user_id, tenancy_id, start_date, 500 + n * 17 % 1900 from people
  )
  insert into public.tenants (user_id, name, email, phone, property_id, tenancy_id, moved_out, date_added)
  select user_id, ${FIRST}[1 + n * 5 % 23] || ' ' || ${LAST}[1 + n * 7 % 19], 'tenant-' || n || '@bench.example',
    '07700 9' || lpad((n % 100000)::text, 5, '0'), property_id, tenancy_id, moved_out, now() - make_interval(hours => n * 3)
  from people`;

const SUPPLIERS = `
  insert into public.suppliers (user_id, name, email, phone, service_type, contact_person, address, website, notes, date_added)
  select
    profile.id,
    ${LAST}[1 + n * 7 % 19] || (array[' & Sons ', ' & Daughters ', ' ', ' Brothers '])[1 + n % 4] || kind.service,
    'supplier-' || n || '@bench.example', '020 7946 ' || lpad((n % 10000)::text, 4, '0'), kind.service,
    ${FIRST}[1 + n * 5 % 23] || ' ' || ${LAST}[1 + n * 11 % 19], 1 + n % 90 || ' Dock Road, Bristol', 'supplier-' || n || '.example',
    'Closed on Fridays.', now() - make_interval(hours => n * 5)
  from public.profiles profile
  cross join generate_series(1, $1::int) n
  cross join lateral (select (array['Plumbing', 'Electrical', 'HVAC', 'Cleaning', 'Landscaping', 'General Maintenance', 'Locksmith',
    'Pest Control', 'Painting', 'Roofing', 'Carpentry', 'Flooring'])[1 + n * 5 % 12] as service) kind`;

/** Ten of the $1 properties for each supplier. */
const SUPPLIER_LINKS = `
  insert into public.supplier_properties (user_id, supplier_id, property_id)
  select supplier.user_id, supplier.id, home.id
  from (select user_id, id, row_number() over (partition by user_id order by id) as place from public.suppliers) supplier
  cross join generate_series(0, 9) nth
  join ${NUMBERED_PROPERTIES} home on home.user_id = supplier.user_id and home.place = (supplier.place * 10 + nth) % $1::int
  on conflict do nothing`;

/** A couple owns all properties at 60/40, but the first property at other shares from the middle of a month. */
const OWNERS = `
  with reader as (select id from public.profiles where email = 'reader@bench.example'),
  one as (insert into public.owners (id, user_id, name, kind, nation) select '${OWNER}', id, 'Ada', 'person', 'England' from reader returning id),
  other as (insert into public.owners (user_id, name, kind, nation) select id, 'Ben', 'person', 'England' from reader returning id),
  place as (
    select reader.id as user_id, app.no_property() as property_id, date '2000-01-01' as starts_on, 3 as part, 5 as whole from reader
    union all
    (select user_id, id, date '2025-09-17', 1, 3 from public.properties where user_id = (select id from reader) order by id limit 1)),
  ownership as (insert into public.ownerships (user_id, property_id, starts_on) select user_id, property_id, starts_on from place)
  insert into public.shares (user_id, property_id, starts_on, owner_id, numerator, denominator)
  select user_id, property_id, starts_on, one.id, part, whole from place, one
  union all select user_id, property_id, starts_on, other.id, whole - part, whole from place, other`;

/** Commercial and mixed lettings, which the account's sums do not contain. */
const LETTINGS = `
  insert into public.tax_lettings (user_id, property_id, residential_percent)
  select user_id, id, case when row_number() over (order by id) % 2 = 0 then 0 else 60 end
  from (select p.user_id, p.id ${OF_THE_READER} order by p.id limit 10) homes`;

/** Receipts in the reader's tray. Some have the amount and day of a transaction. */
const RECEIPTS = `
  with uploaded as (
    insert into public.files (user_id, bucket, path, name, content_type, bytes, sha256, stored)
    select id, 'transaction-files', id || '/receipt-' || n || '.pdf', 'Receipt ' || n || '.pdf', 'application/pdf', 20000,
      encode(sha256(n::text::bytea), 'hex'), true
    from public.profiles cross join generate_series(1, 2000) n where email = 'reader@bench.example' returning user_id, url, name)
  insert into public.transaction_files (user_id, file_url, name, reading, found_date, found_amount)
  select user_id, url, name, 'read', date '2026-01-01' + (row_number() over (order by url))::int % 300, 5 + row_number() over (order by url) % 900
  from uploaded`;

const BATCH_SIZE = 50_000;

type Transactions = Pick<Sizes, 'transactions' | 'properties'> & {
  email: string;
  /** Last day, and number of days before. By default ten years that end in 30 days. */
  last?: string;
  days?: number;
};

/** Adds transactions: half are rents, one expense in 97 is pending, and one transaction in ten has no property. */
export async function seedTransactions(
  client: pg.Client,
  { transactions, properties, email, last, days = 3650 }: Transactions,
): Promise<void> {
  // Building the index at the end is three times faster.
  const { rows } = await client.query<{ built: string }>(
    `select pg_get_indexdef('public.transactions_windows'::regclass) as built`,
  );
  await client.query('drop index public.transactions_windows');
  for (let from = 0; from < transactions; from += BATCH_SIZE) {
    const part = [from, Math.min(from + BATCH_SIZE, transactions), transactions, properties];
    await client.query(TRANSACTIONS, [...part, email, last ?? null, days]);
  }
  await client.query(rows[0]?.built ?? '');
}

/** Adds rows $1 + 1 to $2 of $3. $4: number of properties; $5: landlord; $6: last day; $7: days before. */
const TRANSACTIONS = `
  insert into public.transactions (user_id, property_id, amount, description, reference, date, category, type, status, source, external_id)
  select reader.id, case when n % 10 > 0 then home.id end,
    case when rent then 400 + n * 17 % 1900 else -(5 + n * 13 % 900 + n % 100 / 100.0) end,
    case when rent then 'Rent, ' || (array['Ada', 'Bola', 'Grace', 'Hugo', 'Kwame', 'Leila', 'Tomasz', 'Wei'])[1 + n % 8] || ' '
        || (array['Adeyemi', 'Byrne', 'Chaudhry', 'Davies', 'Okafor', 'Patel', 'Quinn', 'Rossi', 'Lovelace', 'Kowalski', 'Nowak'])[1 + n * 7 % 11]
      else (array['Boiler service', 'Gutter clearing', 'Landlord insurance premium', 'Council tax for the empty period', 'Electricity',
        'Gas safety inspection', 'Locks changed', 'Carpet cleaning', 'Tenant referencing', 'Roof repair'])[1 + n * 3 % 10] end
      || case when n % 200 = 0 then ' in the storm' else '' end || case when n % 100000 = 77 then ', chimney qz' else '' end,
    case when rent then 'RENT ' else 'INV-' end || 100000 + n * 31 % 900000,
    coalesce($6::date, (now() at time zone 'Europe/London')::date + 30) - (($3::int - n) * $7::numeric / $3::int)::int,
    case when rent then 'rent' else (array['maintenance', 'maintenance', 'insurance', 'tax', 'utilities', 'other'])[1 + n * 5 % 6] end,
    case when rent then 'income' else 'expense' end, case when not rent and n % 97 = 0 then 'pending' else 'completed' end, 'bank', 'bench-' || n
  from (select id from public.profiles where email = $5) reader
  cross join (select n, n % 2 = 0 as rent from generate_series($1::int + 1, $2::int) n) numbered
  join (select id, row_number() over (order by id) - 1 as place from public.properties
        where user_id = (select id from public.profiles where email = $5)) home
    on home.place = n * 7 % $4::int`;
