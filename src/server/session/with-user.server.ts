/** The only access to landlords' rows: a transaction that PostgreSQL itself confines to one account and member. */
import {
  CompiledQuery,
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
import type { ErrorCode } from '../../shared/error-codes.ts';
import type { Need } from '../../shared/rights.ts';
import { statementName } from '../db/pools.server.ts';
import type { DB } from '../db/tables.server.ts';
import { commit, retrySerializationFailures, runCommitHooks } from '../db/transaction.server.ts';

declare const owned: unique symbol;
/** A database handle confined to one account. Every store function takes it first; only this file creates one. */
export type UserDb = Kysely<DB> & { readonly [owned]: true };

/** Runs each step in its own transaction for the landlord, so that slow work between them holds none open. */
export type AsOwner = <T>(work: (db: UserDb) => Promise<T>) => Promise<T>;

/** A landlord's transaction, or one on a client. */
export type Transaction = UserDb | pg.PoolClient;

export async function queryWithin(within: Transaction, text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
  return 'release' in within ? within.query(text, values) : within.executeQuery(CompiledQuery.raw(text, values));
}

/** 'guarded' needs a running trial or a plan; 'open' also allows expired landlords. */
export type Access = 'guarded' | 'open';

/**
 * `account` is that of the caller's page; omitted for the session's. `need` is the route's right.
 * `reading: 'snapshot'` reads a consistent snapshot. `request` is the HTTP request id, included in live notices.
 */
type Entry = {
  token: string;
  /** Whether `token` is the hash of an API key. */
  isKey?: boolean;
  now: Date;
  access: Access;
  account?: string | undefined;
  need?: Need | undefined;
  reading?: boolean | 'snapshot';
  request?: string;
};

/** SQLSTATE of a notice by which a trigger reports that the transaction has work before its commit. */
const WORK_BEFORE_COMMIT = 'TN100';

const beforeCommits = new WeakMap<pg.Pool, (db: UserDb) => Promise<void>>();

/**
 * Runs `work` in each landlord's transaction of the pool in which a trigger has reported it, before the commit. Other
 * transactions pay no round trip for it.
 */
export function beforeCommit(pool: pg.Pool, work: (db: UserDb) => Promise<void>): void {
  beforeCommits.set(pool, work);
}

const ENTER = 'select app.authenticate($1, $2, $3, $4, $5) as user_id';
const ENTER_BY_KEY = 'select app.authenticate_key($1, $2, $3, $4, $5) as user_id';
const AUTHENTICATE_AS = 'select app.authenticate_as($1, $2, $3) as user_id';

/**
 * Runs a job's `work` in one transaction on behalf of an account, in the jobs pool; with `memberId`, confined to that
 * member's reach. `now` is the server's clock.
 * Inserting throws `unauthenticated` if the account has been deleted.
 */
export async function runOnBehalfOf<T>(
  pool: pg.Pool,
  { userId, memberId, now }: { userId: string; memberId?: string; now: Date },
  work: (db: UserDb) => Promise<T>,
): Promise<T> {
  const enter = { text: AUTHENTICATE_AS, values: [userId, now, memberId] };
  return inTransaction(pool, { begin: 'begin', enter }, work);
}

/**
 * Runs `work` in one transaction as the landlord of session `token`. The session is checked in the round trip of the
 * first query and never cached, so a revoked session is rejected at once.
 * With `reading: true`, changes are rejected and each query is a separate transaction that checks the session.
 * `work` is retried after a collision, so it must not have side effects outside the transaction.
 * Throws `unauthenticated`, `trial_expired` or the error of `work`, without changes.
 */
export async function runAsUser<T>(pools: RolePools, entry: Entry, work: (db: UserDb) => Promise<T>): Promise<T> {
  const { token, isKey } = entry;
  if (isKey) return enterPool(pools.memberPool, entry, work);
  const isMember = memberTokens.has(token);
  try {
    return await enterPool(isMember ? pools.memberPool : pools.pool, entry, work);
  } catch (error) {
    if (!isWrongPool(error)) throw error;
    if (memberTokens.size >= MAX_MEMBER_TOKENS) memberTokens.clear();
    if (isMember) memberTokens.delete(token);
    else memberTokens.add(token);
    return enterPool(isMember ? pools.pool : pools.memberPool, entry, work);
  }
}

/** `pool` is for owners, `memberPool` for all other members. PostgreSQL rejects a caller in the other one. */
type RolePools = { pool: pg.Pool; memberPool: pg.Pool };

/** Sessions that last entered through the member pool: a hint, not a right. */
const memberTokens = new Set<string>();
const MAX_MEMBER_TOKENS = 10_000;

const entering = ({ isKey }: Entry) =>
  isKey ? { name: 'enter-by-key', text: ENTER_BY_KEY } : { name: 'enter', text: ENTER };

async function enterPool<T>(pool: pg.Pool, entry: Entry, work: (db: UserDb) => Promise<T>): Promise<T> {
  if (entry.reading === true) return withoutTransaction(pool, entry, work);
  const { reading, request } = entry;
  const enter = { ...entering(entry), values: valuesOf(entry) };
  // Never retried: only a standby can cancel it, and some rows may already have been sent.
  if (reading) {
    const begin = 'begin isolation level repeatable read read only';
    return runTransaction(pool, { begin, enter }, work);
  }
  const begin = request ? `begin; set local app.request = ${pg.escapeLiteral(request)}` : 'begin';
  return inTransaction(pool, { begin, enter }, work);
}

/** Each query authenticates in the same statement, without begin or commit. */
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
      // A rejected statement does not break the connection.
      client.release(error instanceof pg.DatabaseError ? undefined : (error as Error));
      const reason = refusal(error);
      if (reason !== error || isWrongPool(error)) refused = reason;
      throw reason;
    }
  };
  const worked = await work(
    kyselyOn(({ sql, parameters }) =>
      ask({ ...entered(entry, { sql, parameters: parameters.length }), values: [...parameters, ...entrance] }),
    ),
  ).catch((error: unknown) => {
    throw refused ?? error;
  });
  if (!asked) await ask({ ...entering(entry), values: entrance });
  if (refused) throw refused;
  return worked;
}

const valuesOf = ({ token, now, access, account, need }: Entry) => [token, now, access === 'guarded', account, need];

const textsBySession = new Map<string, { name?: string; text: string }>();
const textsByKey = new Map<string, { name?: string; text: string }>();

/**
 * Wraps the query in one that authenticates first, with its parameters after the query's.
 * The `landlord` condition delays the query until then; without authentication, row-level security hides all rows.
 */
function entered(
  { isKey = false }: Entry,
  { sql, parameters }: { sql: string; parameters: number },
): { name?: string; text: string } {
  const authenticatedTexts = isKey ? textsByKey : textsBySession;
  const known = authenticatedTexts.get(sql);
  if (known) return known;
  const entrance = [1, 2, 3, 4, 5].map((place) => `$${parameters + place}`).join(', ');
  const text = `select answer.* from app.${isKey ? 'authenticate_key' : 'authenticate'}(${entrance}) as landlord
    cross join lateral (select * from (${sql}) asked where landlord is not null offset 0) answer`;
  const name = statementName(text);
  const made = { text, ...(name && { name }) };
  if (name) authenticatedTexts.set(sql, made);
  return made;
}

type Beginning = { begin: string; enter: pg.QueryConfig<unknown[]> };

function inTransaction<T>(pool: pg.Pool, beginning: Beginning, work: (db: UserDb) => Promise<T>): Promise<T> {
  return retrySerializationFailures(() => runTransaction(pool, beginning, work));
}

async function runTransaction<T>(
  pool: pg.Pool,
  { begin, enter }: Beginning,
  work: (db: UserDb) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const flush = corkUntilFirstQuery(client);
  const reported = listenForWork(client);
  // Pipelined: PostgreSQL rejects everything after a failed authentication.
  const entering = Promise.allSettled([client.query(begin), client.query(enter)]);
  const ask = ({ sql, parameters }: CompiledQuery) => {
    const name = statementName(sql);
    const sent = client.query<Record<string, unknown>>({ text: sql, values: [...parameters], ...(name && { name }) });
    flush();
    return sent;
  };
  // The async function turns a synchronous throw into a rejection.
  const db = kyselyOn(ask);
  const whole = async () => {
    const result = await work(db);
    if (reported()) await beforeCommits.get(pool)?.(db);
    return result;
  };
  const [worked] = await Promise.allSettled([whole()]);
  reported();
  flush();
  const refused = (await entering).find((step) => step.status === 'rejected');
  if (refused || worked.status === 'rejected') {
    await rollBack(client);
    throw refusal(refused ? refused.reason : (worked as PromiseRejectedResult).reason);
  }
  await release(client, commit(client));
  runCommitHooks(db);
  return worked.value;
}

/** Whether a trigger has reported work before the commit. Stops listening. */
function listenForWork(client: pg.PoolClient): () => boolean {
  let reported = false;
  const note = ({ code }: { code?: string | undefined }) => {
    reported ||= code === WORK_BEFORE_COMMIT;
  };
  client.on('notice', note);
  return () => {
    client.off('notice', note);
    return reported;
  };
}

/** Buffers writes until the first query, so that all three leave in one system call. */
function corkUntilFirstQuery({ connection: { stream } }: pg.PoolClient): () => void {
  let held = true;
  stream.cork();
  return () => {
    if (held) stream.uncork();
    held = false;
  };
}

/** A lost connection is rolled back automatically; the caller gets the original error. */
const rollBack = (client: pg.PoolClient) => release(client, client.query('rollback')).catch(() => undefined);

/** Returns the connection to the pool after the transaction, or destroys it if broken. */
async function release(client: pg.PoolClient, ending: Promise<unknown>): Promise<void> {
  try {
    await ending;
    client.release();
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

const isWrongPool = (error: unknown) => error instanceof pg.DatabaseError && error.code === 'TN421';

const REFUSALS: Record<string, ErrorCode> = {
  TN401: 'unauthenticated',
  TN402: 'trial_expired',
  TN403: 'not_allowed',
  TN405: 'plan_needed',
  TN407: 'no_account',
  TN409: 'account_switched',
  TN410: 'last_owner',
  TN424: 'sample_account',
};

/** The expected failure behind an error of PostgreSQL, or the error itself. */
export function refusal(reason: unknown): unknown {
  if (!(reason instanceof pg.DatabaseError)) return reason;
  const right = /^key (.+)$/.exec(reason.detail ?? '')?.[1];
  if (reason.code === 'TN403' && right)
    return new AppError('not_allowed', { message: `This API key does not have the right ‘${right}’.` });
  const refused = REFUSALS[reason.code ?? ''];
  if (refused) return new AppError(refused);
  // A policy refused the row: the second proof behind the route's right.
  if (reason.code === '42501' && reason.routine === 'ExecWithCheckOptions')
    return new AppError('not_allowed', { cause: reason });
  // The account was deleted concurrently.
  if (reason.code === '23503' && reason.constraint === `${reason.table}_user_id_fkey`) {
    return new AppError('unauthenticated', { cause: reason });
  }
  return reason;
}

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();
const refuse = async () => {
  throw new Error('The landlord transaction is already open; it commits after the work.');
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

function kyselyOn(ask: (query: CompiledQuery) => Promise<pg.QueryResult<Record<string, unknown>>>): UserDb {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, rowCount } = await ask(query);
      return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) };
    },
    streamQuery() {
      throw new Error('A landlord transaction cannot stream; page through long results.');
    },
  };
  const executor = new DefaultQueryExecutor(compiler, adapter, { provideConnection: (work) => work(connection) });
  return new Kysely<DB>({ config, dialect, driver, executor }) as UserDb;
}
