/** The only way to a landlord's rows: a transaction that PostgreSQL itself confines to one landlord. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
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
import { commit, retryCollisions, tellCommitted } from '../db/transaction.server.ts';

declare const owned: unique symbol;
/** A database in which only one landlord's rows exist. Every store function takes it first; only this file makes one. */
export type UserDb = Kysely<DB> & { readonly [owned]: true };

/** Whether the work needs a running trial or a plan ('guarded') or is open to an expired landlord too. */
export type Access = 'guarded' | 'open';

/**
 * `reading` a 'snapshot' sees everything as it stood at one moment, however long it takes.
 * `request` is the id of the HTTP request: the live notices of what it changes carry it.
 */
type Entry = { token: string; now: Date; access: Access; reading?: boolean | 'snapshot'; request?: string };

const ENTER = 'select app.enter($1, $2, $3) as user_id';
const ENTER_FOR = 'select app.enter_for($1, $2) as user_id';

/**
 * Runs `work` in one transaction as a landlord who is not asking: for a job about them, in the jobs' pool. `now` is the server's clock.
 * Throws `unauthenticated` where the account is gone and something is added.
 */
export async function runOnBehalfOf<T>(
  pool: pg.Pool,
  { userId, now }: { userId: string; now: Date },
  work: (db: UserDb) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, { begin: 'begin', enter: { text: ENTER_FOR, values: [userId, now] } }, work);
}

/**
 * Runs `work` in one transaction as the landlord whose session `token` is. The session is looked up inside the same transaction and
 * the same round trip as the first query, so a revoked session is refused at once, and nothing is cached.
 * With `reading`, nothing can be changed, and each query is a transaction of its own that looks the session up.
 * `work` runs again from its beginning where it collided with another transaction, so it does nothing that cannot be rolled back.
 * Throws `unauthenticated` or `trial_expired` (AppError), or whatever `work` throws; then nothing is changed.
 */
export async function runAsUser<T>(pool: pg.Pool, entry: Entry, work: (db: UserDb) => Promise<T>): Promise<T> {
  if (entry.reading === true) return withoutTransaction(pool, entry, work);
  const { reading, request } = entry;
  const enter = { name: 'enter', text: ENTER, values: valuesOf(entry) };
  // Never retried: it conflicts with nothing but a standby that may end it, and some of its rows may have been sent.
  if (reading) {
    const begin = 'begin isolation level repeatable read read only';
    return oneTransaction(await pool.connect(), { begin, enter }, work);
  }
  const begin = request ? `begin; set local app.request = ${pg.escapeLiteral(request)}` : 'begin';
  return inTransaction(pool, { begin, enter }, work);
}

/** Each query enters by itself, in the same statement: there is nothing to begin, to commit or to wait for. */
async function withoutTransaction<T>(pool: pg.Pool, entry: Entry, work: (db: UserDb) => Promise<T>): Promise<T> {
  const entrance = valuesOf(entry);
  let asked = false;
  let refused: unknown;
  const ask = async (query: pg.QueryConfig<unknown[]>) => {
    asked = true;
    const client = await pool.connect();
    try {
      const result = await client.query<Record<string, unknown>>(query);
      client.release();
      return result;
    } catch (error) {
      // A statement that PostgreSQL refused does not break the connection.
      client.release(error instanceof pg.DatabaseError ? undefined : (error as Error));
      const reason = refusal(error);
      if (reason !== error) refused = reason;
      throw reason;
    }
  };
  const worked = await work(
    bindTo(({ sql, parameters }) => ask({ ...entered(sql, parameters.length), values: [...parameters, ...entrance] })),
  ).catch((error: unknown) => {
    throw refused ?? error;
  });
  if (!asked) await ask({ name: 'enter', text: ENTER, values: entrance });
  if (refused) throw refused;
  return worked;
}

const valuesOf = ({ token, now, access }: Entry) => [token, now, access === 'guarded'];

const enteredTexts = new Map<string, { name?: string; text: string }>();

/**
 * The query as a part of one that enters first, its parameters behind the query's own. That it asks for the landlord holds it back until
 * the entry is done; without the entry row-level security would show it nothing.
 */
function entered(sql: string, parameters: number): { name?: string; text: string } {
  const known = enteredTexts.get(sql);
  if (known) return known;
  const [token, now, guarded] = [1, 2, 3].map((place) => `$${parameters + place}`);
  const text = `select answer.* from app.enter(${token}, ${now}, ${guarded}) as landlord
    cross join lateral (select * from (${sql}) asked where landlord is not null offset 0) answer`;
  const name = statementName(text);
  const made = { text, ...(name && { name }) };
  if (name) enteredTexts.set(sql, made);
  return made;
}

type Beginning = { begin: string; enter: pg.QueryConfig<unknown[]> };

function inTransaction<T>(pool: pg.Pool, beginning: Beginning, work: (db: UserDb) => Promise<T>): Promise<T> {
  return retryCollisions(async () => oneTransaction(await pool.connect(), beginning, work));
}

async function oneTransaction<T>(
  client: pg.PoolClient,
  { begin, enter }: Beginning,
  work: (db: UserDb) => Promise<T>,
): Promise<T> {
  const flush = heldBack(client);
  // Sent without waiting: PostgreSQL refuses everything behind an entry that failed.
  const entering = Promise.allSettled([client.query(begin), client.query(enter)]);
  const ask = ({ sql, parameters }: CompiledQuery) => {
    const name = statementName(sql);
    const sent = client.query<Record<string, unknown>>({ text: sql, values: [...parameters], ...(name && { name }) });
    flush();
    return sent;
  };
  // Called inside an async function, so that work which throws at once fails like any other.
  const db = bindTo(ask);
  const [worked] = await Promise.allSettled([(async () => work(db))()]);
  flush();
  const refused = (await entering).find((step) => step.status === 'rejected');
  if (refused || worked.status === 'rejected') {
    await rollBack(client);
    throw refusal(refused ? refused.reason : (worked as PromiseRejectedResult).reason);
  }
  await release(client, commit(client));
  tellCommitted(db);
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

/** A connection that is lost has rolled back by itself; what went wrong before is what the caller hears. */
const rollBack = (client: pg.PoolClient) => release(client, client.query('rollback')).catch(() => undefined);

/** Gives the connection back when the transaction has ended, or away when it is broken. */
async function release(client: pg.PoolClient, ending: Promise<unknown>): Promise<void> {
  try {
    await ending;
    client.release();
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
const refuse = async () => {
  throw new Error('The landlord transaction is already open; it commits when the work is done.');
};
const driver: Driver = {
  init: async () => {},
  acquireConnection: refuse,
  beginTransaction: refuse,
  commitTransaction: refuse,
  rollbackTransaction: refuse,
  releaseConnection: async () => {},
  destroy: async () => {},
};
const dialect: Dialect = {
  createAdapter: () => adapter,
  createDriver: () => driver,
  createIntrospector: (kysely) => new PostgresIntrospector(kysely),
  createQueryCompiler: () => compiler,
};
const config = { dialect };

function bindTo(ask: (query: CompiledQuery) => Promise<pg.QueryResult<Record<string, unknown>>>): UserDb {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, rowCount } = await ask(query);
      return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) };
    },
    streamQuery() {
      throw new Error('A landlord transaction reads whole answers; page through long ones.');
    },
  };
  const executor = new DefaultQueryExecutor(compiler, adapter, { provideConnection: (work) => work(connection) });
  return new Kysely<DB>({ config, dialect, driver, executor }) as UserDb;
}
