/** The only door to a landlord's rows: a transaction that PostgreSQL itself confines to one landlord. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import { AppError } from '../../shared/app-error.ts';
import { statementName } from '../db/pools.server.ts';
import type { DB } from '../db/tables.server.ts';

declare const owned: unique symbol;
/** A database in which only one landlord's rows exist. Every store function takes it first; only this file makes one. */
export type UserDb = Kysely<DB> & { readonly [owned]: true };

/** Whether the work needs a running trial or a plan ('guarded') or is open to an expired landlord too. */
export type Access = 'guarded' | 'open';

/** `reading` a 'snapshot' sees everything as it stood at one moment, however long it takes. */
type Entry = { token: string; now: Date; access: Access; reading?: boolean | 'snapshot' };

const BEGIN = { change: 'begin', read: 'begin read only', snapshot: 'begin isolation level repeatable read read only' };

const ENTER = 'select app.enter($1, $2, $3) as user_id';

/**
 * Runs `work` in one transaction as the landlord whose session `token` is. The session is looked up inside the same transaction and
 * the same round trip as the first query, so a revoked session is refused at once, and nothing is cached.
 * With `reading`, nothing can be changed, and the answer does not wait for the transaction's end.
 * Throws `unauthenticated` or `trial_expired` (AppError), or whatever `work` throws; then nothing is changed.
 */
export async function runAsUser<T>(pool: pg.Pool, entry: Entry, work: (db: UserDb) => Promise<T>): Promise<T> {
  return inTransaction(await pool.connect(), entry, work);
}

async function inTransaction<T>(
  client: pg.PoolClient,
  { token, now, access, reading }: Entry,
  work: (db: UserDb) => Promise<T>,
): Promise<T> {
  const flush = heldBack(client);
  // Sent without waiting: PostgreSQL refuses everything behind an entry that failed.
  const entering = Promise.allSettled([
    client.query(reading === 'snapshot' ? BEGIN.snapshot : reading ? BEGIN.read : BEGIN.change),
    client.query({ name: 'enter', text: ENTER, values: [token, now, access === 'guarded'] }),
  ]);
  // Called inside an async function, so that work which throws at once fails like any other.
  const [worked] = await Promise.allSettled([(async () => work(bindTo(client, flush)))()]);
  flush();
  const refused = (await entering).find((step) => step.status === 'rejected');
  if (refused || worked.status === 'rejected') {
    await rollBack(client);
    throw refusal(refused ? refused.reason : (worked as PromiseRejectedResult).reason);
  }
  const committed = commit(client);
  // What was read is true however the reading ends; a connection lost then is replaced by the pool.
  if (reading) committed.catch(() => undefined);
  else await committed;
  return worked.value;
}

/** Holds back what is written until the first query of the work is written too: the three leave in one system call. */
function heldBack({ connection: { stream } }: pg.PoolClient): () => void {
  let held = true;
  stream.cork();
  return () => {
    if (held) stream.uncork();
    held = false;
  };
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await leave(client, 'commit');
  // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error: work that hid a failure would lose its changes unseen.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back because a statement in it had failed');
}

async function rollBack(client: pg.PoolClient): Promise<void> {
  // A connection that is lost has rolled back by itself; what went wrong before is what the caller hears.
  await leave(client, 'rollback').catch(() => undefined);
}

/** Ends the transaction and gives the connection back, or away when it is broken. */
async function leave(client: pg.PoolClient, how: 'commit' | 'rollback'): Promise<pg.QueryResult> {
  try {
    const result = await client.query(how);
    client.release();
    return result;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

function refusal(reason: unknown): unknown {
  if (!(reason instanceof pg.DatabaseError)) return reason;
  if (reason.code === 'TN401') return new AppError('unauthenticated');
  if (reason.code === 'TN402') return new AppError('trial_expired');
  // The account was removed while this was under way.
  if (reason.code === '23503' && reason.constraint === `${reason.table}_user_id_fkey`) {
    return new AppError('unauthenticated', { cause: reason });
  }
  return reason;
}

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();

function bindTo(client: pg.PoolClient, flush: () => void): UserDb {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const name = statementName(query.sql);
      const sent = client.query<Record<string, unknown>>({
        text: query.sql,
        values: [...query.parameters],
        ...(name && { name }),
      });
      flush();
      const result = await sent;
      return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) };
    },
    streamQuery() {
      throw new Error('A landlord transaction reads whole answers; page through long ones.');
    },
  };
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => oneConnection(connection),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => compiler,
    },
  });
  return db as UserDb;
}

function oneConnection(connection: DatabaseConnection): Driver {
  const refuse = async () => {
    throw new Error('The landlord transaction is already open; it commits when the work is done.');
  };
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: async () => {},
  };
}
