/** A landlord's sessions in SQL. `token` is that of the session which asks. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import type { Session } from './account.ts';
import { deviceWords } from './device-labels.server.ts';

type Row = { id: string; user_agent: string | null; signed_in_at: Date; last_seen_at: Date; current: boolean };

/** The one that asks first, then the newest. */
export async function ownSessions(db: UserDb, token: string): Promise<Session[]> {
  const { rows } = await sql<Row>`select * from app.own_sessions(${token})`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    device: deviceWords(row.user_agent),
    signedInAt: row.signed_in_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    current: row.current,
  }));
}

/** Ends one of the landlord's other sessions. */
export async function endSession(db: UserDb, { token, id }: { token: string; id: string }): Promise<void> {
  await sql`select app.end_other_sessions(${token}, ${id})`.execute(db);
}

/** Ends all sessions but the one that asks. */
export async function endOtherSessions(db: UserDb, token: string): Promise<void> {
  await sql`select app.end_other_sessions(${token}, null)`.execute(db);
}
