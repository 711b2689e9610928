/** One transaction on one connection, for work that is no landlord's own. A landlord's goes through with-user.server.ts. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { AppError } from '../../shared/app-error.ts';

/** PostgreSQL ended one of two transactions that collided: a serialisation failure, a deadlock. It changed nothing. */
const COLLIDED = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 4;
const PAUSE_MS = 20;

/** Runs a whole transaction, and runs it again where it collided with another one, after a random pause that doubles. */
export async function retryCollisions<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      const collided = error instanceof pg.DatabaseError && COLLIDED.has(error.code ?? '');
      if (!collided || attempt === MAX_ATTEMPTS) throw error;
    }
    // Random, so that the two do not meet again.
    await pause(PAUSE_MS * 2 ** attempt * Math.random());
  }
}

/**
 * Runs `work` between begin and commit. When it fails nothing is changed, and its error is thrown. It runs again from its beginning
 * where it collided with another transaction.
 */
export function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return retryCollisions(() => oneTransaction(pool, work));
}

async function oneTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await commit(client);
    client.release();
    tellCommitted(client);
    return result;
  } catch (error) {
    // With its connection the transaction ends.
    client.release(error as Error);
    throw error;
  }
}

/** Throws `maybe_saved` where no answer comes: nobody knows whether it was kept. */
export async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit').catch((error: unknown) => {
    throw error instanceof pg.DatabaseError ? error : new AppError('maybe_saved', { cause: error });
  });
  // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error: work that hid a failure would lose its changes unseen.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back because a statement in it had failed');
}

const waiting = new WeakMap<object, (() => void)[]>();

/** `act` follows once this transaction is committed, and never where it is rolled back. */
export function onceCommitted(transaction: object, act: () => void): void {
  waiting.set(transaction, [...(waiting.get(transaction) ?? []), act]);
}

/** For what commits a transaction, right after. */
export function tellCommitted(transaction: object): void {
  const acts = waiting.get(transaction) ?? [];
  waiting.delete(transaction);
  for (const act of acts) act();
}
