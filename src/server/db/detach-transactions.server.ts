/** Detaches transactions from a record before its deletion, in batches: one statement for 100,000 rows times out. */
import { sql } from 'kysely';
import type { UserDb } from '../session/with-user.server.ts';

/** Small enough for the statement timeout on a busy machine. */
const BATCH = 10_000;

/** The caller has locked the property or bank account. Foreign keys detach the remaining rows on delete. */
export async function detachTransactions(db: UserDb, id: string): Promise<void> {
  for (let some = BATCH; some === BATCH; ) {
    const { rows } = await sql<{ some: number }>`select app.detach_transactions(${id}::uuid, ${BATCH}) as some`.execute(
      db,
    );
    some = Number(rows[0]?.some);
  }
}
