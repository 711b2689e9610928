/** Lifecycle of a sandbox subscription: payments, failures and end. Pure: the instant is an argument. */
import { z } from 'zod';
import { addMonths } from '../../../shared/dates.ts';

const instant = z.iso.datetime();

export const StoredSubscription = z.object({
  customer: z.string(),
  metadata: z.record(z.string(), z.string()),
  plan: z.string(),
  status: z.enum(['trialing', 'active', 'past_due', 'canceled']),
  created: instant,
  /** The period that is paid for or owed. */
  from: instant,
  until: instant,
  /** Payments are due whole months after it, so the 31st returns after a short month. */
  anchor: instant,
  months: z.int(),
  trialEnd: instant.nullable(),
  /** It still runs until the end of its period. */
  cancelledAt: instant.nullable(),
  endedAt: instant.nullable(),
  owedSince: instant.nullable(),
  cardFails: z.boolean(),
});
export type StoredSubscription = z.output<typeof StoredSubscription>;

export type Happening =
  | 'customer.subscription.created'
  | 'customer.subscription.updated'
  | 'customer.subscription.deleted'
  | 'invoice.paid'
  | 'invoice.payment_failed';

export type Step = { kept: StoredSubscription; happened: Happening[] };

/** Days from a failed payment to the last attempt, which ends the subscription. */
const GIVE_UP_DAYS = 21;
const DAY_MS = 86_400_000;

type Begun = Pick<StoredSubscription, 'customer' | 'metadata' | 'plan' | 'trialEnd'>;

export function begun(given: Begun, now: Date): Step {
  const created = now.toISOString();
  const anchor = given.trialEnd ?? created;
  const kept: StoredSubscription = {
    ...given,
    status: 'trialing',
    created,
    from: created,
    until: anchor,
    anchor,
    months: 0,
    cancelledAt: null,
    endedAt: null,
    owedSince: null,
    cardFails: false,
  };
  const first: Step = { kept, happened: ['customer.subscription.created'] };
  return given.trialEnd ? first : after(first, charge(kept));
}

/** Applies all changes due by `now`. */
export function settled(kept: StoredSubscription, now: Date): Step {
  let state: Step = { kept, happened: [] };
  for (let next = due(kept, now); next; next = due(state.kept, now)) state = after(state, next);
  return state;
}

function due(kept: StoredSubscription, now: Date): Step | undefined {
  const { status, owedSince, until, cancelledAt } = kept;
  if (status === 'canceled') return undefined;
  if (owedSince) {
    const last = new Date(Date.parse(owedSince) + GIVE_UP_DAYS * DAY_MS);
    return last <= now ? ended(kept, last) : undefined;
  }
  if (new Date(until) > now) return undefined;
  return cancelledAt ? ended(kept, new Date(until)) : charge(kept);
}

/** Charges for the next period. */
function charge(kept: StoredSubscription): Step {
  const { anchor, until: from, months, cardFails } = kept;
  const until = addMonths(anchor.slice(0, 10), months + 1) + anchor.slice(10);
  const next = { ...kept, from, until, months: months + 1 };
  return cardFails
    ? { kept: { ...next, status: 'past_due', owedSince: from }, happened: ['invoice.payment_failed', UPDATED] }
    : { kept: { ...next, status: 'active' }, happened: ['invoice.paid', UPDATED] };
}

const UPDATED = 'customer.subscription.updated';

export const ended = (kept: StoredSubscription, at: Date): Step => ({
  kept: { ...kept, status: 'canceled', endedAt: at.toISOString() },
  happened: ['customer.subscription.deleted'],
});

const after = (before: Step, { kept, happened }: Step): Step => ({
  kept,
  happened: [...before.happened, ...happened],
});

export const DECISIONS = {
  cancel: (kept, now) => changed({ ...kept, cancelledAt: now.toISOString() }),
  resume: (kept) => changed({ ...kept, cancelledAt: null }),
  fail: (kept) => changed({ ...kept, cardFails: true }),
  /** Uses a working card, and pays any debt. */
  pay: (kept) =>
    kept.owedSince
      ? { kept: { ...kept, cardFails: false, status: 'active', owedSince: null }, happened: ['invoice.paid', UPDATED] }
      : changed({ ...kept, cardFails: false }),
  /** Makes the next payment due now, or fails the last attempt. */
  next: (kept, now) => {
    if (kept.owedSince) return ended(kept, now);
    const at = now.toISOString();
    return settled({ ...kept, until: at, anchor: at, months: 0, trialEnd: kept.trialEnd && at }, now);
  },
} satisfies Record<string, (kept: StoredSubscription, now: Date) => Step>;

export const isDecision = (name: unknown): name is keyof typeof DECISIONS =>
  typeof name === 'string' && Object.hasOwn(DECISIONS, name);

export const onPlan = (kept: StoredSubscription, plan: string): Step => changed({ ...kept, plan });

const changed = (kept: StoredSubscription): Step => ({ kept, happened: [UPDATED] });
