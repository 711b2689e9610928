/** Raw statements as the database role of members: what an injected statement could reach. */
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { type FullLandlord, landlordWithEverything } from './fixtures/everything.ts';
import { addedProperty, type Landlord } from './fixtures/landlords.ts';
import { member } from './fixtures/members.ts';
import { asRole, query } from './servers/database.ts';
import { server } from './servers/server.ts';

const { database } = server;

/** Tables that members read in an account with rows in every table; all others are empty or closed to them. */
const OF_EVERY_MEMBER = [
  'app.idempotency_keys',
  'public.members',
  'public.people',
  'public.profiles',
  'public.subscriptions',
];
const READS: Record<string, readonly string[]> = {
  maintenance: [
    'app.row_counts',
    'public.activity',
    'public.files',
    'public.properties',
    'public.property_certificates',
    'public.property_compliance',
    'public.property_invoices',
    'public.supplier_properties',
    'public.suppliers',
  ],
  guest: [
    'app.row_counts',
    'app.transaction_days',
    'app.transaction_totals',
    'app.transaction_undo',
    'public.activity',
    'public.bank_accounts',
    'public.files',
    'public.properties',
    'public.property_certificates',
    'public.property_compliance',
    'public.property_invoices',
    'public.supplier_properties',
    'public.suppliers',
    'public.transactions',
  ],
};

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

/** Runs statements in one transaction of the member role, and rolls it back. */
async function as(person: Landlord, ...statements: string[]): Promise<Record<string, unknown>[][]> {
  const client = new pg.Client(asRole(database, 'member'));
  await client.connect();
  try {
    const [session] = await query<{ token: string }>(database, 'select token from auth.sessions where user_id = $1', [
      person.personId,
    ]);
    await client.query('begin');
    await client.query('select app.authenticate($1, $2, true, null, null)', [
      session?.token,
      server.services.clock.now(),
    ]);
    const answers: Record<string, unknown>[][] = [];
    for (const text of statements) answers.push((await client.query<Record<string, unknown>>(text)).rows);
    return answers;
  } finally {
    await client.end();
  }
}

const REFUSALS = ['42501', 'TN403'];

/** Rows that a statement reaches; -1 if it is refused. */
async function reached(person: Landlord, statement: string): Promise<number> {
  try {
    const [rows = []] = await as(person, statement);
    return rows.length;
  } catch (error) {
    if (error instanceof pg.DatabaseError && REFUSALS.includes(error.code ?? '')) return -1;
    throw error;
  }
}

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
    // Their own row, whose emails they may turn off.
    expect(changed).toEqual(['update public.members']);
  });
});

describe('a statement of a member with one property', () => {
  const PLACES: [string, string][] = [
    ['properties', 'id'],
    ['property_certificates', 'property_id'],
    ['property_compliance', 'property_id'],
    ['property_invoices', 'property_id'],
    ['supplier_properties', 'property_id'],
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
    for (const noun of ['properties', 'tenants', 'tenancies', 'transactions'])
      expect([noun, await reached(person, `select 1 from app.find_${noun}('${owner.word}')`)]).toEqual([noun, 0]);
    expect(await reached(person, 'select 1 from app.row_counts')).toBe(0);
    expect(await reached(person, 'select 1 from app.transaction_totals')).toBe(0);
  });

  it.each([
    `insert into properties (address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, size)
     values ('2 Mill Lane', 'Bath', 'Bath', 'BA1 1AA', 'house', 1, 1, 1, 1)`,
    `insert into transactions (amount, description, date, category, type) values (1, 'Rent', now(), 'rent', 'income')`,
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

describe('a statement that claims another role', () => {
  const say = (name: string, value: string) => `set_config('app.${name}', ${value}, true)`;
  const actor = `current_setting('app.actor')`;

  it.each([
    ['by the setting', `select ${say('actor', `replace(${actor}, 'maintenance f', 'owner t')`)}`],
    ['without a setting', `select ${say('actor', "''")}`],
    ['without a signature', `select ${say('actor_mark', "''")}`],
    [
      'with the signature of the account',
      `select ${say('actor', `replace(${actor}, 'maintenance f', 'owner t')`)}, ${say('actor_mark', "current_setting('app.user_mark')")}`,
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
