/** The people around the properties of the bench, made by arithmetic inside the database as the properties are. */

const FIRST = `(array['Ada', 'Bola', 'Chloé', 'Dafydd', 'Éamon', 'Fatima', 'Grace', 'Hugo', 'Ines', 'Jakub', 'Kwame', 'Leila', 'Mary', 'Niamh',
  'Oluwaseun', 'Priya', 'Quentin', 'Rosa', 'Søren', 'Tomasz', 'Uma', 'Victor', 'Wei'])`;
const LAST = `(array['Adeyemi', 'Byrne', 'Chaudhry', 'Davies', 'Evans', 'Fernandes', 'Grant', 'Hughes', 'Iqbal', 'Jones', 'Kowalski', 'Lovelace',
  'Murray', 'Nowak', 'Okafor', 'Patel', 'Quinn', 'Rossi', 'Smith'])`;

/** Everyone's properties, each landlord's own counted from 0. */
const NUMBERED_PROPERTIES =
  '(select user_id, id, row_number() over (partition by user_id order by id) - 1 as place from public.properties)';

/** $1 tenants for everyone, spread over their $2 properties; one in four has no fixed end, one in ten has moved out. */
export const TENANTS = `
  insert into public.tenants
    (user_id, name, email, phone, property_id, lease_start, lease_end, moved_out, rent_amount, deposit_amount, date_added)
  select
    home.user_id,
    ${FIRST}[1 + n * 5 % 23] || ' ' || ${LAST}[1 + n * 7 % 19], 'tenant-' || n || '@bench.example',
    '07700 9' || lpad((n % 100000)::text, 5, '0'), home.id,
    date '2024-01-01' + n % 700, case when n % 4 > 0 then date '2026-01-01' + n * 3 % 900 end,
    case when n % 10 = 0 then date '2026-06-01' + n % 90 end, 500 + n * 17 % 1900, 600 + n * 17 % 1900,
    now() - make_interval(hours => n * 3)
  from ${NUMBERED_PROPERTIES} home join generate_series(1, $1::int) n on n % $2::int = home.place`;

/** $1 suppliers for everyone. */
export const SUPPLIERS = `
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

/** Ten of everyone's $1 properties for each of their suppliers. */
export const SUPPLIER_LINKS = `
  insert into public.supplier_properties (user_id, supplier_id, property_id)
  select supplier.user_id, supplier.id, home.id
  from (select user_id, id, row_number() over (partition by user_id order by id) as place from public.suppliers) supplier
  cross join generate_series(0, 9) nth
  join ${NUMBERED_PROPERTIES} home on home.user_id = supplier.user_id and home.place = (supplier.place * 10 + nth) % $1::int
  on conflict do nothing`;
