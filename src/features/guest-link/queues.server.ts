/** Queues of emails with a link, apart from their handlers: migrations load only this file. */
import { z } from 'zod';
import { hourlyQueue, type Queue } from '../../server/jobs/queue.server.ts';

const LinkEmail = z.object({ userId: z.string(), linkId: z.string() });
export type LinkEmail = z.infer<typeof LinkEmail>;

/** Seconds that an attempt may take. Afterwards, another attempt may begin. */
export const ATTEMPT_SECONDS = 300;

/** Retried for about a day. */
export const SEND_LINK: Queue<LinkEmail> = {
  name: 'send-link',
  payload: LinkEmail,
  retry: { retryLimit: 11, retryDelay: 30, expireInSeconds: ATTEMPT_SECONDS },
};

/** Resumes emails that a crash or a long failure of the mail server interrupted. */
export const RESUME_LINKS = hourlyQueue('resume-links');
