/** One transaction on one connection, for work that is no landlord's own. A landlord's goes through landlord.server.ts. */
import type pg from 'pg';

/** Runs `work` between begin and commit. When it fails nothing is changed, and its error is thrown. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // With its connection the transaction ends.
    client.release(error as Error);
    throw error;
  }
}
