import { describe, expect, it } from 'vitest';
import { stripeFixtures } from '../../../test/contracts/stripe-contract.ts';
import { Checkout, eventOf, Invoices, Portal, StripeSubscription, stateOf, subscriptionOf } from './stripe.ts';

const day = (date: string) => Date.parse(`${date}T10:00:00Z`) / 1000;
const instant = (date: string) => new Date(day(date) * 1000);
const planOf = (price: string) => (price === 'price_1' ? 'basic' : null);

const item = (price = 'price_1') => ({
  price: { id: price },
  current_period_start: day('2026-11-01'),
  current_period_end: day('2026-12-01'),
});
const stripeSubscription = (changes: object = {}) => ({
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
const visa = { id: 'pm_1', card: { brand: 'visa', last4: '4242', fingerprint: 'f', exp_year: 2030 } };
const amex = { id: 'pm_2', card: { brand: 'amex', last4: '0005' } };
const paysBy = (method: object) => ({ id: 'cus_1', invoice_settings: { default_payment_method: method } });
const translated = (changes: object = {}, openSince: Date | null = null) =>
  subscriptionOf(StripeSubscription.parse(stripeSubscription(changes)), { planOf, openSince });

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
  ])('maps the status %s to %s', (status, state) => {
    expect(stateOf(status)).toBe(state);
    expect(translated({ status })).toMatchObject({ state, providerState: status });
  });

  it('is translated with its item’s period', () => {
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
      card: null,
    });
  });

  it.each<[string, object, string | null]>([
    ['at the end of its period', { cancel_at_period_end: true }, '2026-12-01'],
    ['on a day', { cancel_at: day('2026-11-20') }, '2026-11-20'],
    [
      'on the actual day, regardless of plans',
      { ended_at: day('2026-11-10'), cancel_at_period_end: true },
      '2026-11-10',
    ],
    ['not', {}, null],
  ])('ends %s', (_, changes, end) => {
    expect(translated(changes).endsAt).toEqual(end && instant(end));
  });

  it('is paid until its oldest open invoice, or the start of its period, when past due', () => {
    const [owed, began] = [instant('2026-10-01'), instant('2026-11-01')];
    expect(translated({ status: 'past_due' }, owed)).toMatchObject({ owedSince: owed, paidUntil: owed });
    expect(translated({ status: 'unpaid' })).toMatchObject({ owedSince: began, paidUntil: began });
    expect(translated({}, owed)).toMatchObject({ owedSince: null, paidUntil: instant('2026-12-01') });
  });

  it.each<[string, object, object | null]>([
    ['its own', { default_payment_method: visa }, { brand: 'Visa', last4: '4242' }],
    [
      'its own in preference to its customer’s',
      { default_payment_method: visa, customer: paysBy(amex) },
      { brand: 'Visa', last4: '4242' },
    ],
    ['its customer’s', { customer: paysBy(amex) }, { brand: 'American Express', last4: '0005' }],
    [
      'one of an unknown brand',
      { default_payment_method: { card: { brand: 'x', last4: '1234' } } },
      { brand: 'Card', last4: '1234' },
    ],
    ['a direct debit instead of a card', { default_payment_method: { bacs_debit: {} }, customer: paysBy(amex) }, null],
    ['an invalid card', { default_payment_method: { card: { brand: 'visa', last4: '424242' } } }, null],
    ['an unexpanded card', { default_payment_method: 'pm_1' }, null],
    ['no card once ended', { status: 'canceled', default_payment_method: visa }, null],
    ['no card', { customer: { id: 'cus_1', deleted: true } }, null],
  ])('returns the card when paid with %s', (_, changes, card) => {
    expect(translated(changes).card).toEqual(card);
  });

  it('is translated with foreign prices, without a landlord, and with an expanded customer', () => {
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
    ['charge.refunded', { object: 'charge', id: 'ch_1', customer: 'cus_1' }, null],
  ])('%s with %o refers to %s', (type, object, subscriptionId) => {
    expect(event(type, object)).toEqual({ id: 'evt_1', type, subscriptionId, customerId: null });
  });

  it.each<[string, object]>([
    ['customer.updated', { object: 'customer', id: 'cus_1' }],
    ['payment_method.updated', { object: 'payment_method', id: 'pm_1', customer: 'cus_1' }],
  ])('%s with %o refers to a customer’s card', (type, object) => {
    expect(event(type, object)).toMatchObject({ subscriptionId: null, customerId: 'cus_1' });
  });

  it.each([null, 'text', [], {}, { id: 'evt_1', type: 'x', data: {} }])('rejects %o', (other) => {
    expect(eventOf(other)).toBeNull();
  });
});

describe.skipIf(!stripeFixtures)('Stripe’s own examples (skipped without CONTRACTS_DIR)', () => {
  it('are parsed', () => {
    const {
      'checkout.session': checkout,
      subscription,
      invoice,
      event,
      customer,
      payment_method: card,
    } = stripeFixtures ?? {};
    expect(Checkout.parse(checkout)).toMatchObject({ status: 'open', subscription: null });
    expect(Portal.parse(stripeFixtures?.['billing_portal.session']).url).toContain('https://');
    expect(Invoices.parse({ data: [invoice] }).data).toHaveLength(1);
    const expanded = { ...subscription, customer: { ...customer, ...paysBy(card ?? {}), id: 'cus_1' } };
    const result = subscriptionOf(StripeSubscription.parse(expanded), { planOf, openSince: null });
    expect(result).toMatchObject({
      id: 'sub_1Pgc6rB7WZ01zgkWNy0Cn5nw',
      state: 'active',
      paidUntil: new Date(976_287_773_000),
      card: { brand: 'Visa', last4: '4242' },
    });
    const about = (object: unknown) => eventOf({ ...event, data: { object } })?.subscriptionId;
    expect([about(subscription), about(invoice), about(event?.data)]).toEqual([result.id, 'subscription', undefined]);
  });
});
