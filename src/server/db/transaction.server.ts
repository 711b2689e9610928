/** Transactions for system work. Those of landlords are in with-user.server.ts. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { AppError } from '../../shared/app-error.ts';

/** Serialisation failure and deadlock, which leave no changes. */
const SERIALIZATION_FAILURES = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 4;
const PAUSE_MS = 20;

/** Retries a transaction after collisions, with random exponential backoff. */
export async function retrySerializationFailures<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      const collided = error instanceof pg.DatabaseError && SERIALIZATION_FAILURES.has(error.code ?? '');
      if (!collided || attempt === MAX_ATTEMPTS) throw error;
    }
    // Jitter, so that both transactions do not collide again.
    await pause(PAUSE_MS * 2 ** attempt * Math.random());
  }
}

/** Runs `work` in a transaction, rolled back if it throws. Retried from the start after a collision. */
export function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return retrySerializationFailures(() => runTransaction(pool, work));
}

async function runTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await commit(client);
    client.release();
    runCommitHooks(client);
    return result;
  } catch (error) {
    // Closing the connection rolls back.
    client.release(error as Error);
    throw error;
  }
}

/** Commits. Throws `outcome_unknown` if the connection fails. */
export async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit').catch((error: unknown) => {
    throw error instanceof pg.DatabaseError ? error : new AppError('outcome_unknown', { cause: error });
  });
  // A failed transaction's COMMIT returns ROLLBACK without an error, which would lose changes silently.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back because a statement in it had failed');
}

const waiting = new WeakMap<object, (() => void)[]>();

/** Runs `act` after this transaction commits, but not if it rolls back. */
export function onCommit(transaction: object, act: () => void): void {
  waiting.set(transaction, [...(waiting.get(transaction) ?? []), act]);
}

/** Must be called after each commit of `transaction`. */
export function runCommitHooks(transaction: object): void {
  const acts = waiting.get(transaction) ?? [];
  waiting.delete(transaction);
  for (const act of acts) act();
}
