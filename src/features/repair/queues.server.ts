/** The queue of emails about repairs, apart from its work: migrations load only this. */
import { z } from 'zod';
import type { Queue } from '../../server/jobs/queue.server.ts';

const RepairEmail = z.object({ userId: z.string(), eventId: z.string() });
type RepairEmail = z.infer<typeof RepairEmail>;

/** Retries for about a day. */
export const NOTIFY_REPAIR: Queue<RepairEmail> = {
  name: 'notify-repair',
  payload: RepairEmail,
  retry: { retryLimit: 11, retryDelay: 30, expireInSeconds: 300 },
};
