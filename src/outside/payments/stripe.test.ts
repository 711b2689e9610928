/** Stripe's statuses, dates and events in our words; and Stripe's own example objects, where CONTRACTS_DIR has them. */
import { describe, expect, it } from 'vitest';
import { stripeFixtures } from '../../../test/stripe-contract.ts';
import { Checkout, eventOf, Invoices, Portal, StripeSubscription, stateOf, subscriptionOf } from './stripe.ts';

const day = (date: string) => Date.parse(`${date}T10:00:00Z`) / 1000;
const instant = (date: string) => new Date(day(date) * 1000);
const planOf = (price: string) => (price === 'price_1' ? 'basic' : null);

const item = (price = 'price_1') => ({
  price: { id: price },
  current_period_start: day('2026-11-01'),
  current_period_end: day('2026-12-01'),
});
const given = (changes: object = {}) => ({
  id: 'sub_1',
  status: 'active',
  customer: 'cus_1',
  metadata: { landlord_id: 'l1' },
  cancel_at: null,
  cancel_at_period_end: false,
  ended_at: null,
  items: { data: [item()] },
  ...changes,
});
const translated = (changes: object = {}, openSince: Date | null = null) =>
  subscriptionOf(StripeSubscription.parse(given(changes)), { planOf, openSince });

describe('a subscription', () => {
  it.each([
    ['active', 'active'],
    ['trialing', 'active'],
    ['past_due', 'past_due'],
    ['unpaid', 'past_due'],
    ['paused', 'paused'],
    ['incomplete', 'unpaid_yet'],
    ['incomplete_expired', 'ended'],
    ['canceled', 'ended'],
    ['of_next_year', 'unpaid_yet'],
    ['constructor', 'unpaid_yet'],
  ])('%s is %s to us', (status, state) => {
    expect(stateOf(status)).toBe(state);
    expect(translated({ status })).toMatchObject({ state, providerState: status });
  });

  it('is told whole, by the periods of its item', () => {
    expect(translated()).toEqual({
      id: 'sub_1',
      customerId: 'cus_1',
      landlordId: 'l1',
      plan: 'basic',
      state: 'active',
      providerState: 'active',
      paidUntil: instant('2026-12-01'),
      endsAt: null,
      owedSince: null,
    });
  });

  it.each<[string, object, string | null]>([
    ['at the end of its period', { cancel_at_period_end: true }, '2026-12-01'],
    ['on a day', { cancel_at: day('2026-11-20') }, '2026-11-20'],
    ['since a day, whatever was planned', { ended_at: day('2026-11-10'), cancel_at_period_end: true }, '2026-11-10'],
    ['not', {}, null],
  ])('ends %s', (_, changes, end) => {
    expect(translated(changes).endsAt).toEqual(end && instant(end));
  });

  it('that is owed was paid until the oldest open invoice, else until its period began', () => {
    const [owed, began] = [instant('2026-10-01'), instant('2026-11-01')];
    expect(translated({ status: 'past_due' }, owed)).toMatchObject({ owedSince: owed, paidUntil: owed });
    expect(translated({ status: 'unpaid' })).toMatchObject({ owedSince: began, paidUntil: began });
    expect(translated({}, owed)).toMatchObject({ owedSince: null, paidUntil: instant('2026-12-01') });
  });

  it('of other prices, of nobody, and with its customer in full is understood', () => {
    const items = { data: [item('price_9'), item()] };
    expect(translated({ items, metadata: {}, customer: { id: 'cus_2' } })).toMatchObject({
      plan: 'basic',
      landlordId: null,
      customerId: 'cus_2',
    });
    expect(translated({ items: { data: [item('price_9')] } }).plan).toBeNull();
  });
});

describe('an event', () => {
  const event = (type: string, object: object) => eventOf({ id: 'evt_1', type, data: { object } });
  it.each<[string, object, string | null]>([
    ['customer.subscription.updated', { object: 'subscription', id: 'sub_1' }, 'sub_1'],
    ['checkout.session.completed', { object: 'checkout.session', id: 'cs_1', subscription: 'sub_1' }, 'sub_1'],
    ['checkout.session.expired', { object: 'checkout.session', id: 'cs_1', subscription: null }, null],
    ['invoice.paid', { object: 'invoice', parent: { subscription_details: { subscription: 'sub_1' } } }, 'sub_1'],
    ['invoice.paid', { object: 'invoice', parent: null }, null],
    ['charge.refunded', { object: 'charge', id: 'ch_1' }, null],
  ])('%s of %o is about %s', (type, object, subscriptionId) => {
    expect(event(type, object)).toEqual({ id: 'evt_1', type, subscriptionId });
  });

  it.each([null, 'text', [], {}, { id: 'evt_1', type: 'x', data: {} }])('%o is none', (other) => {
    expect(eventOf(other)).toBeNull();
  });
});

describe.skipIf(!stripeFixtures)('Stripe’s own examples (skipped without CONTRACTS_DIR)', () => {
  it('are understood', () => {
    const { 'checkout.session': checkout, subscription, invoice, event } = stripeFixtures ?? {};
    expect(Checkout.parse(checkout)).toMatchObject({ status: 'open', subscription: null });
    expect(Portal.parse(stripeFixtures?.['billing_portal.session']).url).toContain('https://');
    expect(Invoices.parse({ data: [invoice] }).data).toHaveLength(1);
    const read = subscriptionOf(StripeSubscription.parse(subscription), { planOf, openSince: null });
    expect(read).toMatchObject({
      id: 'sub_1Pgc6rB7WZ01zgkWNy0Cn5nw',
      state: 'active',
      paidUntil: new Date(976_287_773_000),
    });
    const about = (object: unknown) => eventOf({ ...event, data: { object } })?.subscriptionId;
    expect([about(subscription), about(invoice), about(event?.data)]).toEqual([read.id, 'subscription', undefined]);
  });
});
