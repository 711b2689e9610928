import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { urlOf } from '../../../scripts/tables/database-url.ts';
import { snapshot } from '../../../test/reading/snapshot.ts';
import { asRole, ownDatabase, query, workerDatabase } from '../../../test/servers/database.ts';
import { QUEUES } from '../../app/server/queues.server.ts';
import { migrateDatabase } from './migrate.server.ts';
import { openAppPool } from './pools.server.ts';
import { addressFromUrl, type DatabaseAddress, DatabaseRefusal } from './roles.server.ts';

const database = await workerDatabase();
const log = pino({ level: 'silent' });

describe('roles created with another SECRET', () => {
  it('are rejected with a message and keep their passwords', async () => {
    const address = await ownDatabase('other_secret');
    const before = await snapshot(address);
    const sqlFolder = join(import.meta.dirname, '../../../database');
    const plan = { admin: address, secret: 'a secret that no other server has', sqlFolder, queues: QUEUES };
    const refusal: unknown = await migrateDatabase(plan).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DatabaseRefusal);
    expect(String(refusal)).toContain('set up with a different SECRET');
    expect(String(refusal)).toContain('Set SECRET to the value the first server used');
    expect(await snapshot(address)).toEqual(before);
    for (const role of ['owner', 'auth', 'app', 'jobs'] as const) {
      expect(await query(asRole(address, role), 'select 1 as one')).toEqual([{ one: 1 }]);
    }
  });
});

const open = async (address: DatabaseAddress) => (await openAppPool({ address, name: 'app', max: 1, log })).end();

it('serves landlords as the app’s role', async () => {
  await expect(open(asRole(database, 'app'))).resolves.toBeUndefined();
});

const BYPASSING = { ...database, user: `tenure_bypass_${process.pid}`, password: 'for this test' };

it.each([
  ['a superuser', database],
  ['an owner of tables', asRole(database, 'owner')],
  ['a role that bypasses row-level security', BYPASSING],
])('rejects %s as the role that serves landlords', async (_, role) => {
  const { admin } = inject('database');
  await query(admin, `create role ${BYPASSING.user} login bypassrls password 'for this test'`);
  onTestFinished(async () => {
    await query(admin, `drop role ${BYPASSING.user}`);
  });
  const refusal: unknown = await open(role).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DatabaseRefusal);
  expect(String(refusal)).toContain(`as the database role '${role.user}'`);
});

describe('the address of a database', () => {
  it('supports a socket folder, and spaces and symbols in every part', () => {
    const address = { host: '/run/my data', port: 5433, user: 'a b', password: 'p@s:s/w%rd', database: 'ten ure' };
    expect(addressFromUrl(urlOf(address))).toEqual(address);
  });

  it('supports a host and TLS', () => {
    expect(addressFromUrl('postgres://ada:secret@db.example/tenure?sslmode=require')).toEqual({
      host: 'db.example',
      port: 5432,
      user: 'ada',
      password: 'secret',
      database: 'tenure',
      ssl: true,
    });
    expect(addressFromUrl('postgres://ada:secret@[::1]:6000/tenure')).toMatchObject({ host: '::1', port: 6000 });
  });
});
