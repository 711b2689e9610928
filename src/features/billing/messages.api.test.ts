import { afterAll, describe, expect, it } from 'vitest';
import { runJob } from '../../../test/reading/jobs.ts';
import { concurrently, waitsForLock } from '../../../test/reading/waiting.ts';
import { query } from '../../../test/servers/database.ts';
import {
  accountStatusOf,
  bring,
  checkoutOf,
  decide,
  expired,
  message,
  providerIdsOf,
  quiet,
  REFRESH,
  subscribe,
  waitForStatus,
} from '../../../test/servers/payments.ts';
import { server } from '../../../test/servers/server.ts';
import type { Payments } from '../../outside/payments/payments.ts';
import { READ_SUBSCRIPTION } from '../subscription/queues.server.ts';
import { billingJobs } from './jobs.server.ts';

const { database, services } = server;
const { payments } = services;
if (!payments) throw new Error('The test server takes no payments');

afterAll(quiet);

describe('A webhook', () => {
  it('is refused if forged, unsigned or old', async () => {
    const ada = await expired();
    await subscribe(ada);
    const { subscription_id } = await providerIdsOf(ada);
    const good = message(subscription_id);
    const bad = [
      message(subscription_id, { secret: 'whsec_forged' }),
      message(subscription_id, { at: Date.now() - 301_000 }),
      { ...good, signature: '' },
      { ...good, payload: good.payload.replace('active', 'canceled') },
    ];
    for (const wrong of bad) expect(await bring(wrong)).toBe(400);
    const ids = [bad.map(({ id }) => id)];
    expect(await query(database, 'select from app.payment_events where id = any($1)', ids)).toEqual([]);
  });

  it('is recorded once if repeated, and its content is not trusted', async () => {
    const ada = await expired();
    await subscribe(ada);
    const { subscription_id } = await providerIdsOf(ada);
    await payments.cancel(subscription_id);
    await waitForStatus(ada, { status: 'expired', state: 'ended' });
    // The message arrives late, with the outdated state 'active'.
    const late = message(subscription_id);
    await checkoutOf(ada, 'business');
    const { checkout_id } = await providerIdsOf(ada);
    expect([await bring(late), await bring(late), await bring(late)]).toEqual([200, 200, 200]);
    await quiet();
    expect((await providerIdsOf(ada)).checkout_id, 'the next one, which may be paid already').toBe(checkout_id);
    expect(await query(database, 'select from app.payment_events where id = $1', [late.id])).toHaveLength(1);
    const jobs = `select from pgboss.job where name = 'read-subscription' and data::text like '%' || $1 || '%'`;
    const read = (await query(database, jobs, [subscription_id])).length;
    expect(await bring(late)).toBe(200);
    expect(await query(database, jobs, [subscription_id])).toHaveLength(read);
    expect(await accountStatusOf(ada)).toMatchObject({ status: 'expired', state: 'ended' });
  });

  it('keeps the newer state when the page reads concurrently, in any order of responses', async () => {
    const ada = await expired();
    await subscribe(ada);
    await quiet();
    const { subscription_id: subscriptionId } = await providerIdsOf(ada);
    const answers: (string | undefined)[] = [];
    const slow: Payments = {
      ...payments,
      subscription: async (id) => {
        const current = await payments.subscription(id);
        answers.push(current?.state);
        // While this response is in flight, the plan is cancelled, and the landlord's page reads the new state.
        if (answers.length === 1) {
          await payments.cancel(id);
          await ada.post(REFRESH);
        }
        return current;
      },
    };
    const handlers = billingJobs({ ...services, pool: services.jobsPool, payments: slow, jobs: () => services.jobs });
    await runJob(handlers, READ_SUBSCRIPTION, { provider: 'stripe', subscriptionId });
    expect([answers[0], answers.at(-1)]).toEqual(['active', 'ended']);
    expect(await accountStatusOf(ada)).toMatchObject({ status: 'expired', state: 'ended' });
  });

  it('is accepted without effect for an unknown or deleted account', async () => {
    const ada = await expired();
    await subscribe(ada);
    const { subscription_id } = await providerIdsOf(ada);
    expect((await ada.post('/api/account/remove', { password: ada.password })).status).toBe(200);
    for (const id of [subscription_id, 'sub_unknown']) expect(await bring(message(id))).toBe(200);
    expect(await query(database, 'select from subscriptions where subscription_id = $1', [subscription_id])).toEqual(
      [],
    );
  });

  it('creates one plan when two readers find it concurrently', async () => {
    const ada = await expired();
    await decide(await checkoutOf(ada), 'succeed');
    await concurrently(async (other) => {
      await other.query('select from subscriptions where user_id = $1 for update', [ada.id]);
      const readings = Promise.all([ada.post(REFRESH), ada.post(REFRESH)]);
      await waitsForLock(2);
      await other.query('commit');
      await readings;
    });
    await quiet();
    const { subscription_id } = await providerIdsOf(ada);
    expect((await payments.subscription(subscription_id))?.state).toBe('active');
    expect(await accountStatusOf(ada)).toMatchObject({ status: 'active', plan: 'standard' });
  });
});
