/** Raw statements in the database role of members: what an SQL injection could reach. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runOnBehalfOf } from '../src/server/session/with-user.server.ts';
import { type FullLandlord, landlordWithEverything } from './fixtures/everything.ts';
import { INJECTED } from './fixtures/injected.ts';
import { addedProperty, addedTenant, type Landlord, landlord, memberIdOf } from './fixtures/landlords.ts';
import { OF_EVERY_MEMBER, READS } from './fixtures/member-tables.ts';
import { member } from './fixtures/members.ts';
import { asRole, query } from './servers/database.ts';
import { server } from './servers/server.ts';

const { database } = server;

let owner: FullLandlord;
let own: string;
let everything: string[];

beforeAll(async () => {
  owner = await landlordWithEverything();
  own = (await addedProperty(owner)).id;
  const tables = await query<{ name: string }>(
    database,
    `select relnamespace::regnamespace || '.' || relname as name from pg_class
     where relkind in ('r', 'p') and relnamespace::regnamespace::text in ('public', 'app', 'auth') order by 1`,
  );
  everything = tables.map(({ name }) => name);
});

/** One connection runs all statements, because each new connection reads the whole catalogue. */
const client = new pg.Client(asRole(database, 'member'));
beforeAll(async () => void (await client.connect()));
afterAll(() => client.end());

/** Runs statements in one transaction of the member role, which is rolled back. */
async function as(person: Landlord, ...statements: string[]): Promise<Record<string, unknown>[][]> {
  const [session] = await query<{ token: string }>(database, 'select token from auth.sessions where user_id = $1', [
    person.personId,
  ]);
  await client.query('begin');
  try {
    await client.query('select app.authenticate($1, $2, true, null, null)', [
      session?.token,
      server.services.clock.now(),
    ]);
    const answers: Record<string, unknown>[][] = [];
    for (const text of statements) answers.push((await client.query<Record<string, unknown>>(text)).rows);
    return answers;
  } finally {
    await client.query('rollback');
  }
}

/** TN434 refuses changes to part of a shared inspection. */
const REFUSALS = ['42501', 'TN403', 'TN434'];

/** Returns the number of rows that a statement reaches, or -1 if it is refused. */
async function reached(person: Landlord, statement: string): Promise<number> {
  try {
    const [rows = []] = await as(person, statement);
    return rows.length;
  } catch (error) {
    if (error instanceof pg.DatabaseError && REFUSALS.includes(error.code ?? '')) return -1;
    throw error;
  }
}

/** Changes that each role may make. SQL functions write the state and events of repairs. */
const CHANGES: Record<string, string[]> = {
  maintenance: [
    'update public.inspection_templates',
    'delete public.inspection_templates',
    'update public.inspections',
    'update public.repair_bills',
    'update public.repair_plans',
    'delete public.repair_plans',
    'update public.repair_targets',
    'delete public.repair_targets',
    'update public.repairs',
    'delete public.repairs',
  ],
};

describe.each(['maintenance', 'guest'] as const)('a statement of a %s', (role) => {
  it('reads only tables of its areas', async () => {
    const person = await member(owner, { role });
    const found: string[] = [];
    for (const table of everything)
      if ((await reached(person, `select 1 from ${table} limit 1`)) > 0) found.push(table);
    expect(found).toEqual([...OF_EVERY_MEMBER, ...(READS[role] ?? [])].toSorted());
  });

  it('changes and deletes no row of the account', async () => {
    const person = await member(owner, { role });
    const changed: string[] = [];
    for (const table of everything.filter((name) => !/^public\.people$|idempotency_keys$/.test(name))) {
      const columns = await query<{ name: string }>(
        database,
        `select column_name as name from information_schema.column_privileges
         where grantee = 'tenure_member' and privilege_type = 'UPDATE' and table_schema || '.' || table_name = $1`,
        [table],
      );
      const set = columns.map(({ name }) => `"${name}" = "${name}"`).join(', ');
      if (set && (await reached(person, `update ${table} set ${set} returning 1`)) > 0) changed.push(`update ${table}`);
      if ((await reached(person, `delete from ${table} returning 1`)) > 0) changed.push(`delete ${table}`);
    }
    // Members may change their own row, to turn off emails.
    expect(changed.toSorted()).toEqual(['update public.members', ...(CHANGES[role] ?? [])].toSorted());
  });
});

describe('a statement of a member with one property', () => {
  const PLACES: [string, string][] = [
    ['properties', 'id'],
    ['property_certificates', 'property_id'],
    ['property_compliance', 'property_id'],
    ['property_invoices', 'property_id'],
    ['supplier_properties', 'property_id'],
    ['journeys', 'property_id'],
    ['licences', 'property_id'],
    ['loans', 'property_id'],
    ['inspections', 'property_id'],
    ['repair_plans', 'property_id'],
    ['repairs', 'property_id'],
    ['requests', 'property_id'],
    ['tax_lettings', 'property_id'],
    ['tax_purchases', 'property_id'],
    ['tenants', 'property_id'],
    ['tenancies', 'property_id'],
    ['transactions', 'property_id'],
  ];

  it.each(['manager', 'maintenance', 'guest'] as const)('of a %s reaches no other property', async (role) => {
    const person = await member(owner, { role, properties: [own] });
    for (const [table, column] of PLACES) {
      const statement = `select 1 from ${table} where ${column} is distinct from '${own}'`;
      expect([table, await reached(person, statement)]).toEqual([table, 0]);
    }
    const [rows = []] = await as(person, 'select id from properties');
    expect(rows).toEqual([{ id: own }]);
  });

  it('finds nothing outside its reach, and no count of the account', async () => {
    const person = await member(owner, { role: 'manager', properties: [own] });
    for (const noun of [
      'properties',
      'tenants',
      'tenancies',
      'transactions',
      'documents',
      'repairs',
      'repair_plans',
      'inspections',
    ])
      expect([noun, await reached(person, `select 1 from app.find_${noun}('${owner.word}')`)]).toEqual([noun, 0]);
    for (const table of ['row_counts', 'transaction_totals', 'tax_totals', 'tax_account_totals'])
      expect([table, await reached(person, `select 1 from app.${table}`)]).toEqual([table, 0]);
  });

  it.each([
    `insert into properties (address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, size)
     values ('2 Mill Lane', 'Bath', 'Bath', 'BA1 1AA', 'house', 1, 1, 1, 1)`,
    `insert into public.transactions (amount, description, date, category, type) values (1, 'Rent', now(), 'rent', 'income')`,
    `select app.detach_transactions(gen_random_uuid(), 10)`,
    `select app.import_lines(gen_random_uuid(), 'x', 'file', 'x', gen_random_uuid(), '[]')`,
    `select app.merge_payment(gen_random_uuid(), gen_random_uuid(), gen_random_uuid())`,
    `update members set role = 'owner'`,
    `insert into members (email, role) values ('eve@tenure.example', 'owner')`,
    `insert into app.member_properties (member_id, property_id) select app.member_id(), id from properties`,
    `select app.authenticate_as(app.user_id(), now())`,
    'select token_hash from members',
    'select customer_id from subscriptions',
    'select app.begin_checkout(null, null)',
    `select * from app.read_invitation('x', now())`,
    'set role tenure_app',
  ])('is refused: %s', async (statement) => {
    const person = await member(owner, { role: 'manager', properties: [own] });
    expect(await reached(person, statement)).toBe(-1);
  });
});

describe('a statement of a bookkeeper', () => {
  it('changes the rent columns of a tenancy only', async () => {
    const person = await member(owner, { role: 'bookkeeper' });
    const columns = await query<{ name: string }>(
      database,
      `select attname as name from pg_attribute where attrelid = 'tenancies'::regclass
       and attnum > 0 and has_column_privilege('tenure_member', attrelid, attnum, 'update') order by 1`,
    );
    const changed: string[] = [];
    for (const { name } of columns)
      if ((await reached(person, `update tenancies set ${name} = ${name} returning 1`)) > 0) changed.push(name);
    expect(columns.length).toBeGreaterThan(changed.length);
    expect(changed).toEqual(['agent_id', 'auto_match', 'charged_to', 'charges_from', 'reminded']);
    expect(await reached(person, 'delete from tenancies returning 1')).toBe(0);
  });
});

describe('a statement for tenants’ names and phones', () => {
  it('reaches those of a maintenance member’s properties only, and is empty for a guest', async () => {
    const [tenant] = await query<{ property_id: string }>(
      database,
      `select property_id from tenants where user_id = $1 and property_id is not null
       and (moved_out is null or moved_out > app.today())`,
      [owner.id],
    );
    const contacts = `select name, phone from app.tenant_contacts('${tenant?.property_id}')`;
    const reach = { properties: [own] };
    const found: Record<string, number> = {};
    for (const role of ['maintenance', 'guest'] as const) {
      found[role] = await reached(await member(owner, { role }), contacts);
      found[`limited ${role}`] = await reached(await member(owner, { role, ...reach }), contacts);
    }
    expect(found).toEqual({ maintenance: 1, 'limited maintenance': 0, guest: 0, 'limited guest': 0 });
  });
});

describe('a statement of a maintenance member with one property', () => {
  const bobs = (name: string, value: string) => `set_config('app.${name}', ${value}, true)`;
  let person: Landlord;
  let bob: Landlord;
  beforeAll(async () => {
    person = await member(owner, { role: 'maintenance', properties: [own] });
    bob = await landlord();
    await addedProperty(bob);
  });

  it('reaches only that property, and the address book with its log, in every table', async () => {
    const tables = await query<{ name: string; column: string }>(
      database,
      `select table_schema || '.' || table_name as name, column_name as column from information_schema.columns
       where (column_name = 'property_id' or column_name = 'about' or table_name = 'properties' and column_name = 'id')
         and table_schema in ('public', 'app')`,
    );
    expect(tables.length).toBeGreaterThan(10);
    for (const { name, column } of tables)
      expect([name, Math.max(0, await reached(person, `select 1 from ${name} where ${column} <> '${own}'`))]).toEqual([
        name,
        0,
      ]);
    const logged = `select 1 from activity where about is distinct from '${own}' and record_id <> '${own}'`;
    expect(await reached(person, `${logged} and (about is not null or noun <> 'supplier')`)).toBe(0);
    expect(await reached(person, `select 1 from files where bucket <> 'supplier_images'`)).toBe(0);
    for (const name of everything.filter((one) => !/^public\.(?:suppliers|profiles|members|activity|files)$/.test(one)))
      expect([
        name,
        Math.max(0, await reached(person, `select 1 from ${name} t where t::text ~ '${owner.word}'`)),
      ]).toEqual([name, 0]);
  });

  it.each([
    ['by the setting', () => `select ${bobs('user_id', `'${bob.id}'`)}`],
    ['without a signature', () => `select ${bobs('user_id', `'${bob.id}'`)}, ${bobs('user_mark', "''")}`],
    [
      'with the signature of the actor',
      () => `select ${bobs('user_id', `'${bob.id}'`)}, ${bobs('user_mark', "current_setting('app.actor_mark')")}`,
    ],
    [
      'with a forged signature',
      () => `select ${bobs('user_id', `'${bob.id}'`)}, ${bobs('user_mark', `encode(sha256('${bob.id}'), 'hex')`)}`,
    ],
  ])('sees no row of another account %s', async (_how, claim) => {
    const [, properties = [], suppliers = []] = await as(
      person,
      claim(),
      'select id from properties',
      'select id from suppliers',
    );
    expect([properties, suppliers]).toEqual([[], []]);
  });

  it.each([...INJECTED, 'select app.sign(app.user_id()::text)', 'insert into suppliers (name) values (null)'])(
    'is refused: %s',
    async (statement) => {
      expect(await reached(person, statement.replaceAll('BOB', bob.id))).toBe(-1);
    },
  );
});

describe('a statement of a manager with one property', () => {
  let person: Landlord;
  let near: { tenant: string; tenancy: string };
  let far: { home: string; tenant: string; tenancy: string; invoice: string };
  beforeAll(async () => {
    const { id: tenant } = await addedTenant(owner, { propertyId: own });
    person = await member(owner, { role: 'manager', properties: [own] });
    const [mine] = await query<typeof near>(
      database,
      'select id as tenant, tenancy_id as tenancy from tenants where id = $1',
      [tenant],
    );
    const [theirs] = await query<typeof far>(
      database,
      `select t.property_id as home, t.id as tenant, t.tenancy_id as tenancy, i.id as invoice
       from tenants t join property_invoices i on i.property_id = t.property_id where t.user_id = $1 limit 1`,
      [owner.id],
    );
    if (!mine || !theirs) throw new Error('A record is missing.');
    [near, far] = [mine, theirs];
  });
  const expense = (column: string, id: string) =>
    `insert into public.transactions (property_id, ${column}, amount, description, date, category, type)
     values ('${own}', '${id}', -1, 'Locks', '2026-01-01', 'maintenance', 'expense')`;

  it.each([
    ['a transaction to a ledger', () => expense('tenancy_id', far.tenancy)],
    ['a transaction to an invoice', () => expense('invoice_id', far.invoice)],
    ['a tenant to a tenancy', () => `update tenants set tenancy_id = '${far.tenancy}' where id = '${near.tenant}'`],
  ])('cannot link %s outside its reach', async (_what, statement) => {
    expect(await reached(person, statement())).toBe(-1);
  });

  it('cannot add a payment to a property outside its reach', async () => {
    const payment = { amount: 1, description: 'Rent', date: '2026-01-01', category: 'rent' };
    const pay = async (home: string) => {
      const given = JSON.stringify({ ...payment, property_id: home });
      const [rows = []] = await as(person, `select app.add_chosen_payment('${near.tenancy}', '[]', '${given}') as id`);
      return rows[0]?.id;
    };
    expect([typeof (await pay(own)), await pay(far.home)]).toEqual(['string', null]);
  });

  it('cannot log terms of a tenant outside its reach, or compare them with a guess', async () => {
    const logged = async (tenant: string) => {
      const counted = `select sum(n_tup_ins + n_tup_upd)::integer as n from pg_stat_xact_user_tables where relname = 'activity'`;
      const call = `select app.log_lease('${tenant}', '{"rent_amount": 1}')`;
      const [before = [], , after = []] = await as(person, counted, call, counted);
      return Number(after[0]?.n) - Number(before[0]?.n);
    };
    expect([await logged(near.tenant), await logged(far.tenant)]).toEqual([1, 0]);
  });
});

it('a guest cannot add rows to the undo of another member’s change', async () => {
  const guest = await member(owner, { role: 'guest' });
  const save = `select app.save_for_undo(gen_random_uuid(), array(select id from transactions), 'added')`;
  const [, saved = []] = await as(guest, save, `select 1 from app.transaction_undo where before = '{}'`);
  expect(saved).toEqual([]);
});

describe('a statement that claims another role', () => {
  const setting = (name: string, value: string) => `set_config('app.${name}', ${value}, true)`;
  const actor = `current_setting('app.actor')`;

  it.each([
    ['by the setting', `select ${setting('actor', `replace(${actor}, 'maintenance f', 'owner t')`)}`],
    ['without a setting', `select ${setting('actor', "''")}`],
    ['without a signature', `select ${setting('actor_mark', "''")}`],
    [
      'with the signature of the account',
      `select ${setting('actor', `replace(${actor}, 'maintenance f', 'owner t')`)}, ${setting('actor_mark', "current_setting('app.user_mark')")}`,
    ],
  ])('sees nothing further %s', async (_how, claim) => {
    const person = await member(owner, { role: 'maintenance', properties: [own] });
    const [, properties = [], tenants = [], rights = []] = await as(
      person,
      claim,
      'select id from properties',
      'select id from tenants',
      `select app.may('owner') or app.may('money.see') or app.sees_all() as more`,
    );
    expect([properties, tenants, rights]).toEqual([[], [], [{ more: false }]]);
  });
});

it('a job for a member sees their reach, and nothing once they are paused', async () => {
  const person = await member(owner, { role: 'manager', properties: [own] });
  const memberId = await memberIdOf(person);
  const seen = () =>
    runOnBehalfOf(server.services.jobsPool, { userId: owner.id, memberId, now: server.services.clock.now() }, (db) =>
      db.selectFrom('properties').select('id').execute(),
    );
  expect(await seen()).toEqual([{ id: own }]);
  await query(database, `update members set state = 'paused' where id = $1`, [memberId]);
  expect(await seen()).toEqual([]);
});

it('an owner’s connection refuses members, and theirs refuses owners', async () => {
  const person = await member(owner, { role: 'manager' });
  for (const [role, someone] of [
    ['app', person],
    ['member', owner],
  ] as const) {
    const [session] = await query<{ token: string }>(database, 'select token from auth.sessions where user_id = $1', [
      someone.personId,
    ]);
    const enter = query(asRole(database, role), 'select app.authenticate($1, $2, true, null, null)', [
      session?.token,
      server.services.clock.now(),
    ]);
    await expect(enter).rejects.toMatchObject({ code: 'TN421' });
  }
});
