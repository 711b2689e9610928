/** The queue of updates, separate from its handler so that migrations load only the queue. */
import { z } from 'zod';
import type { Queue } from '../../server/jobs/queue.server.ts';

const SendUpdate = z.object({
  userId: z.string(),
  updateId: z.string(),
  tries: z.number().int(),
  /** Facts of the request that sent the update, as JSON of a `Sender`. */
  sender: z.string(),
});
export type SendUpdate = z.infer<typeof SendUpdate>;

/** Finishes sending after a crash, a lost response or a late fulfilment. */
export const SEND_UPDATE: Queue<SendUpdate> = {
  name: 'send-tax-update',
  payload: SendUpdate,
  encrypted: true,
  retry: { retryLimit: 5, retryDelay: 60, expireInSeconds: 200 },
};
