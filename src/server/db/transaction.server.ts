/** One transaction on one connection, for work that is no landlord's own. A landlord's goes through landlord.server.ts. */
import pg from 'pg';
import { AppError } from '../../shared/app-error.ts';

/** Runs `work` between begin and commit. When it fails nothing is changed, and its error is thrown. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
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
