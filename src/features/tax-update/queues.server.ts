/** The queue of updates, apart from its work: migrations load only this. */
import { z } from 'zod';
import type { Queue } from '../../server/jobs/queue.server.ts';

const SendUpdate = z.object({
  userId: z.string(),
  updateId: z.string(),
  tries: z.number().int(),
  /** Facts of the browser from which it was sent, as JSON. */
  sender: z.string(),
});
export type SendUpdate = z.infer<typeof SendUpdate>;

/** Finishes what a request began: a crash, a lost answer, a late fulfilment. */
export const SEND_UPDATE: Queue<SendUpdate> = {
  name: 'send-tax-update',
  payload: SendUpdate,
  encrypted: true,
  retry: { retryLimit: 5, retryDelay: 60, expireInSeconds: 200 },
};
