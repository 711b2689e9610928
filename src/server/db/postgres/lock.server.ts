import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { layoutOf } from './data-folder.server.ts';
import { PostgresError } from './postgres-error.ts';
import { processStartTime } from './postmaster.server.ts';

export type PostgresConnection = { host: string; port: number; user: string; password: string; database: string };

/** The app's database. The database `postgres` is used only for the server's lock. */
export const APP_DATABASE = 'tenure';

export const superuser = (socketFolder: string, password: string, database: string): PostgresConnection => ({
  host: socketFolder,
  port: 5432,
  user: 'postgres',
  password,
  database,
});

/** Codes for a missing socket, a lost connection, starting, recovery, shutdown and too many connections. */
const TRANSIENT_CODES = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '53300']);

export function isTransient(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code !== undefined && TRANSIENT_CODES.has(code)) || /terminated|timeout|not queryable/i.test(message);
}

export type Session = {
  client: pg.Client;
  ended: Promise<void>;
};

/** Opens a session in the database `postgres`. Rejects as pg does; see `isTransient`. */
export async function openSession(socketFolder: string, password: string): Promise<Session> {
  const client = new pg.Client({
    ...superuser(socketFolder, password, 'postgres'),
    application_name: `tenure server ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined); // followed by 'end', or by the query's rejection
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  try {
    await client.connect();
    return { client, ended };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** 'TENU' in ASCII, and the lock's purpose. */
const LOCK = [0x54454e55, 1];

const TIMEOUT_MS = 1_000;

/** Takes the data folder's lock, which PostgreSQL releases when `client` disconnects. Throws `in-use`. */
export async function acquireLock(client: pg.Client, dataFolder: string): Promise<void> {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1, $2) as mine', LOCK);
    if (rows[0]?.mine) return;
    if (Date.now() > end) throw inUse(dataFolder, await readServerFile(dataFolder));
    await delay(20);
  }
}

type ServerFile = { pid?: number; born?: string; url?: string | undefined };

/** Throws `in-use` if the server in server.json is alive, even while its database restarts. */
export async function assertOnlyServer(dataFolder: string): Promise<void> {
  const file = await readServerFile(dataFolder);
  if (file.pid && file.born && processStartTime(file.pid) === file.born) throw inUse(dataFolder, file);
}

/** Writes server.json for this process. `url` is the server's address, known once it listens. */
export async function writeServerFile(dataFolder: string, url?: string): Promise<void> {
  const { server } = layoutOf(dataFolder);
  const file: ServerFile = { pid: process.pid, born: processStartTime(process.pid) ?? '', url };
  await writeFile(`${server}.new`, `${JSON.stringify(file)}\n`, { mode: 0o600 });
  await rename(`${server}.new`, server);
}

/** Removes server.json unless another server has taken over the folder. */
export async function removeServerFile(dataFolder: string): Promise<void> {
  if ((await readServerFile(dataFolder)).pid !== process.pid) return;
  await rm(layoutOf(dataFolder).server, { force: true });
}

async function readServerFile(dataFolder: string): Promise<ServerFile> {
  const content = await readFile(layoutOf(dataFolder).server, 'utf8').catch(() => '{}');
  try {
    return JSON.parse(content) as ServerFile;
  } catch {
    return {}; // truncated by a power cut, so its server has ended
  }
}

function inUse(dataFolder: string, { pid, url }: ServerFile): PostgresError {
  const details = [pid && `process ${pid}`, url].filter(Boolean).join(', ');
  return new PostgresError(
    'in-use',
    `Tenure already runs on the data folder ${dataFolder}${details && ` (${details})`}. ` +
      'Stop it first, or set DATA_DIR to another folder. No changes were made.',
  );
}
