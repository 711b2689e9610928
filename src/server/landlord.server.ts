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
import { AppError } from '../shared/app-error.ts';
import { statementName } from './database/pools.server.ts';
import type { DB } from './database/tables.server.ts';

declare const owned: unique symbol;
/** A database in which only one landlord's rows exist. Every store function takes it first; only this file makes one. */
export type LandlordDb = Kysely<DB> & { readonly [owned]: true };

/** Whether the work needs a running trial or a plan ('guarded') or is open to an expired landlord too. */
export type Access = 'guarded' | 'open';

type Entry = { token: string; now: Date; access: Access };

const ENTER = 'select app.enter($1, $2, $3) as user_id';

/**
 * Runs `work` in one transaction as the landlord whose session `token` is. The session is looked up inside the same transaction and
 * the same round trip as the first query, so a revoked session is refused at once, and nothing is cached.
 * Throws `unauthenticated` or `trial_expired` (AppError), or whatever `work` throws; then nothing is changed.
 */
export function asLandlord<T>(pool: pg.Pool, entry: Entry, work: (db: LandlordDb) => Promise<T>): Promise<T> {
  return inTransaction(pool, { text: ENTER, values: [entry.token, entry.now, entry.access === 'guarded'] }, work);
}

async function inTransaction<T>(
  pool: pg.Pool,
  enter: { text: string; values: unknown[] },
  work: (db: LandlordDb) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // Sent without waiting: PostgreSQL refuses everything behind an entry that failed.
    const begun = client.query('begin');
    const entered = client.query({ text: enter.text, values: enter.values, name: statementName(enter.text) });
    const settled = Promise.allSettled([begun, entered]);
    const [outcome] = await Promise.allSettled([work(bindTo(client))]);
    const refused = (await settled).find((step) => step.status === 'rejected');
    const failure = refused ?? (outcome?.status === 'rejected' ? outcome : undefined);
    if (failure) {
      await client.query('rollback').catch((error: Error) => {
        broken = error;
      });
      throw refused ? refusal(failure.reason) : failure.reason;
    }
    const { command } = await client.query('commit');
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error: work that hid a failure would lose its changes unseen.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back because a statement in it had failed');
    return (outcome as PromiseFulfilledResult<T>).value;
  } finally {
    client.release(broken);
  }
}

function refusal(reason: unknown): unknown {
  if (!(reason instanceof pg.DatabaseError)) return reason;
  if (reason.code === 'TN401') return new AppError('unauthenticated');
  if (reason.code === 'TN402') return new AppError('trial_expired');
  return reason;
}

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();

function bindTo(client: pg.PoolClient): LandlordDb {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const name = statementName(query.sql);
      const result = await client.query({ text: query.sql, values: [...query.parameters], ...(name && { name }) });
      return { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) };
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
  return db as LandlordDb;
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
