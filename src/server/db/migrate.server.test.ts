import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { snapshot } from '../../../test/reading/snapshot.ts';
import { laterSql, PORTFOLIO, SQL_FOLDER } from '../../../test/servers/backups.ts';
import { ownDatabase, query } from '../../../test/servers/database.ts';
import { QUEUES } from '../../app/server/queues.server.ts';
import { knownMigrations, migrateDatabase } from './migrate.server.ts';
import { type DatabaseAddress, DatabaseRefusal, rolesScript } from './roles.server.ts';

const { secret } = inject('database');

describe('a database of a newer version', () => {
  it('is rejected unchanged, with instructions', async () => {
    const admin = await ownDatabase('newer');
    await query(admin, `insert into app.migrations (name, run_on) values ('9999_of_tomorrow', now())`);
    const before = await snapshot(admin);
    const refusal: unknown = await migrateDatabase({ admin, secret, sqlFolder: SQL_FOLDER, queues: QUEUES }).catch(
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(DatabaseRefusal);
    expect(String(refusal)).toContain('it has 9999_of_tomorrow');
    expect(String(refusal)).toContain('No changes were made. Start the newer version, or restore a backup');
    expect(await snapshot(admin)).toEqual(before);
  });
});

describe('the role of DATABASE_URL', () => {
  it.each([
    ['a role that owns the database and can create roles', 'createrole', ''],
    [
      'a role that cannot create roles and needs a script',
      'nocreaterole',
      'missing: the right of tenure_owner to create schemas',
    ],
  ])('starts two servers at once, and again, as %s', async (_, attribute, refusal) => {
    const user = `tenure_operator_${process.pid}`;
    const { admin: superuser } = inject('database');
    await query(superuser, `create role ${user} login ${attribute} password 'for this test'`);
    // Registered first and so run last, as the role may own the database.
    onTestFinished(async () => void (await query(superuser, `drop role ${user}`)));
    const address = await ownDatabase('role', { empty: true });
    const admin = { ...address, user, password: 'for this test' };
    const start = () => migrateDatabase({ admin, secret, sqlFolder: SQL_FOLDER, queues: QUEUES });
    if (!refusal) await query(address, `alter database ${address.database} owner to ${user}`);
    const refused = refusal ? String(await start().catch((error: unknown) => error)) : '';
    expect(refused).toContain(refusal);
    if (refusal) await query(address, rolesScript(admin, secret));
    await Promise.all([start(), start()]);
    const before = await snapshot(address);
    await start();
    expect(await snapshot(address)).toEqual(before);
  });

  it('is rejected if the encoding is not UTF8', async () => {
    const admin = await ownDatabase('ascii', { encoding: 'SQL_ASCII' });
    await expect(migrateDatabase({ admin, secret, sqlFolder: SQL_FOLDER, queues: QUEUES })).rejects.toThrow(
      'has the encoding SQL_ASCII, and Tenure needs UTF8',
    );
  });
});

describe('an account of the version before members', () => {
  it('has its person as owner, with every other row unchanged', async () => {
    const admin = await ownDatabase('members', { empty: true });
    await migrateDatabase({ admin, secret, sqlFolder: SQL_FOLDER, queues: QUEUES, upTo: '0005_rent' });
    await query(admin, BEFORE_MEMBERS);
    const before = await rowsOf(admin);
    await migrateDatabase({ admin, secret, sqlFolder: SQL_FOLDER, queues: QUEUES });
    const after = await rowsOf(admin);
    for (const [table, rows] of Object.entries(before)) {
      expect([table, after[table]?.length]).toEqual([table, rows.length]);
      expect({ [table]: after[table] }).toMatchObject({ [table]: rows });
    }
    const id = '01a20000-0000-7000-8000-000000000001';
    expect(await query(admin, 'select person_id, name, role, state, whole, email_notifications from members')).toEqual([
      { person_id: id, name: 'Ada', role: 'owner', state: 'active', whole: true, email_notifications: false },
    ]);
    expect(await query(admin, 'select id, dark_mode, key_shortcuts from people')).toEqual([
      { id, dark_mode: true, key_shortcuts: true },
    ]);
    const entered = await query(
      admin,
      `select app.authenticate('a session', now(), true, null, 'rent.change') as account`,
    );
    expect(entered).toEqual([{ account: id }]);
  });
});

describe('an account with marked sample rows', () => {
  it('loses the marked rows, with counts and sums, and keeps the landlord’s rows', async () => {
    const admin = await ownDatabase('sample', { empty: true });
    await migrateDatabase({ admin, secret, sqlFolder: SQL_FOLDER, queues: QUEUES, upTo: '0005_rent' });
    await query(admin, BEFORE_MEMBERS);
    await query(
      admin,
      `insert into properties (user_id, address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, size, sample)
         select user_id, '14 Chandos Terrace', city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, size, true from properties;
       insert into transactions (user_id, date, description, amount, type, category, status, property_id, sample)
         select user_id, '2026-10-01', 'Rent', 900, 'income', 'rent', 'completed', id, sample from properties;
       insert into app.row_counts (user_id, noun, slot, count) select id, noun, 3, 2 from profiles, unnest('{property,transaction}'::text[]) noun;
       insert into app.transaction_days (user_id, day, category, type, status, slot, count, amount)
         select id, '2026-10-01', 'rent', 'income', 'completed', 3, 2, 1800 from profiles;
       comment on table properties is 'record:property'; comment on table transactions is 'record:transaction'`,
    );
    await migrateDatabase({ admin, secret, sqlFolder: SQL_FOLDER, queues: QUEUES });
    expect(await query(admin, 'select address from properties')).toEqual([{ address: '2 Mill Lane' }]);
    expect(
      await query(admin, 'select noun, sum(count)::integer as count from app.row_counts group by 1 order by 1'),
    ).toEqual([
      { noun: 'property', count: 1 },
      { noun: 'transaction', count: 1 },
    ]);
    for (const table of ['transactions', 'app.transaction_days', 'app.transaction_totals'])
      expect([table, await query(admin, `select sum(amount)::integer as sum from ${table}`)]).toEqual([
        table,
        [{ sum: 900 }],
      ]);
  });
});

/** Rows as JSON, without columns that moved from profiles to people and members. */
async function rowsOf(admin: DatabaseAddress): Promise<Record<string, Record<string, unknown>[]>> {
  const found: Record<string, Record<string, unknown>[]> = {};
  for (const table of [
    'auth.users',
    'auth.sessions',
    'profiles',
    'properties',
    'activity',
    'notice_states',
    'calendar_feeds',
  ])
    found[table] = (
      await query<{ row: Record<string, unknown> }>(
        admin,
        `select to_jsonb(t) - '{dark_mode,key_shortcuts,email_notifications,sample}'::text[] as row from ${table} t order by 1`,
      )
    ).map(({ row }) => row);
  return found;
}

/** Rows of the version before members, inserted without its triggers. */
const BEFORE_MEMBERS = `
  insert into auth.users (id, name, email, created_at, updated_at)
    values ('01a20000-0000-7000-8000-000000000001', 'Ada', 'ada@tenure.example', '2026-10-01', '2026-10-01');
  insert into auth.sessions (token, user_id, expires_at, created_at, updated_at)
    select 'a session', id, '2100-01-01', created_at, created_at from auth.users;
  insert into profiles (id, name, email, trial_start_date, trial_end_date, updated_at, dark_mode, email_notifications)
    select id, name, email, created_at, '2100-01-01', created_at, true, false from auth.users;
  insert into properties (user_id, address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, size)
    select id, '2 Mill Lane', 'Otley', 'Otley', 'LS21 1AA', 'flat', 1, 1, 975, 100 from profiles;
  insert into activity (user_id, actor_id, at, noun, action, record_count) select id, id, updated_at, 'property', 'added', 1 from profiles;
  insert into notice_states (user_id, key, read_at) select id, 'lease:x', updated_at from profiles;
  insert into calendar_feeds (user_id, secret_hash, tenants) select id, repeat('a', 64), true from profiles`;

describe('a later version', () => {
  it('migrates in place, leaving other rows, rights, triggers and policies unchanged', async () => {
    const admin = await ownDatabase('later');
    await query(admin, PORTFOLIO);
    const [before, rights] = [await snapshot(admin), await definitions(admin)];
    const sqlFolder = await laterSql('9999_later', {
      // Renames a column that functions read, and runs a data step without triggers.
      migration: `alter table public.suppliers rename column notes to remarks; update public.suppliers set remarks = 'Kind';`,
    });
    for (const file of await readdir(join(sqlFolder, 'functions'))) {
      const path = join(sqlFolder, 'functions', file);
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.replaceAll('website, notes, image_url', 'website, remarks, image_url'));
    }
    await migrateDatabase({ admin, secret, sqlFolder, queues: QUEUES });
    const after = await snapshot(admin);
    for (const table of Object.keys(before).filter((name) => !['app.migrations', 'public.suppliers'].includes(name)))
      expect([table, after[table]]).toEqual([table, before[table]]);
    expect(await query(admin, 'select remarks, version from suppliers')).toEqual([{ remarks: 'Kind', version: 1 }]);
    const renamed = (line: string) =>
      line.includes('FUNCTION app.suppliers_changed')
        ? line.replaceAll(/\bnotes\b/g, 'remarks')
        : line.replaceAll('suppliers.notes', 'suppliers.remarks');
    expect(await definitions(admin)).toEqual(rights.map(renamed).sort());
    expect(await query(admin, `update suppliers set remarks = 'Quick' returning version`)).toEqual([{ version: 2 }]);
  });

  it('changes nothing if it fails', async () => {
    const admin = await ownDatabase('fails');
    const [before, rights] = [await snapshot(admin), await definitions(admin)];
    const sqlFolder = await laterSql('9999_fails', {
      migration: 'create table public.half (id integer);',
      functions: 'select 1/0;',
    });
    await expect(migrateDatabase({ admin, secret, sqlFolder, queues: QUEUES })).rejects.toThrow(
      '9999_fails.sql: division by zero',
    );
    expect([await snapshot(admin), await definitions(admin)]).toEqual([before, rights]);
  });
});

/** Triggers, policies, functions, and all rights on them, on tables and on columns. */
async function definitions(admin: DatabaseAddress): Promise<string[]> {
  const rows = await query<{ line: string }>(
    admin,
    `select pg_get_triggerdef(oid) as line from pg_trigger where not tgisinternal and tgrelid::regclass::text not like 'pgboss.%'
     union all select concat(polname, ' ', polrelid::regclass, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) from pg_policy
     union all select pg_get_functiondef(oid) || coalesce(proacl::text, '') from pg_proc where pronamespace::regnamespace::text in ('app', 'auth')
     union all select oid::regclass || ' ' || array(select right_::text from aclexplode(relacl) right_ where grantee <> relowner order by 1)::text from pg_class where relnamespace::regnamespace::text in ('app', 'auth', 'public') and relkind = 'r'
     union all select attrelid::regclass || '.' || attname || ' ' || attacl::text from pg_attribute where attacl is not null and attrelid::regclass::text not like 'pg_%'`,
  );
  return rows.map(({ line }) => line).sort();
}

describe('a database of this version', () => {
  it('is not changed by another start', async () => {
    const admin = await ownDatabase('same');
    const before = await snapshot(admin);
    expect(before['app.migrations']).toHaveLength((await knownMigrations(SQL_FOLDER)).length);
    await migrateDatabase({ admin, secret, sqlFolder: SQL_FOLDER, queues: QUEUES });
    expect(await snapshot(admin)).toEqual(before);
  });
});
