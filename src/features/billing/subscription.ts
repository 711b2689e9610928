/** Paid plans as the API and the screens speak of them. Whether somebody is on one, PostgreSQL works out (`app.standing`). */
import { z } from 'zod';
import { PLANS } from './plan.ts';

const PLAN_IDS = PLANS.map(({ id }) => id);

/** `priceId` is our plan's id, whatever the provider calls its price. */
export const CheckoutRequest = z
  .object({
    priceId: z.enum(PLAN_IDS as [string, ...string[]], { error: 'Choose one of the five plans' }),
    customerEmail: z.string({ error: 'Say your email address' }).max(320),
  })
  .meta({ id: 'CheckoutRequest' });
export type CheckoutRequest = z.infer<typeof CheckoutRequest>;

/** A page of the payment provider's, to go to. */
export const PaymentPage = z.object({ url: z.url() }).meta({ id: 'PaymentPage' });

export const BillingInfo = z
  .object({
    available: z.boolean().describe('Whether plans can be bought on this server'),
    vatNote: z.string().nullable().describe('What the operator says of VAT'),
    properties: z.int().describe('How many properties the landlord has'),
    storage: z.object({
      usedBytes: z.int().describe('Of all files of the landlord, without the smaller sizes of photos'),
      limitBytes: z.int().describe('As the plan has it; over it nothing can be uploaded, and nothing is deleted'),
      leavingBytes: z.int().describe('Of those used, of files that no record names: they go within a day'),
    }),
  })
  .meta({ id: 'BillingInfo' });

/** Where the provider's pages lead back to: after paying, after leaving, and from the portal. */
export const PLANS_PATH = '/dashboard/plans';
export type BackFrom = 'paid' | 'left' | 'portal';

/** Providers want a first payment that waits to be 48 hours ahead; five minutes more to begin the checkout. */
const WAIT_MS = (48 * 60 + 5) * 60_000;

/** When the first payment is taken: at the end of the trial where that is far enough ahead, else at once (null). */
export function firstPayment(trialEnd: Date | null, now: Date): Date | null {
  return trialEnd && trialEnd.getTime() - now.getTime() >= WAIT_MS ? trialEnd : null;
}
