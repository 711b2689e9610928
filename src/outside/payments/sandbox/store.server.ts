/** The payment sandbox's state, in PostgreSQL to be shared by all workers. */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { LANDLORD } from '../stripe.ts';
import { asCheckout, asEvent, asInvoice, asSubscription, CHECKOUT_MS, StoredCheckout } from './objects.ts';
import { begun, type Happening, type Step, StoredSubscription, settled } from './subscription.ts';

type SandboxPlan = { id: string; name: string; pricePence: number };

export type SandboxPaymentsPlan = {
  pool: pg.Pool;
  transact: <T>(work: (client: pg.PoolClient) => Promise<T>) => Promise<T>;
  clock: Clock;
  secret: string;
  plans: readonly SandboxPlan[];
  /** Base URL of the pages, without a trailing slash. */
  pagesUrl: string;
  /** Queues a signed message about `landlord` in the transaction. */
  deliverMessage(message: { payload: string; landlord: string }, within: pg.PoolClient): Promise<void>;
};

const DAY_MS = 86_400_000;
/** Since its last change; a running subscription changes every month. */
const KEEP_MS = 400 * DAY_MS;

const KINDS = {
  checkout: StoredCheckout,
  subscription: StoredSubscription,
  portal: z.object({ customer: z.string(), returnUrl: z.string() }),
  /** Idempotency key of a checkout. */
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
    const until = new Date(clock.now().getTime() + (kind === 'subscription' ? KEEP_MS : CHECKOUT_MS));
    await client.query(
      `insert into app.sandbox_payments (key, value, expires_at) values ($1, $2, $3)
       on conflict (key) do update set value = excluded.value, expires_at = excluded.expires_at`,
      [`${kind}/${id}`, JSON.stringify(value), until],
    );
  }

  async function report(id: string, { kept, happened }: Step, client: pg.PoolClient): Promise<void> {
    const amount = plans.find((plan) => plan.id === kept.plan)?.pricePence ?? 0;
    const objects: Record<Happening, () => object> = {
      'customer.subscription.created': () => asSubscription(id, kept, amount),
      'customer.subscription.updated': () => asSubscription(id, kept, amount),
      'customer.subscription.deleted': () => asSubscription(id, kept, amount),
      'invoice.paid': () => asInvoice(id, kept, { amount, paid: true }),
      'invoice.payment_failed': () => asInvoice(id, kept, { amount, paid: false }),
    };
    const landlord = kept.metadata[LANDLORD] ?? '';
    for (const type of happened) await send({ type, object: objects[type](), landlord }, client);
  }
  async function send(event: { type: string; object: object; landlord: string }, client: pg.PoolClient) {
    const { type, object, landlord } = event;
    await deliverMessage(
      { payload: JSON.stringify(asEvent(newId('evt'), { type, object, now: clock.now() })), landlord },
      client,
    );
  }

  /** Applies the time that has passed, then `act`; undefined if there is no subscription. */
  const change = (id: string, act: (kept: StoredSubscription, now: Date) => Step | undefined = () => undefined) =>
    transact(async (client) => {
      const found = await get('subscription', id, client, 'for update');
      if (!found) return undefined;
      const before = settled(found, clock.now());
      const done = act(before.kept, clock.now());
      const step: Step = done ? { kept: done.kept, happened: [...before.happened, ...done.happened] } : before;
      if (step.kept !== found) await put('subscription', id, step.kept, client);
      await report(id, step, client);
      return step.kept;
    });

  return {
    get,
    put,
    change,
    /** Creates it once for a key; undefined if the key was used with other parameters. */
    checkout: (given: StoredCheckout, key: string, wish: string) =>
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
        const first = (await client.query(text, row)).rowCount === 1;
        if (first) await put('checkout', id, given, client);
        const kept = first ? { checkout: id, wish } : await get('key', key, client);
        const checkout = kept && (await get('checkout', kept.checkout, client));
        return kept?.wish === wish && checkout ? { id: kept.checkout, kept: checkout } : undefined;
      }),
    /** Completes or expires an open checkout, and returns it. */
    finish: (id: string, as: 'complete' | 'expired') =>
      transact(async (client) => {
        const found = await get('checkout', id, client, 'for update');
        if (found?.status !== 'open') return found;
        const closed: StoredCheckout = { ...found, status: as, email: null };
        if (as === 'expired') {
          await put('checkout', id, closed, client);
          return closed;
        }
        const subscription = newId('sub');
        const customer = found.customer ?? newId('cus');
        const step = begun(
          { customer, metadata: found.subscriptionMetadata, plan: found.plan, trialEnd: found.trialEnd },
          clock.now(),
        );
        const paid = { ...closed, customer, subscription };
        await put('subscription', subscription, step.kept, client);
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
    /** Applies the time that has passed to every subscription, and reports it. */
    async catchUp(): Promise<void> {
      const text = `select key from app.sandbox_payments
                    where starts_with(key, 'subscription/') and expires_at > $1 and value ->> 'status' <> 'canceled'`;
      for (const row of (await pool.query<Row>(text, [clock.now()])).rows) await change(idOf(row));
    },
  };
}
