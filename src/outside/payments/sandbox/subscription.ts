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
  /** Start and end of the period that is paid for or owed. */
  from: instant,
  until: instant,
  /** Payments are due whole months after the anchor, so that the 31st returns after a short month. */
  anchor: instant,
  months: z.int(),
  trialEnd: instant.nullable(),
  /** A cancelled subscription runs until the end of its period. */
  cancelledAt: instant.nullable(),
  endedAt: instant.nullable(),
  owedSince: instant.nullable(),
  cardFails: z.boolean(),
});
export type StoredSubscription = z.output<typeof StoredSubscription>;

export type EventType =
  | 'customer.subscription.created'
  | 'customer.subscription.updated'
  | 'customer.subscription.deleted'
  | 'invoice.paid'
  | 'invoice.payment_failed';

export type Step = { stored: StoredSubscription; events: EventType[] };

/** Days from a failed payment to the last attempt, which ends the subscription. */
const GIVE_UP_DAYS = 21;
const DAY_MS = 86_400_000;

type NewSubscription = Pick<StoredSubscription, 'customer' | 'metadata' | 'plan' | 'trialEnd'>;

export function begun(terms: NewSubscription, now: Date): Step {
  const created = now.toISOString();
  const anchor = terms.trialEnd ?? created;
  const stored: StoredSubscription = {
    ...terms,
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
  const first: Step = { stored, events: ['customer.subscription.created'] };
  return terms.trialEnd ? first : after(first, charge(stored));
}

/** Applies all changes due by `now`. */
export function settled(stored: StoredSubscription, now: Date): Step {
  let state: Step = { stored, events: [] };
  for (let next = due(stored, now); next; next = due(state.stored, now)) state = after(state, next);
  return state;
}

function due(stored: StoredSubscription, now: Date): Step | undefined {
  const { status, owedSince, until, cancelledAt } = stored;
  if (status === 'canceled') return undefined;
  if (owedSince) {
    const last = new Date(Date.parse(owedSince) + GIVE_UP_DAYS * DAY_MS);
    return last <= now ? ended(stored, last) : undefined;
  }
  if (new Date(until) > now) return undefined;
  return cancelledAt ? ended(stored, new Date(until)) : charge(stored);
}

/** Charges for the next period. */
function charge(stored: StoredSubscription): Step {
  const { anchor, until: from, months, cardFails } = stored;
  const until = addMonths(anchor.slice(0, 10), months + 1) + anchor.slice(10);
  const next = { ...stored, from, until, months: months + 1 };
  return cardFails
    ? { stored: { ...next, status: 'past_due', owedSince: from }, events: ['invoice.payment_failed', UPDATED] }
    : { stored: { ...next, status: 'active' }, events: ['invoice.paid', UPDATED] };
}

const UPDATED = 'customer.subscription.updated';

export const ended = (stored: StoredSubscription, at: Date): Step => ({
  stored: { ...stored, status: 'canceled', endedAt: at.toISOString() },
  events: ['customer.subscription.deleted'],
});

const after = (before: Step, { stored, events }: Step): Step => ({
  stored,
  events: [...before.events, ...events],
});

export const DECISIONS = {
  cancel: (stored, now) => changed({ ...stored, cancelledAt: now.toISOString() }),
  resume: (stored) => changed({ ...stored, cancelledAt: null }),
  fail: (stored) => changed({ ...stored, cardFails: true }),
  /** Sets a working card, and pays any overdue amount. */
  pay: (stored) =>
    stored.owedSince
      ? {
          stored: { ...stored, cardFails: false, status: 'active', owedSince: null },
          events: ['invoice.paid', UPDATED],
        }
      : changed({ ...stored, cardFails: false }),
  /** Makes the next payment due now, or fails the last attempt. */
  next: (stored, now) => {
    if (stored.owedSince) return ended(stored, now);
    const at = now.toISOString();
    return settled({ ...stored, until: at, anchor: at, months: 0, trialEnd: stored.trialEnd && at }, now);
  },
} satisfies Record<string, (stored: StoredSubscription, now: Date) => Step>;

export const isDecision = (name: unknown): name is keyof typeof DECISIONS =>
  typeof name === 'string' && Object.hasOwn(DECISIONS, name);

export const onPlan = (stored: StoredSubscription, plan: string): Step => changed({ ...stored, plan });

const changed = (stored: StoredSubscription): Step => ({ stored, events: [UPDATED] });
