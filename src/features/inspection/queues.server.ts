/** Queues of inspections, apart from their handlers: migrations load only this file. */
import { z } from 'zod';
import type { Jobs } from '../../server/jobs/jobs.server.ts';
import { hourlyQueue, type Queue } from '../../server/jobs/queue.server.ts';
import type { Transaction } from '../../server/session/with-user.server.ts';

export const LOCK_INSPECTIONS = hourlyQueue('lock-inspections');

const InspectionEmail = z.object({ userId: z.string(), inspectionId: z.string(), event: z.enum(['shared', 'locked']) });
export type InspectionEmail = z.infer<typeof InspectionEmail>;

/** Emails to the tenants. Retried for about a day. */
export const NOTIFY_INSPECTION: Queue<InspectionEmail> = {
  name: 'notify-inspection',
  payload: InspectionEmail,
  retry: { retryLimit: 11, retryDelay: 30, expireInSeconds: 300 },
};

/** Queues the emails in the transaction that shares or locks an inspection. */
export const queueInspectionEmails = ({ send }: Pick<Jobs, 'send'>, within: Transaction, email: InspectionEmail) =>
  send(NOTIFY_INSPECTION, email, { about: [email.userId], within });

const CommentsEmail = z.object({ userId: z.string(), inspectionId: z.string(), emailAt: z.iso.datetime() });
export type CommentsEmail = z.infer<typeof CommentsEmail>;

/** An email to members about new comments. Retried for about a day. */
export const NOTIFY_COMMENTS: Queue<CommentsEmail> = {
  name: 'notify-inspection-comments',
  payload: CommentsEmail,
  retry: { retryLimit: 11, retryDelay: 30, expireInSeconds: 300 },
};

/** Schedules the email for `emailAt`. */
export const queueCommentsEmail = (
  { send }: Pick<Jobs, 'send'>,
  { email, now, within }: { email: CommentsEmail; now: Date; within?: Transaction },
) =>
  send(NOTIFY_COMMENTS, email, {
    about: [email.userId],
    after: Math.max(1, Math.ceil((Date.parse(email.emailAt) - now.getTime()) / 1000)),
    ...(within && { within }),
  });
