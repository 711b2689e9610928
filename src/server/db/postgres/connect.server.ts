/** Connecting to the embedded database as its superuser. */
import pg from 'pg';

export type PostgresConnection = { host: string; port: number; user: string; password: string; database: string };

/** The database of the app. The one named `postgres` holds only the server's lock. */
export const APP_DATABASE = 'tenure';

export const superuser = (socketFolder: string, password: string, database: string): PostgresConnection => ({
  host: socketFolder,
  port: 5432,
  user: 'postgres',
  password,
  database,
});

/** No socket yet; starting, recovering or shutting down; every place taken; gone while we spoke. */
const NOT_NOW = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '53300']);

/** Whether the database is only away for the moment, in which case another try is worth it. */
export function isNotNow(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code !== undefined && NOT_NOW.has(code)) || /terminated|timeout|not queryable/i.test(message);
}

export type Session = {
  client: pg.Client;
  /** Settles when the session has ended, for whatever reason. */
  ended: Promise<void>;
};

/** A session in the database `postgres`. Rejects as pg does; see `isNotNow`. */
export async function openSession(socketFolder: string, password: string): Promise<Session> {
  const client = new pg.Client({
    ...superuser(socketFolder, password, 'postgres'),
    application_name: `tenure server ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined); // 'end' follows, or the promise of the query rejects
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  try {
    await client.connect();
    return { client, ended };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}
