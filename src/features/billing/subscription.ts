/** The SQL function `app.standing` decides whether a plan is active. */
import { z } from 'zod';
import { PLANS } from './plan.ts';

const PLAN_IDS = PLANS.map(({ id }) => id);

/** `priceId` is our plan's id, not the provider's price id. */
export const CheckoutRequest = z
  .object({
    priceId: z.enum(PLAN_IDS as [string, ...string[]], { error: 'Choose one of the 5 plans' }),
    customerEmail: z.string({ error: 'Enter your email address' }).max(320),
  })
  .meta({ id: 'CheckoutRequest' });
export type CheckoutRequest = z.infer<typeof CheckoutRequest>;

export const PaymentPage = z.object({ url: z.url() }).meta({ id: 'PaymentPage' });

export const BillingInfo = z
  .object({
    available: z.boolean().describe('Whether plans can be bought on this server'),
    vatNote: z.string().nullable().describe('The operator’s VAT note'),
    properties: z.int().describe('The landlord’s number of properties'),
    storage: z.object({
      usedBytes: z.int().describe('All the landlord’s files, without resized photos'),
      limitBytes: z.int().describe('The plan’s limit. Above it, uploads are refused and files are kept'),
      leavingBytes: z.int().describe('Part of usedBytes: files not used by any record, deleted within a day'),
    }),
  })
  .meta({ id: 'BillingInfo' });

/** The page to which the provider redirects after a payment, after its cancellation, and from the portal. */
export const PLANS_PATH = '/dashboard/plans';
export type BackFrom = 'paid' | 'left' | 'portal';

/** Providers require a delayed first payment to be 48 hours ahead. Five more minutes allow for the checkout. */
const MIN_DELAY_MS = (48 * 60 + 5) * 60_000;

/** Returns the end of the trial if it is far enough ahead, otherwise null for an immediate payment. */
export function firstPayment(trialEnd: Date | null, now: Date): Date | null {
  return trialEnd && trialEnd.getTime() - now.getTime() >= MIN_DELAY_MS ? trialEnd : null;
}
