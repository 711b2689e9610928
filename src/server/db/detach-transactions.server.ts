import { sql } from 'kysely';
import type { UserDb } from '../session/with-user.server.ts';

/** One statement for 100,000 rows would exceed the statement timeout on a busy machine. */
const BATCH_SIZE = 10_000;

/** Detaches a record's transactions before its deletion. The caller must lock the property or bank account. */
export async function detachTransactions(db: UserDb, id: string): Promise<void> {
  for (let detached = BATCH_SIZE; detached === BATCH_SIZE; ) {
    const { rows } = await sql<{
      detached: number;
    }>`select app.detach_transactions(${id}::uuid, ${BATCH_SIZE}) as detached`.execute(db);
    detached = Number(rows[0]?.detached);
  }
}
