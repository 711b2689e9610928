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
/** A database handle confined to one account. Store functions take it as first argument; only this file creates one. */
export type UserDb = Kysely<DB> & { readonly [owned]: true };

/** Runs `work` in a separate transaction for the landlord, so that slow work between two steps holds none open. */
export type AsOwner = <T>(work: (db: UserDb) => Promise<T>) => Promise<T>;

/** A landlord's transaction, or a client in a transaction. */
export type Transaction = UserDb | pg.PoolClient;

export async function queryWithin(within: Transaction, text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
  return 'release' in within ? within.query(text, values) : within.executeQuery(CompiledQuery.raw(text, values));
}

/** 'guarded' needs a running trial or a plan, 'open' does not. */
export type Access = 'guarded' | 'open';

type Entry = {
  token: string;
  /** Whether `token` is the hash of an API key. */
  isKey?: boolean;
  now: Date;
  access: Access;
  /** Account that the caller's page shows; by default the session's. */
  account?: string | undefined;
  /** Right that the route needs. */
  need?: Need | undefined;
  /** True reads without a transaction, 'snapshot' in one consistent read-only transaction. */
  reading?: boolean | 'snapshot';
  /** HTTP request id, included in live notices. */
  request?: string;
};

/** SQLSTATE of the notice by which a trigger requests work before the commit. */
const WORK_BEFORE_COMMIT = 'TN100';

const beforeCommits = new WeakMap<pg.Pool, (db: UserDb) => Promise<void>>();

/**
 * Sets the work that runs before a landlord's transaction of the pool commits, if a trigger has requested it. Other
 * transactions need no round trip for it.
 */
export function beforeCommit(pool: pg.Pool, work: (db: UserDb) => Promise<void>): void {
  beforeCommits.set(pool, work);
}

const AUTHENTICATE = 'select app.authenticate($1, $2, $3, $4, $5) as user_id';
const AUTHENTICATE_BY_KEY = 'select app.authenticate_key($1, $2, $3, $4, $5) as user_id';
const AUTHENTICATE_AS = 'select app.authenticate_as($1, $2, $3) as user_id';

/**
 * Runs a job's `work` in one transaction on behalf of an account, in the jobs pool; with `memberId`, confined to that
 * member's reach. `work` is retried after a serialization failure.
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
 * Runs `work` in one transaction as the member behind the session or API key. The credential is checked in
 * the round trip of the first query and never cached, so a revoked one is rejected immediately.
 * With `reading: true`, changes are rejected and each query is a separate transaction that checks the session.
 * `work` is retried after a serialization failure, so it must not have side effects outside the transaction.
 * Rolls back and throws the error of `work`, or an `AppError` for the SQLSTATEs in `REFUSALS`.
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

/** `pool` is for owners, `memberPool` for other members and API keys. PostgreSQL rejects callers in the wrong pool. */
type RolePools = { pool: pg.Pool; memberPool: pg.Pool };

/** Token hashes last accepted in the member pool. A hit saves a failed attempt, but does not authenticate. */
const memberTokens = new Set<string>();
const MAX_MEMBER_TOKENS = 10_000;

const authenticationOf = ({ isKey }: Entry) =>
  isKey ? { name: 'enter-by-key', text: AUTHENTICATE_BY_KEY } : { name: 'enter', text: AUTHENTICATE };

async function enterPool<T>(pool: pg.Pool, entry: Entry, work: (db: UserDb) => Promise<T>): Promise<T> {
  if (entry.reading === true) return withoutTransaction(pool, entry, work);
  const { reading, request } = entry;
  const enter = { ...authenticationOf(entry), values: valuesOf(entry) };
  // A snapshot is not retried: only a standby cancels it, and part of its rows may already have been sent.
  if (reading) {
    const begin = 'begin isolation level repeatable read read only';
    return runTransaction(pool, { begin, enter }, work);
  }
  const begin = request ? `begin; set local app.request = ${pg.escapeLiteral(request)}` : 'begin';
  return inTransaction(pool, { begin, enter }, work);
}

/** Each query authenticates in the same statement, without begin or commit. */
async function withoutTransaction<T>(pool: pg.Pool, entry: Entry, work: (db: UserDb) => Promise<T>): Promise<T> {
  const authentication = valuesOf(entry);
  let authenticated = false;
  let refused: unknown;
  const execute = async (query: pg.QueryConfig<unknown[]>) => {
    authenticated = true;
    const client = await pool.connect();
    try {
      const answer = await client.query<Record<string, unknown>>(query);
      client.release();
      return answer;
    } catch (error) {
      // A rejected statement does not break the connection.
      client.release(error instanceof pg.DatabaseError ? undefined : (error as Error));
      const reason = refusal(error);
      if (reason !== error || isWrongPool(error)) refused = reason;
      throw reason;
    }
  };
  const result = await work(
    kyselyOn(({ sql, parameters }) =>
      execute({
        ...withAuthentication(entry, { sql, parameters: parameters.length }),
        values: [...parameters, ...authentication],
      }),
    ),
  ).catch((error: unknown) => {
    throw refused ?? error;
  });
  if (!authenticated) await execute({ ...authenticationOf(entry), values: authentication });
  if (refused) throw refused;
  return result;
}

const valuesOf = ({ token, now, access, account, need }: Entry) => [token, now, access === 'guarded', account, need];

const textsBySession = new Map<string, { name?: string; text: string }>();
const textsByKey = new Map<string, { name?: string; text: string }>();

/**
 * Wraps the query in one that authenticates first, with its parameters after the query's.
 * The condition on `landlord` delays the query until then; without authentication, row-level security hides all rows.
 */
function withAuthentication(
  { isKey = false }: Entry,
  { sql, parameters }: { sql: string; parameters: number },
): { name?: string; text: string } {
  const authenticatedTexts = isKey ? textsByKey : textsBySession;
  const cached = authenticatedTexts.get(sql);
  if (cached) return cached;
  const placeholders = [1, 2, 3, 4, 5].map((place) => `$${parameters + place}`).join(', ');
  const text = `select answer.* from app.${isKey ? 'authenticate_key' : 'authenticate'}(${placeholders}) as landlord
    cross join lateral (select * from (${sql}) asked where landlord is not null offset 0) answer`;
  const name = statementName(text);
  const authenticatedText = { text, ...(name && { name }) };
  if (name) authenticatedTexts.set(sql, authenticatedText);
  return authenticatedText;
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
  const begun = Promise.allSettled([client.query(begin), client.query(enter)]);
  const execute = ({ sql, parameters }: CompiledQuery) => {
    const name = statementName(sql);
    const sent = client.query<Record<string, unknown>>({ text: sql, values: [...parameters], ...(name && { name }) });
    flush();
    return sent;
  };
  const db = kyselyOn(execute);
  // Async, so that a synchronous throw of `work` becomes a rejection.
  const workThenHook = async () => {
    const result = await work(db);
    if (reported()) await beforeCommits.get(pool)?.(db);
    return result;
  };
  const [outcome] = await Promise.allSettled([workThenHook()]);
  reported();
  flush();
  const refused = (await begun).find((step) => step.status === 'rejected');
  if (refused || outcome.status === 'rejected') {
    await rollBack(client);
    throw refusal(refused ? refused.reason : (outcome as PromiseRejectedResult).reason);
  }
  await release(client, commit(client));
  runCommitHooks(db);
  return outcome.value;
}

/** Returns a function that stops listening, and returns whether a trigger has requested work before the commit. */
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

/** Corks the socket until the first query, so that begin, authentication and query are sent in one system call. */
function corkUntilFirstQuery({ connection: { stream } }: pg.PoolClient): () => void {
  let corked = true;
  stream.cork();
  return () => {
    if (corked) stream.uncork();
    corked = false;
  };
}

/** Ignores a failed rollback: PostgreSQL rolls back a lost connection, and the caller gets the original error. */
const rollBack = (client: pg.PoolClient) => release(client, client.query('rollback')).catch(() => undefined);

/** Returns the connection to the pool once `ending` resolves, or destroys it and throws if `ending` rejects. */
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

/** Converts an expected PostgreSQL error to its `AppError`; returns any other reason unchanged. */
export function refusal(reason: unknown): unknown {
  if (!(reason instanceof pg.DatabaseError)) return reason;
  const right = /^key (.+)$/.exec(reason.detail ?? '')?.[1];
  if (reason.code === 'TN403' && right)
    return new AppError('not_allowed', { message: `This API key does not have the right ‘${right}’.` });
  const refused = REFUSALS[reason.code ?? ''];
  if (refused) return new AppError(refused);
  // A row-level security policy rejected the row, although the route allowed the caller.
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

function kyselyOn(execute: (query: CompiledQuery) => Promise<pg.QueryResult<Record<string, unknown>>>): UserDb {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, rowCount } = await execute(query);
      return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) };
    },
    streamQuery() {
      throw new Error('A landlord transaction cannot stream; page through long results.');
    },
  };
  const executor = new DefaultQueryExecutor(compiler, adapter, { provideConnection: (work) => work(connection) });
  return new Kysely<DB>({ config, dialect, driver, executor }) as UserDb;
}
