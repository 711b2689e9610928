/** Bringing a database to this code's level, and leaving alone one that is beyond it. */
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { ownDatabase, query } from '../../../test/database.ts';
import { snapshot } from '../../../test/snapshot.ts';
import { QUEUES } from '../../app/server/queues.server.ts';
import { SEND_EMAIL } from '../../features/account/jobs.server.ts';
import type { Queue } from '../jobs/queue.server.ts';
import { tokenHash } from '../session/cookies.server.ts';
import { knownMigrations, migrateDatabase } from './migrate.server.ts';
import { DatabaseRefusal, rolesScript } from './roles.server.ts';

const migrations = join(import.meta.dirname, '../../../migrations');
const { secret } = inject('database');

const SEND_LETTER: Queue = { ...(SEND_EMAIL as Queue), name: 'send-letter' };

describe('a database of a newer version', () => {
  it('is refused in words that say what to do, with every row as it was', async () => {
    const admin = await ownDatabase('newer');
    await query(admin, `insert into app.migrations (name, run_on) values ('9999_of_tomorrow', now())`);
    const before = await snapshot(admin);
    const refusal: unknown = await migrateDatabase({ admin, secret, migrations, queues: QUEUES }).catch(
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(DatabaseRefusal);
    expect(String(refusal)).toContain('it has 9999_of_tomorrow');
    expect(String(refusal)).toContain('Nothing was changed. Start the newer version, or restore a backup');
    expect(await snapshot(admin)).toEqual(before);
  });
});

describe('the role of DATABASE_URL', () => {
  it.each([
    ['owns the database and may create roles', 'createrole', ''],
    ['may create none, and needs a script', 'nocreaterole', 'missing: the right of tenure_owner to create schemas'],
  ])('%s: two servers start at once, and again', async (_, attribute, refusal) => {
    const user = `tenure_operator_${process.pid}`;
    const { admin: superuser } = inject('database');
    await query(superuser, `create role ${user} login ${attribute} password 'for this test'`);
    // After the database, which may belong to it.
    onTestFinished(async () => void (await query(superuser, `drop role ${user}`)));
    const address = await ownDatabase('role', { empty: true });
    const admin = { ...address, user, password: 'for this test' };
    const start = () => migrateDatabase({ admin, secret, migrations, queues: QUEUES });
    if (!refusal) await query(address, `alter database ${address.database} owner to ${user}`);
    const refused = refusal ? String(await start().catch((error: unknown) => error)) : '';
    expect(refused).toContain(refusal);
    if (refusal) await query(address, rolesScript(admin, secret));
    await Promise.all([start(), start()]);
    const before = await snapshot(address);
    await start();
    expect(await snapshot(address)).toEqual(before);
  });

  it('is told of an encoding that cannot hold every name', async () => {
    const admin = await ownDatabase('ascii', { encoding: 'SQL_ASCII' });
    await expect(migrateDatabase({ admin, secret, migrations, queues: QUEUES })).rejects.toThrow(
      'has the encoding SQL_ASCII, and Tenure needs UTF8',
    );
  });
});

describe('a database of the version before', () => {
  it('is brought forward where it stands: every row as it was, and the new tables ready for its landlord', async () => {
    const admin = await ownDatabase('before', { empty: true });
    const before = '0007_own_account';
    await migrateDatabase({ admin, secret, migrations, queues: QUEUES, upTo: before });
    await query(admin, A_LANDLORD_OF_BEFORE);
    await query(
      admin,
      `insert into auth.sessions (token, user_id, expires_at, created_at, updated_at) select 'kept', id, now(), now(), now() from auth.users`,
    );
    const was = await snapshot(admin);
    expect(was['public.activity']?.length).toBeGreaterThan(6);
    await migrateDatabase({ admin, secret, migrations, queues: QUEUES });
    const is = await snapshot(admin);
    const kept = Object.keys(was).filter((table) => table !== 'app.migrations');
    // Status and plan of a profile are worked out since.
    const rowsOf = (all: typeof is, table: string) =>
      all[table]?.map((text) => {
        const row = JSON.parse(text) as Record<string, unknown>;
        for (const gone of ['subscription_status', 'plan']) Reflect.deleteProperty(row, gone);
        return row;
      });
    // A table may have grown columns.
    for (const table of kept.filter((one) => one !== 'app.tallies'))
      expect([table, rowsOf(is, table)]).toMatchObject([table, rowsOf(was, table)]);
    expect(is['app.tallies']).toEqual(expect.arrayContaining(was['app.tallies'] ?? []));
    expect(Object.keys(is).filter((table) => is[table]?.length && !was[table]?.length)).toEqual([
      'app.entry_key',
      'public.tenancies',
      'public.tenancy_rents',
    ]);
    // Each tenant has a tenancy that says the same.
    expect(
      await query(
        admin,
        `select count(*)::int from tenants n join tenancies t on t.id = n.tenancy_id and t.names = n.name and t.start_date = n.lease_start
         join tenancy_rents r on r.tenancy_id = t.id and r.amount = n.rent_amount`,
      ),
    ).toEqual(await query(admin, 'select count(*)::int from tenants'));
    expect(await query(admin, 'select token from auth.sessions')).toEqual([{ token: tokenHash('kept') }]);

    await query(
      admin,
      `insert into transactions (user_id, property_id, amount, description, date, category, type)
       select user_id, id, -38.62, 'Gutters', '2026-11-12', 'maintenance', 'expense' from properties`,
    );
    expect(await query(admin, 'select count::int, amount from app.transaction_totals')).toEqual([
      { count: 1, amount: '-38.62' },
    ]);
    await query(admin, 'delete from properties');
    expect(await query(admin, 'select property_id, property_address, amount from transactions')).toEqual([
      { property_id: null, property_address: '2 Mill Lane, Otley', amount: '-38.62' },
    ]);
  });
});

describe('emails that an older version queued', () => {
  it.each([
    ['that has not seen this one', [SEND_LETTER]],
    ['that is being restored', [SEND_LETTER, ...QUEUES]],
  ])('wait to be sent by this one, from a database %s', async (_, queues) => {
    const admin = await ownDatabase('letters', { empty: true });
    await migrateDatabase({ admin, secret, migrations, queues, upTo: '0009_after_a_change_of_money' });
    await query(
      admin,
      `insert into pgboss.job (name, data, state, dead_letter) values
         ('send-letter', '{"sealed": "s", "marks": ["m"], "fleeting": true}', 'retry', 'send-letter-failed'),
         ('send-letter-failed', '{"sealed": "t", "marks": []}', 'created', null)`,
    );
    await migrateDatabase({ admin, secret, migrations, queues: QUEUES });
    expect(await query(admin, 'select name, data, state, dead_letter from pgboss.job order by name')).toEqual([
      {
        name: 'send-email',
        data: { encrypted: 's', fingerprints: ['m'], final: true },
        state: 'retry',
        dead_letter: 'send-email-failed',
      },
      { name: 'send-email-failed', data: { encrypted: 't', fingerprints: [] }, state: 'created', dead_letter: null },
    ]);
    const [queue] = await query(admin, `select dead_letter, retry_limit from pgboss.queue where name = 'send-email'`);
    expect(queue).toEqual({ dead_letter: 'send-email-failed', retry_limit: 8 });
    expect(await query(admin, `select from pgboss.queue where name like 'send-letter%'`)).toEqual([]);
  });
});

/** Somebody of whom there is something of most that the version before kept. */
const A_LANDLORD_OF_BEFORE = `
  insert into auth.users (name, email, created_at, updated_at) values ('Ada', 'ada@tenure.example', '2026-10-01', '2026-10-01');
  select set_config('app.user_id', id::text, false) from profiles;
  insert into properties (address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, size)
    values ('2 Mill Lane', 'Otley', 'Otley', 'LS21 1AA', 'flat', 1, 1, 975, 100);
  insert into property_certificates (property_id, name) select id, 'Gas' from properties;
  insert into property_compliance (property_id) select id from properties;
  insert into property_invoices (property_id, amount) select id, 1 from properties;
  insert into tenants (property_id, name, email, phone, lease_start, rent_amount, deposit_amount)
    select id, 'Grace Hopper', 'grace@tenure.example', '0117 496 0123', '2026-01-01', 975, 0 from properties;
  insert into suppliers (name, email, phone, service_type, contact_person, address)
    values ('Pike', 'mary@pike.example', '0117 496 0123', 'Plumbing', 'Mary Pike', '3 Dock Road');
  insert into supplier_properties (supplier_id, property_id) select s.id, p.id from suppliers s, properties p;
  insert into app.lease_notices (tenant_id, user_id, lease_end) select id, user_id, '2026-12-01' from tenants;
  update properties set monthly_rent = 1000`;

describe('a database of this version', () => {
  it('is not changed by another start', async () => {
    const admin = await ownDatabase('same');
    const before = await snapshot(admin);
    expect(before['app.migrations']).toHaveLength((await knownMigrations(migrations)).length);
    await migrateDatabase({ admin, secret, migrations, queues: QUEUES });
    expect(await snapshot(admin)).toEqual(before);
  });
});
