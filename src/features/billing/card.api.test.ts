import { expect, it } from 'vitest';
import { landlord } from '../../../test/fixtures/landlords.ts';
import { openEvents } from '../../../test/reading/events.ts';
import { query } from '../../../test/servers/database.ts';
import {
  bring,
  inPortal,
  message,
  providerIdsOf,
  quiet,
  subscribe,
  waitForStatus,
} from '../../../test/servers/payments.ts';
import { server } from '../../../test/servers/server.ts';

const { database, services } = server;
const card = { brand: 'Visa', last4: '4242' };

it('shows the card’s brand and last digits after any webhook, until the plan ends', async () => {
  const ada = await landlord();
  expect((await subscribe(ada)).card).toEqual(card);
  await inPortal(ada, 'fail');
  await waitForStatus(ada, { card: { brand: 'Visa', last4: '0341' } });
  await inPortal(ada, 'pay');
  await waitForStatus(ada, { card });
  await quiet();
  const { customer_id: customer, subscription_id } = await providerIdsOf(ada);
  const subjects = [
    { object: 'customer', id: customer },
    { object: 'payment_method', id: 'pm_1', customer },
  ];
  const events = await openEvents({ browser: ada });
  for (const subject of subjects) {
    await query(database, `update subscriptions set card_last4 = '1111' where user_id = $1`, [ada.id]);
    expect(await bring(message(subject))).toBe(200);
    await waitForStatus(ada, { card });
  }
  await events.waitFor(({ changes }) => changes.some(({ noun }) => noun === 'session'));
  await services.payments?.cancel(subscription_id);
  await waitForStatus(ada, { state: 'ended', card: null });
  await quiet();
});
