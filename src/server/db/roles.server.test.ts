/** Who the server is to its database: roles of one SECRET, and never one that row-level security would not stop. */
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { urlOf } from '../../../scripts/tables/database-url.ts';
import { asRole, ownDatabase, query, workerDatabase } from '../../../test/database.ts';
import { snapshot } from '../../../test/snapshot.ts';
import { QUEUES } from '../../app/server/queues.server.ts';
import { migrateDatabase } from './migrate.server.ts';
import { openAppPool } from './pools.server.ts';
import { addressFromUrl, type DatabaseAddress, DatabaseRefusal } from './roles.server.ts';

const database = await workerDatabase();
const log = pino({ level: 'silent' });

async function openAs(address: DatabaseAddress): Promise<unknown> {
  try {
    const pool = await openAppPool({ address, name: 'app', max: 1, log });
    await pool.end();
    return 'served';
  } catch (error) {
    return error;
  }
}

describe('roles that another SECRET made', () => {
  it('are refused in words, and keep their passwords', async () => {
    const address = await ownDatabase('other_secret');
    const before = await snapshot(address);
    const migrations = join(import.meta.dirname, '../../../migrations');
    const plan = { admin: address, secret: 'a secret that no other server has', migrations, queues: QUEUES };
    const refusal: unknown = await migrateDatabase(plan).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DatabaseRefusal);
    expect(String(refusal)).toContain('set up with another SECRET');
    expect(String(refusal)).toContain('Set SECRET to the value the first server used');
    expect(await snapshot(address)).toEqual(before);
    for (const role of ['owner', 'auth', 'app'] as const) {
      expect(await query(asRole(address, role), 'select 1 as one')).toEqual([{ one: 1 }]);
    }
  });
});

describe('landlords are served as', () => {
  it('the app’s own role', async () => {
    expect(await openAs(asRole(database, 'app'))).toBe('served');
  });

  it('no superuser', async () => {
    const refusal = await openAs(database);
    expect(refusal).toBeInstanceOf(DatabaseRefusal);
    expect(String(refusal)).toContain(`as the database role '${database.user}'`);
  });

  it('no owner of tables', async () => {
    expect(await openAs(asRole(database, 'owner'))).toBeInstanceOf(DatabaseRefusal);
  });

  it('no role that bypasses row-level security', async () => {
    const user = `tenure_bypass_${process.pid}`;
    await query(inject('database').admin, `create role ${user} login bypassrls password 'for this test'`);
    onTestFinished(async () => {
      await query(inject('database').admin, `drop role ${pg.escapeIdentifier(user)}`);
    });
    expect(await openAs({ ...database, user, password: 'for this test' })).toBeInstanceOf(DatabaseRefusal);
  });
});

describe('the address of a database', () => {
  it('may name a socket’s folder, with spaces and signs in every part', () => {
    const address = { host: '/run/my data', port: 5433, user: 'a b', password: 'p@s:s/w%rd', database: 'ten ure' };
    expect(addressFromUrl(urlOf(address))).toEqual(address);
  });

  it('may name a machine, and ask for TLS', () => {
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
