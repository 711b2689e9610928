/** The payment sandbox's state, stored in PostgreSQL so that all workers share it. */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { LANDLORD } from '../stripe.ts';
import { asCheckout, asEvent, asInvoice, asSubscription, CHECKOUT_MS, StoredCheckout } from './objects.ts';
import { begun, type EventType, type Step, StoredSubscription, settled } from './subscription.ts';

type SandboxPlan = { id: string; name: string; pricePence: number };

export type SandboxPaymentsPlan = {
  pool: pg.Pool;
  transact: <T>(work: (client: pg.PoolClient) => Promise<T>) => Promise<T>;
  clock: Clock;
  secret: string;
  plans: readonly SandboxPlan[];
  /** Base URL of the sandbox pages, without a trailing slash. */
  pagesUrl: string;
  /** Queues a signed message about `landlord` in the transaction. */
  deliverMessage(message: { payload: string; landlord: string }, within: pg.PoolClient): Promise<void>;
};

const DAY_MS = 86_400_000;
/** Retention since the last change. A running subscription changes every month. */
const RETENTION_MS = 400 * DAY_MS;

const KINDS = {
  checkout: StoredCheckout,
  subscription: StoredSubscription,
  portal: z.object({ customer: z.string(), returnUrl: z.string() }),
  /** Idempotency key of a checkout; `wish` is the hash of its parameters. */
  key: z.object({ checkout: z.string(), wish: z.string() }),
};
type Kinds = typeof KINDS;
type Kind = keyof Kinds;
type StoredRecord<K extends Kind> = z.output<Kinds[K]>;
type Row = { key: string; value: unknown };
type Params = Pick<pg.Pool, 'query'>;

export const newId = (prefix: string) => `${prefix}_${randomBytes(16).toString('hex')}`;

export function sandboxStore({ pool, transact, clock, plans, pagesUrl, deliverMessage }: SandboxPaymentsPlan) {
  const idOf = ({ key }: Row) => key.slice(key.indexOf('/') + 1);

  async function get<K extends Kind>(
    kind: K,
    id: string,
    client: Params = pool,
    lock = '',
  ): Promise<StoredRecord<K> | undefined> {
    const text = `select key, value from app.sandbox_payments where key = $1 and expires_at > $2 ${lock}`;
    const [row] = (await client.query<Row>(text, [`${kind}/${id}`, clock.now()])).rows;
    return row && (KINDS[kind].parse(row.value) as StoredRecord<K>);
  }
  async function put<K extends Kind>(
    kind: K,
    id: string,
    value: StoredRecord<K>,
    client: Params = pool,
  ): Promise<void> {
    const until = new Date(clock.now().getTime() + (kind === 'subscription' ? RETENTION_MS : CHECKOUT_MS));
    await client.query(
      `insert into app.sandbox_payments (key, value, expires_at) values ($1, $2, $3)
       on conflict (key) do update set value = excluded.value, expires_at = excluded.expires_at`,
      [`${kind}/${id}`, JSON.stringify(value), until],
    );
  }

  async function report(id: string, { stored, events }: Step, client: pg.PoolClient): Promise<void> {
    const amount = plans.find((plan) => plan.id === stored.plan)?.pricePence ?? 0;
    const objects: Record<EventType, () => object> = {
      'customer.subscription.created': () => asSubscription(id, stored, amount),
      'customer.subscription.updated': () => asSubscription(id, stored, amount),
      'customer.subscription.deleted': () => asSubscription(id, stored, amount),
      'invoice.paid': () => asInvoice(id, stored, { amount, paid: true }),
      'invoice.payment_failed': () => asInvoice(id, stored, { amount, paid: false }),
    };
    const landlord = stored.metadata[LANDLORD] ?? '';
    for (const type of events) await send({ type, object: objects[type](), landlord }, client);
  }
  async function send(event: { type: string; object: object; landlord: string }, client: pg.PoolClient) {
    const { type, object, landlord } = event;
    await deliverMessage(
      { payload: JSON.stringify(asEvent(newId('evt'), { type, object, now: clock.now() })), landlord },
      client,
    );
  }

  /** Applies the changes due by now, then `act`. Returns the subscription, if it exists. */
  const change = (id: string, act: (stored: StoredSubscription, now: Date) => Step | undefined = () => undefined) =>
    transact(async (client) => {
      const existing = await get('subscription', id, client, 'for update');
      if (!existing) return undefined;
      const before = settled(existing, clock.now());
      const result = act(before.stored, clock.now());
      const step: Step = result ? { stored: result.stored, events: [...before.events, ...result.events] } : before;
      if (step.stored !== existing) await put('subscription', id, step.stored, client);
      await report(id, step, client);
      return step.stored;
    });

  return {
    get,
    put,
    change,
    /** Creates one checkout for a key. Returns undefined if the key was used with other parameters. */
    checkout: (session: StoredCheckout, key: string, wish: string) =>
      transact(async (client) => {
        await client.query('delete from app.sandbox_payments where expires_at <= $1', [clock.now()]);
        const id = newId('cs_test');
        const row = [
          `key/${key}`,
          JSON.stringify({ checkout: id, wish }),
          new Date(clock.now().getTime() + CHECKOUT_MS),
        ];
        const text =
          'insert into app.sandbox_payments (key, value, expires_at) values ($1, $2, $3) on conflict do nothing';
        const isFirst = (await client.query(text, row)).rowCount === 1;
        if (isFirst) await put('checkout', id, session, client);
        const stored = isFirst ? { checkout: id, wish } : await get('key', key, client);
        const checkout = stored && (await get('checkout', stored.checkout, client));
        return stored?.wish === wish && checkout ? { id: stored.checkout, stored: checkout } : undefined;
      }),
    /** Completes or expires a checkout if it is open. Returns the checkout, if it exists. */
    finish: (id: string, as: 'complete' | 'expired') =>
      transact(async (client) => {
        const existing = await get('checkout', id, client, 'for update');
        if (existing?.status !== 'open') return existing;
        const closed: StoredCheckout = { ...existing, status: as, email: null };
        if (as === 'expired') {
          await put('checkout', id, closed, client);
          return closed;
        }
        const subscription = newId('sub');
        const customer = existing.customer ?? newId('cus');
        const step = begun(
          { customer, metadata: existing.subscriptionMetadata, plan: existing.plan, trialEnd: existing.trialEnd },
          clock.now(),
        );
        const paid = { ...closed, customer, subscription };
        await put('subscription', subscription, step.stored, client);
        await put('checkout', id, paid, client);
        await report(subscription, step, client);
        const object = asCheckout(id, paid, pagesUrl);
        await send({ type: 'checkout.session.completed', object, landlord: paid.landlord }, client);
        return paid;
      }),
    async subscriptionsOf(customer: string): Promise<string[]> {
      const text = `select key, value from app.sandbox_payments
                    where value ->> 'customer' = $1 and starts_with(key, 'subscription/') and expires_at > $2
                    order by value ->> 'created' desc, key`;
      return (await pool.query<Row>(text, [customer, clock.now()])).rows.map(idOf);
    },
    /** Applies the changes due by now to every subscription, and reports them. */
    async catchUp(): Promise<void> {
      const text = `select key from app.sandbox_payments
                    where starts_with(key, 'subscription/') and expires_at > $1 and value ->> 'status' <> 'canceled'`;
      for (const row of (await pool.query<Row>(text, [clock.now()])).rows) await change(idOf(row));
    },
  };
}
