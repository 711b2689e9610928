import { sql } from 'kysely';
import type { Services } from '../../server/services.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { addDays, londonDay, londonInstant } from '../../shared/dates.ts';
import { callerId } from '../file/store.server.ts';
import { refusing } from './inspection.server.ts';
import { COMMENT_DAYS } from './listed.ts';
import { queueInspectionEmails } from './queues.server.ts';

/** The last millisecond of the 7th day after `now` in London. */
function commentsUntil(now: Date): Date {
  return new Date(Date.parse(londonInstant(addDays(londonDay(now), COMMENT_DAYS + 1), '00:00')) - 1);
}

type Sharing = { until: Date; atOnce: boolean };

/** Freezes the content. `atOnce` also locks it, if there are no tenants. Throws `not_found` or `wrong_state`. */
export async function share(db: UserDb, id: string, { until, atOnce }: Sharing): Promise<void> {
  await refusing(sql`select app.share_inspection(${id}::uuid, ${until}, ${atOnce})`.execute(db));
}

/** Freezes the content, opens it for comments and queues the tenants' emails. Throws `not_found` or `wrong_state`. */
export async function shareWithTenants(
  db: UserDb,
  { id }: { id: string },
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
): Promise<void> {
  await share(db, id, { until: commentsUntil(clock.now()), atOnce: false });
  await queueInspectionEmails(jobs, db, { userId: await callerId(db), inspectionId: id, event: 'shared' });
}

/** Freezes and locks an inspection without tenants. Throws `not_found` or `wrong_state`. */
export async function lockAtOnce(
  db: UserDb,
  { id }: { id: string },
  { clock }: Pick<Services, 'clock'>,
): Promise<void> {
  await share(db, id, { until: clock.now(), atOnce: true });
}

/** Revokes the links and makes the inspection changeable again. Throws `not_found`, `wrong_state` after a comment. */
export async function takeBack(db: UserDb, { id }: { id: string }): Promise<void> {
  await refusing(sql`select app.take_back_inspection(${id}::uuid)`.execute(db));
}
