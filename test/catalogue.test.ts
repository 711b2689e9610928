import { describe, expect, it } from 'vitest';
import { functions, links, tables, triggersOf, UNOWNED, writable } from './reading/catalogue.ts';
import { asRole, query, workerDatabase } from './servers/database.ts';

const database = await workerDatabase();

/** Columns of landlords' tables that only the database may write. */
const DATABASE_COLUMNS =
  /\.(id|user_id|version|seq|date_added|added_on|search|sort_name|property_name|supplier_name)$|^profiles\.(trial_(start|end)_date|file_bytes)$|^subscriptions\.|^files\.(url|clear_at|uploaded_at)$|^transactions\.(size|source)$|^supplier_properties\.service_type$|^(activity|tallies|file_removals|lease_notices|notice_emails|deadlines|deadline_emails|transaction_totals|transaction_days|tax_totals|tax_account_totals|transaction_undo)\./;

/** The expected condition of the policies of members' own tables. */
const MEMBER_CONDITION = String.raw`\(+user_id = \( SELECT app\.user_id\(\) AS user_id\)\) AND \(member_id = \( SELECT app\.member_id\(\) AS member_id\)\)+`;
const OTHER_CONDITIONS: Record<string, string> = {
  'public.people': String.raw`\(+id = \( SELECT app\.person_id\(\) AS person_id\)\)+`,
  'public.calendar_feeds': MEMBER_CONDITION,
  'public.notice_states': MEMBER_CONDITION,
  'app.notice_emails': MEMBER_CONDITION,
};

const all = await tables(database);
const landlords = all.filter(({ name }) => !UNOWNED[name]);

describe('every landlord’s table', () => {
  it.each(landlords)('$name restricts rows to their landlord, also for its owner role', async (table) => {
    expect(table).toMatchObject({ secured: true, forced: true });
    const policies = await query<{ rule: string; check: string | null; command: string; roles: string[] }>(
      database,
      `select qual as rule, with_check as check, cmd as command, roles::text[] as roles from pg_policies
       where format('%I.%I', schemaname, tablename) = $1 and permissive = 'PERMISSIVE' and (roles && '{tenure_app,public,tenure_member}')`,
      [table.name],
    );
    expect([[['tenure_app']], [['tenure_app', 'tenure_member']]]).toContainEqual(policies.map(({ roles }) => roles));
    const own = new RegExp(
      `^${OTHER_CONDITIONS[table.name] ?? String.raw`\(+(user_id|id) = \( SELECT app\.user_id\(\) AS user_id\)\)+`}$`,
    );
    for (const { rule, check } of policies) {
      expect(rule).toMatch(own);
      expect(check ?? rule).toMatch(own);
    }
  });

  it('references other tables including the landlord’s id, to prevent links between landlords', async () => {
    const loose = (await links(database)).filter(
      ({ to, columns, targets }) => to !== 'profiles' && !(columns.includes('user_id') && targets.includes('user_id')),
    );
    expect((await links(database)).map(({ from, to }) => `${from} ${to}`)).toEqual(
      expect.arrayContaining([
        'tenants properties',
        'supplier_properties suppliers',
        'lease_notices tenants',
        'transactions properties',
        'transactions bank_accounts',
        'transactions suppliers',
        'transactions files',
      ]),
    );
    expect(loose, 'Make these foreign keys (…_id, user_id) references … (id, user_id)').toEqual([]);
  });
});

describe('every record', () => {
  const records = all.filter(({ comment }) => comment?.startsWith('record:'));

  it('is marked in its migration', () => {
    expect(records.map(({ name, comment }) => [name, comment])).toContainEqual([
      'public.properties',
      'record:property',
    ]);
  });

  it.each(records)('$name has triggers for versions, counts and activity', async ({ name }) => {
    expect(await triggersOf(database, name)).toEqual(
      expect.arrayContaining(['next_version', 'record_added', 'record_changed', 'record_removed']),
    );
  });

  it('has at most 12 triggers on transactions, for speed', async () => {
    expect((await triggersOf(database, 'public.transactions')).length).toBeLessThanOrEqual(12);
  });
});

describe('the role that serves landlords', () => {
  const app = asRole(database, 'app');

  it('has no special rights or memberships', async () => {
    const [role] = await query(
      app,
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication, rolinherit,
              has_database_privilege(current_database(), 'create') as creates,
              (select count(*)::int from pg_auth_members where member = pg_roles.oid) as memberships
       from pg_roles where rolname = current_user`,
    );
    expect(Object.values(role ?? {}).filter((value) => value === true || value === 1)).toEqual([]);
  });

  it('owns no objects', async () => {
    const owned = await query(
      database,
      `select classid::regclass::text as kind, objid from pg_shdepend where refobjid = 'tenure_app'::regrole and deptype = 'o'`,
    );
    expect(owned).toEqual([]);
  });

  it('has no rights on the authentication schema', async () => {
    const [rights] = await query<{ schema: boolean; tables: string[] | null }>(
      database,
      `select has_schema_privilege('tenure_app', 'auth', 'usage') as schema,
              (select array_agg(relname) from pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r'
                and has_table_privilege('tenure_app', oid, 'select, insert, update, delete, truncate, references, trigger')) as tables`,
    );
    expect(rights).toEqual({ schema: false, tables: null });
    await expect(query(app, 'select * from auth.users')).rejects.toThrow('permission denied for schema auth');
  });

  it.each(['insert', 'update'] as const)('cannot %s ids, owners, versions, trial dates or plans', async (right) => {
    const columns = await writable(database, right);
    expect(columns).toContain('properties.address');
    expect(columns.filter((name) => DATABASE_COLUMNS.test(name))).toEqual([]);
  });

  it('cannot change or delete activity', async () => {
    await expect(query(app, 'delete from activity')).rejects.toThrow('permission denied');
    await expect(query(app, `update activity set label = 'x'`)).rejects.toThrow('permission denied');
    await expect(query(app, 'truncate activity')).rejects.toThrow('permission denied');
  });

  it('sees no rows before a landlord is set', async () => {
    for (const { name } of landlords) expect(await query(app, `select * from ${name}`)).toEqual([]);
  });
});

describe('the role that signs people in', () => {
  it('has no rights on landlords’ tables', async () => {
    const rights = await query(
      database,
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and has_table_privilege('tenure_auth', oid, 'select, insert, update, delete, truncate, references, trigger')`,
    );
    expect(rights).toEqual([]);
  });
});

describe('every function', () => {
  it('cannot be executed by public', async () => {
    const open = (await functions(database)).filter(({ rights }) => rights === null || /[{,]=X/.test(rights));
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  it('has a fixed search path if it is a security definer', async () => {
    const definers = (await functions(database)).filter(({ definer }) => definer);
    expect(definers.length).toBeGreaterThan(3);
    for (const { name, settings } of definers) {
      expect([name, settings]).toEqual([name, expect.arrayContaining(['search_path=pg_catalog, pg_temp'])]);
    }
  });

  it('that searches filters on the current landlord', async () => {
    const searches = (await functions(database)).filter(({ name }) => name.startsWith('app.find_'));
    expect(searches.map(({ name }) => name)).toContain('app.find_properties');
    for (const { name, source } of searches)
      expect([name, source]).toEqual([name, expect.stringMatching(/user_id = app\.user_id\(\)/)]);
  });
});

it.each([
  // Status and plan are computed: docs/decisions/0022-computed-subscription-status.md.
  ['profiles', 'id name email trial_start_date trial_end_date updated_at'],
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
    // The columns of a lease are part of the tenancy: docs/decisions/0056-lease-terms-belong-to-the-tenancy.md.
    'tenant_leases',
    'id name email phone property_id property_name lease_start lease_end rent_amount deposit_amount image_url guarantor_name guarantor_address guarantor_phone guarantor_alt_contact user_id',
  ],
  // `properties` is counted from `supplier_properties`.
  ['suppliers', 'user_id name email phone service_type address notes contact_person website image_url'],
  [
    'bank_accounts',
    'name institution account_number sort_code balance currency last_synced is_connected user_id external_id created_at',
  ],
  [
    'transactions',
    'property_id bank_account_id amount description date category type status reference external_id user_id',
  ],
])('%s has the columns named in the specification', async (table, columns) => {
  const found = await query<{ name: string }>(
    database,
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [table],
  );
  expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(columns.split(' ')));
});

it('a property’s status is one of those in the specification', async () => {
  const rules = await query<{ table: string; rule: string }>(
    database,
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as rule from pg_constraint
     where contype = 'c' and pg_get_constraintdef(oid) ~ 'status = ANY'`,
  );
  const listed = Object.fromEntries(rules.map(({ table, rule }) => [table, rule.match(/'\w+'/g)]));
  expect(listed).toMatchObject({
    properties: ["'vacant'", "'occupied'", "'maintenance'"],
    // 'overdue' is computed from the date and never stored.
    transactions: ["'completed'", "'pending'"],
  });
});

it('a transaction’s sign matches its type, and an expense is not 0', async () => {
  const [landlord] = await query<{ id: string }>(
    database,
    `insert into auth.users (name, email, created_at, updated_at) values ('Ada', gen_random_uuid()::text, now(), now()) returning id`,
  );
  const [account] = await query<{ id: string }>(database, 'select id from profiles where owner_id = $1', [
    landlord?.id,
  ]);
  const keep = (type: string, amount: string) =>
    query(
      database,
      `insert into transactions (user_id, amount, description, date, category, type) values ($1, $2, 'Rent', now(), 'rent', $3)`,
      [account?.id, amount, type],
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
