/** A tenant's access to an inspection by its link. The token is the only proof. */
import { sql } from 'kysely';
import pg from 'pg';
import { inTransaction } from '../../server/db/transaction.server.ts';
import type { Services } from '../../server/services.server.ts';
import { runOnBehalfOf, type UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import type { ListedFile } from '../file/store.server.ts';
import { hashOf } from '../guest-link/guest-link.server.ts';
import { recordOf } from '../inspection/inspection.server.ts';
import type { InspectionRecord } from '../inspection/inspection.ts';
import { type CommentsEmail, queueCommentsEmail } from '../inspection/queues.server.ts';
import { TEXTS } from './inspection-link.ts';

type Link = { userId: string; linkId: string; inspectionId: string; recipient: string; landlord: string };
export type OpenLink = Omit<Link, 'userId' | 'inspectionId'> & { record: InspectionRecord };

export type GuestComment = { room: string | null; text: string; key: string };

export function inspectionGuests({
  pool,
  jobsPool,
  clock,
  jobs,
}: Pick<Services, 'pool' | 'jobsPool' | 'clock' | 'jobs'>) {
  return {
    /** Undefined for an invalid link. */
    async open(token: string): Promise<OpenLink | undefined> {
      const now = clock.now();
      const text = 'select app.open_inspection_link($1, $2) as link';
      const { rows } = await pool.query<{ link: Link | null }>(text, [hashOf(token), now]);
      const link = rows[0]?.link;
      if (!link) return undefined;
      const { userId, inspectionId, ...about } = link;
      const record = await runOnBehalfOf(jobsPool, { userId, now }, (db) => recordForTenant(db, inspectionId));
      return { ...about, record };
    },

    async photo(token: string, photo: string): Promise<ListedFile | undefined> {
      const text = 'select * from app.inspection_photo_of_link($1, $2, $3)';
      return (await pool.query<ListedFile>(text, [hashOf(token), clock.now(), photo])).rows[0];
    },

    /**
     * Adds a comment once for each key, and queues the email to the account in the same transaction. Returns false for
     * an invalid link. Throws `wrong_state`, or `invalid_input` at `text`.
     */
    async comment(token: string, { room, text, key }: GuestComment): Promise<boolean> {
      const call = 'select app.comment_on_inspection($1, $2, $3, $4, $5) as email';
      const now = clock.now();
      try {
        await inTransaction(pool, async (client) => {
          const { rows } = await client.query<{ email: CommentsEmail | null }>(call, [
            hashOf(token),
            now,
            room,
            text,
            key,
          ]);
          const email = rows[0]?.email;
          if (email) await queueCommentsEmail(jobs, { email, now, within: client });
        });
        return true;
      } catch (error) {
        const code = error instanceof pg.DatabaseError ? error.code : undefined;
        if (code === 'P0002') return false;
        if (code === 'TN434') throw new AppError('wrong_state', { message: TEXTS.closed });
        if (code === 'TN435') throw invalidField('text', TEXTS.tooMany);
        throw error;
      }
    },
  };
}

/** Hides the move-in of another tenancy, which these tenants may not see. */
async function recordForTenant(db: UserDb, id: string): Promise<InspectionRecord> {
  const record = await recordOf(db, id);
  if (!record.before) return record;
  const { rows } = await sql<{ same: boolean }>`
    select tenancy_id is not distinct from ${record.tenancyId}::uuid as same from inspections where id = ${record.before.id}::uuid`.execute(
    db,
  );
  return rows[0]?.same && record.tenancyId ? record : { ...record, before: null };
}
