/** A primary with a synchronous standby, as an operator would run them on two machines. */
import { appendFile, chmod, chown, copyFile, cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createCluster, findBinaries } from '../../src/server/db/postgres/cluster.server.ts';
import {
  databaseAccount,
  layoutOf,
  makeSocketFolder,
  prepareDataFolder,
  renewSocketFolder,
  superuserPassword,
} from '../../src/server/db/postgres/data-folder.server.ts';
import { APP_DATABASE, superuser } from '../../src/server/db/postgres/lock.server.ts';
import { launchPostmaster, readPostmasterFile } from '../../src/server/db/postgres/postmaster.server.ts';
import type { DatabaseAddress } from '../../src/server/db/roles.server.ts';
import { databaseProcesses } from '../server-process.ts';

export type Member = {
  /** The superuser's address of the app's database. */
  address: DatabaseAddress;
  dataFolder: string;
  /** Kills all processes, without a clean shutdown. */
  kill(): Promise<void>;
};

export function urlOfPair(one: Member, other: Member): string {
  const { user, password, database } = one.address;
  const hosts = [one, other].map(({ address }) => address.host).join(',');
  return `postgres://${user}:${password}@localhost/${database}?host=${hosts}`;
}

export async function makePrimary(dataFolder: string): Promise<Member> {
  const { account, binaries } = await installationOf(dataFolder);
  await prepareDataFolder(dataFolder, account);
  const password = await superuserPassword(dataFolder, { isNew: true });
  await createCluster({ dataFolder, binaries, account, password });
  const member = await start(dataFolder, password);
  await query({ ...member.address, database: 'postgres' }, `create database ${APP_DATABASE}`);
  return member;
}

/** Copies a running primary to a synchronous standby, optionally at a dead member's address. */
export async function makeStandby(of: Member, dataFolder: string, dead?: Member): Promise<Member> {
  const { account } = await installationOf(of.dataFolder);
  await prepareDataFolder(dataFolder, account);
  const [from, to] = [layoutOf(of.dataFolder), layoutOf(dataFolder)];
  await copyFile(from.superuserPassword, to.superuserPassword);
  const session = new pg.Client(of.address);
  await session.connect();
  try {
    await session.query(`select pg_backup_start('standby', true)`);
    // Files may change during the copy. The WAL, copied last, makes them consistent.
    const isCopied = (file: string) => !/\/postmaster\.(?:pid|opts)$|\/(?:pg_wal|standby\.signal)(?:\/|$)/.test(file);
    await cp(from.cluster, to.cluster, { recursive: true, filter: isCopied });
    const { rows } = await session.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await cp(join(from.cluster, 'pg_wal'), join(to.cluster, 'pg_wal'), { recursive: true });
    await writeFile(join(to.cluster, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await session.end();
  }
  const { host, user, password } = of.address;
  await writeFile(join(to.cluster, 'standby.signal'), '');
  const connection = `host=${host} user=${user} password=${password} application_name=standby`;
  await appendFile(join(to.cluster, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`);
  await changeOwner(account, to.cluster);
  const member = await start(dataFolder, password, dead?.address.host);
  await query(of.address, `alter system set synchronous_standby_names = 'standby'`);
  await query(of.address, 'select pg_reload_conf()');
  await until(async () => {
    const [row] = await query(of.address, `select from pg_stat_replication where sync_state = 'sync'`);
    return row !== undefined;
  }, 'The standby does not replicate.');
  return member;
}

/** Restarts a killed member at its address. */
export function restart({ dataFolder, address }: Member): Promise<Member> {
  return start(dataFolder, address.password, address.host);
}

/** Promotes the standby and disables synchronous commits. */
export async function promote({ address }: Member): Promise<void> {
  await query(address, 'select pg_promote()');
  await query(address, 'alter system reset synchronous_standby_names');
  await query(address, 'select pg_reload_conf()');
}

async function query(address: DatabaseAddress, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function installationOf(dataFolder: string) {
  const account = await databaseAccount(layoutOf(dataFolder).cluster);
  return { account, binaries: await findBinaries(account) };
}

async function start(dataFolder: string, password: string, place?: string): Promise<Member> {
  const { account, binaries } = await installationOf(dataFolder);
  const socketFolder = place ?? (await makeSocketFolder(account));
  await renewSocketFolder(socketFolder, account);
  const plan = { dataFolder, binaries, account, socketFolder, staleFile: undefined, connections: 80, endsWithUs: true };
  const { ended } = await launchPostmaster(plan);
  await until(async () => {
    const output = await ended();
    if (output !== undefined) throw new Error(`A database did not start: ${output}`);
    return (await readPostmasterFile(layoutOf(dataFolder).cluster))?.ready ?? false;
  }, 'A database did not start.');
  return {
    address: superuser(socketFolder, password, APP_DATABASE),
    dataFolder,
    async kill() {
      for (const { pid } of await databaseProcesses({ dataFolder })) process.kill(pid, 'SIGKILL');
      await until(
        async () => (await databaseProcesses({ dataFolder })).length === 0,
        'A killed database is still running.',
      );
      // The file would mark the next database as ready.
      await rm(join(layoutOf(dataFolder).cluster, 'postmaster.pid'), { force: true });
    },
  };
}

async function changeOwner(account: { uid: number; gid: number } | undefined, folder: string): Promise<void> {
  await chmod(folder, 0o700);
  if (!account) return;
  await chown(folder, account.uid, account.gid);
  for (const entry of await readdir(folder, { recursive: true }))
    await chown(join(folder, entry), account.uid, account.gid);
}

async function until(check: () => Promise<boolean>, problem: string): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await check())) {
    if (Date.now() > end) throw new Error(problem);
    await delay(20);
  }
}
