/** A session as the role that owns all tables and sees all rows; ended at once when the work is to stop. */
import { Socket } from 'node:net';
import pg from 'pg';
import type { DatabaseAddress } from '../db/roles.server.ts';
import { BackupProblem } from './backup-problem.ts';

/** Values as text that every version of PostgreSQL reads alike, whatever the server is set to; and nothing that ends a long copy. */
const SESSION = `
  set client_encoding = 'UTF8';
  set datestyle = 'ISO, YMD';
  set intervalstyle = 'postgres';
  set timezone = 'UTC';
  set extra_float_digits = 3;
  set bytea_output = 'hex';
  set search_path = pg_catalog;
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set lock_timeout = '60s';
`;

export async function asOwner<T>(
  { owner, signal }: { owner: DatabaseAddress; signal: AbortSignal },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  // Our own socket: a copy under way leaves a session that cannot be ended politely.
  const socket = new Socket();
  const client = new pg.Client({ ...owner, application_name: 'tenure backup', keepAlive: true, stream: () => socket });
  client.on('error', () => undefined); // the query under way rejects with it
  const cut = () => socket.destroy();
  signal.addEventListener('abort', cut);
  try {
    signal.throwIfAborted();
    await client.connect();
    await client.query(SESSION);
    const result = await work(client);
    await client.end();
    return result;
  } catch (error) {
    if (!isWrongPassword(error)) throw error;
    throw new BackupProblem(
      'The database was set up with another SECRET. Set SECRET to the value its server uses ' +
        '(unset, the server keeps it in the file "secret" of its data folder).',
    );
  } finally {
    signal.removeEventListener('abort', cut);
    socket.destroy();
  }
}

export function isWrongPassword(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '28P01';
}
