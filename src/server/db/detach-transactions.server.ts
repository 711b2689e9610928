/** Taking transactions off what is about to be deleted: one statement for a hundred thousand would not end within its time. */
import { sql } from 'kysely';
import type { UserDb } from '../session/with-user.server.ts';

/** Rows of one statement: few enough for its time, also on a busy machine. */
const BATCH = 10_000;

/** The caller holds the property or bank account that goes by this id. What is left then goes by its links, in one statement. */
export async function detachTransactions(db: UserDb, id: string): Promise<void> {
  for (let some = BATCH; some === BATCH; ) {
    const { rows } = await sql<{ some: number }>`select app.detach_transactions(${id}::uuid, ${BATCH}) as some`.execute(
      db,
    );
    some = Number(rows[0]?.some);
  }
}
