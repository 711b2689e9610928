/** The card that a plan is paid with, against the sandbox. */
import { expect, it, vi } from 'vitest';
import { query } from '../../../test/database.ts';
import { openEvents } from '../../../test/events.ts';
import { landlord } from '../../../test/landlords.ts';
import { bring, inPortal, keptOf, message, quiet, standingOf, subscribe } from '../../../test/payments.ts';
import { server } from '../../../test/server.ts';

const { database, services } = server;
const card = { brand: 'Visa', last4: '4242' };

it('is named by brand and last digits, whichever message tells that it has changed, and by nothing once the plan has ended', async () => {
  const ada = await landlord();
  const becomes = (like: object) =>
    vi.waitFor(async () => expect(await standingOf(ada)).toMatchObject(like), { timeout: 20_000, interval: 100 });
  expect((await subscribe(ada)).card).toEqual(card);
  await inPortal(ada, 'fail');
  await becomes({ card: { brand: 'Visa', last4: '0341' } });
  await inPortal(ada, 'pay');
  await becomes({ card });
  await quiet();
  const { customer_id: customer, subscription_id } = await keptOf(ada);
  const subjects = [
    { object: 'customer', id: customer },
    { object: 'payment_method', id: 'pm_1', customer },
  ];
  const events = await openEvents({ browser: ada });
  for (const subject of subjects) {
    await query(database, `update subscriptions set card_last4 = '1111' where user_id = $1`, [ada.id]);
    expect(await bring(message(subject))).toBe(200);
    await becomes({ card });
  }
  await events.heard(({ changes }) => changes.some(({ noun }) => noun === 'session'));
  await services.payments?.cancel(subscription_id);
  await becomes({ state: 'ended', card: null });
  await quiet();
});
