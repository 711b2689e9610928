/** Tests roles of DATABASE_URL with different rights, on PostgreSQL 18 and, if Debian's package is installed, 15. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { urlOf } from '../../../scripts/tables/database-url.ts';
import { backUpTo, everything, restoreFrom, SQL_FOLDER } from '../../../test/servers/backups.ts';
import { query } from '../../../test/servers/database.ts';
import { QUEUES } from '../../app/server/queues.server.ts';
import { migrateDatabase } from './migrate.server.ts';
import { openPools } from './open.server.ts';
import { findBinaries } from './postgres/cluster.server.ts';
import { databaseAccount } from './postgres/data-folder.server.ts';
import { type DatabaseAddress, rolesScript } from './roles.server.ts';

const DEBIANS = '/usr/lib/postgresql/15/bin';
const PASSWORD = 'for this test';
const SECRET = 'the secret of two servers that share a database';

const ROLES = {
  'a superuser': (name: string) => `create role ${name} login superuser`,
  'a role that owns the database and may create roles': (name: string) => `create role ${name} login createrole`,
  'a role that may create none': (name: string) => `create role ${name} login`,
};

/** A new cluster for one test. Returns its superuser's address. */
async function newCluster(bin: string): Promise<DatabaseAddress> {
  const folder = await mkdtemp(join(tmpdir(), 'tenure-url-'));
  const data = join(folder, 'data');
  await mkdir(data, { mode: 0o700 });
  const passwords = join(folder, 'password');
  await writeFile(passwords, PASSWORD);
  const account = await databaseAccount(data);
  for (const path of account ? [folder, data, passwords] : []) await chown(path, account?.uid ?? 0, account?.gid ?? 0);
  await chmod(folder, 0o755);
  const as = { ...account, env: { PATH: process.env.PATH, TZ: 'UTC' } } as const;
  const options = ['-D', data, '-U', 'admin', '-A', 'scram-sha-256', '--pwfile', passwords, '-N', '-E', 'UTF8'];
  await promisify(execFile)(join(bin, 'initdb'), options, as);
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-F'], {
    ...as,
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    if (server.exitCode === null && server.kill('SIGINT')) await once(server, 'exit');
    await rm(folder, { recursive: true, force: true });
  });
  const address = { host: folder, port: 5432, user: 'admin', password: PASSWORD, database: 'postgres' };
  await expect.poll(() => query(address, 'select 1').then(() => 'up', String), { timeout: 30_000 }).toBe('up');
  return address;
}

async function newDatabase(admin: DatabaseAddress, name: string, owner: string | undefined): Promise<DatabaseAddress> {
  await query(admin, `create database ${name} ${owner ? `owner ${owner}` : ''}`);
  return { ...admin, database: name };
}

const versions = [
  ['18', async () => join((await findBinaries(await databaseAccount(tmpdir()))).native, 'bin'), true],
  ['15', async () => DEBIANS, existsSync(DEBIANS)],
] as const;

describe.each(versions)('PostgreSQL %s', (_, bin, installed) => {
  it.runIf(installed).each(Object.entries(ROLES))(
    'serves %s on first and concurrent starts, restart, backup and restore',
    { timeout: 180_000 },
    async (kind, creation) => {
      const superuser = await newCluster(await bin());
      await query(superuser, `${creation('operator')} password '${PASSWORD}'`);
      const mayCreate = kind !== 'a role that may create none';
      const at = await newDatabase(superuser, 'tenure', mayCreate ? 'operator' : undefined);
      const admin = { ...at, user: 'operator' };
      const start = () => migrateDatabase({ admin, secret: SECRET, sqlFolder: SQL_FOLDER, queues: QUEUES });
      const refused = mayCreate ? '' : String(await start().catch((error: unknown) => error));
      expect(refused).toContain(
        mayCreate
          ? ''
          : 'missing: the role tenure_owner, the role tenure_auth, the role tenure_app, the role tenure_member, the role tenure_jobs',
      );
      if (!mayCreate) await run(at, rolesScript(admin, SECRET));
      await Promise.all([start(), start()]);
      await query(
        at,
        `insert into auth.users (name, email, created_at, updated_at) values ('Ada', 'ada@tenure.example', now(), now())`,
      );
      await start();
      const pools = await openPools({ address: admin, secret: SECRET, max: 1, log: pino({ level: 'silent' }) });
      await pools.close();
      const before = await everything(at);
      expect(before['public.profiles']).toHaveLength(1);

      const folder = join(superuser.host, 'folder');
      await mkdir(folder);
      const env = { DATABASE_URL: urlOf(admin), SECRET };
      const file = join(folder, 'backup.tar.gz');
      await backUpTo(file, { dataFolder: join(folder, 'server'), env });
      const other = await newDatabase(superuser, 'other', mayCreate ? 'operator' : undefined);
      const into = { ...other, user: 'operator' };
      if (!mayCreate) await run(other, rolesScript(into, SECRET));
      await restoreFrom(file, { dataFolder: join(folder, 'restored'), env: { ...env, DATABASE_URL: urlOf(into) } });
      expect(await everything(other)).toEqual(before);
    },
  );
});

/** Runs the script in one call, as psql would. */
async function run(address: DatabaseAddress, script: string): Promise<void> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    await client.query(script);
  } finally {
    await client.end();
  }
}
