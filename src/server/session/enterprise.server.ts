import { sql } from 'kysely';
import { AppError } from '../../shared/app-error.ts';
import type { UserDb } from './with-user.server.ts';

/** Throws `plan_needed` with the message, unless the account is in its trial or on Enterprise. */
export async function assertEnterprise(db: UserDb, now: Date, message: string): Promise<void> {
  const { rows } = await sql<{ included: boolean }>`select app.has_enterprise(${now}) as included`.execute(db);
  if (!rows[0]?.included) throw new AppError('plan_needed', { message });
}
