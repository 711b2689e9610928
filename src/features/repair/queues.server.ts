/** The queue of emails about repairs, apart from its handler: migrations load only this file. */
import { z } from 'zod';
import type { Queue } from '../../server/jobs/queue.server.ts';

const RepairEmail = z.object({ userId: z.string(), eventId: z.string() });
type RepairEmail = z.infer<typeof RepairEmail>;

/** Retried for about a day. */
export const NOTIFY_REPAIR: Queue<RepairEmail> = {
  name: 'notify-repair',
  payload: RepairEmail,
  retry: { retryLimit: 11, retryDelay: 30, expireInSeconds: 300 },
};
