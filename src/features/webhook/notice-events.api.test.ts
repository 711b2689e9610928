/** Events of late rents and expiring certificates, from the hourly job to the deliveries. */
import { expect, it } from 'vitest';
import { addedProperty, addedTenant, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { newCertificate } from '../../../test/fixtures/make.ts';
import { END_TRIAL } from '../../../test/fixtures/subscriptions.ts';
import { addedWebhook, deliveriesOf } from '../../../test/fixtures/webhooks.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { keepWebhooks } from './jobs.server.ts';
import { WebhookRecord } from './webhook.ts';

const { database } = server;
const EXPIRING = { events: ['certificate.expiring' as const] };

const keep = () => keepWebhooks({ pool: server.services.jobsPool, clock: server.services.clock });

const addedExpiring = (owner: Landlord) =>
  addedProperty(owner, { certificates: [newCertificate({ expirationDate: '2026-12-10' })] });

async function eventsOf(owner: Landlord, { id }: { id: string }) {
  return (await deliveriesOf(owner, `?endpoint=${id}`)).map(({ body }) => [body.type, body.data.id]);
}

const switched = async (owner: Landlord, { id, version, url, events }: WebhookRecord, on: boolean) =>
  (
    await owner.send('PUT', `/api/webhooks/${id}`, {
      headers: { 'if-match': `"${version}"` },
      body: { url, events, on },
    })
  ).as(WebhookRecord);

it('adds one event of a certificate that begins to expire, unless it did before the first endpoint', async () => {
  const ada = await landlord();
  await addedExpiring(ada);
  const { record } = await addedWebhook(ada, EXPIRING);
  const later = await addedExpiring(ada);
  await keep();
  await keep();
  expect(await eventsOf(ada, record)).toEqual([['certificate.expiring', later.id]]);
});

it('adds no event of the time before an endpoint was added or switched on, but of that for the others', async () => {
  const ada = await landlord();
  const { record: first } = await addedWebhook(ada, EXPIRING);
  const known = await addedExpiring(ada);
  const { record: second } = await addedWebhook(ada, EXPIRING);
  const off = [await switched(ada, first, false), await switched(ada, second, false)];
  await addedExpiring(ada);
  for (const record of off) await switched(ada, record, true);
  const later = await addedExpiring(ada);
  await keep();
  expect(await eventsOf(ada, first)).toEqual([
    ['certificate.expiring', later.id],
    ['certificate.expiring', known.id],
  ]);
  expect(await eventsOf(ada, second)).toEqual([['certificate.expiring', later.id]]);
});

it('adds no event of the time without a plan, also not after it', async () => {
  const ada = await landlord();
  const { record } = await addedWebhook(ada, EXPIRING);
  await addedExpiring(ada);
  await query(database, END_TRIAL, [ada.id, '2020-01-01']);
  await keep();
  await query(database, END_TRIAL, [ada.id, '2027-01-01']);
  const later = await addedExpiring(ada);
  await keep();
  expect(await eventsOf(ada, record)).toEqual([['certificate.expiring', later.id]]);
});

it('adds one event of late rent', async () => {
  const ada = await landlord();
  const { record } = await addedWebhook(ada, { events: ['rent.late'] });
  const { tenancyId } = await addedTenant(ada, { leaseStart: '2026-09-01' });
  const late = `with paid as (
      insert into ledger_entries (user_id, tenancy_id, kind, date, amount) values ($1, $2, 'payment', '2026-09-01', -1))
    insert into ledger_entries (user_id, tenancy_id, kind, date, amount) values ($1, $2, 'charge', '2026-10-01', 100)`;
  await query(database, late, [ada.id, tenancyId]);
  await keep();
  await keep();
  expect(await eventsOf(ada, record)).toEqual([['rent.late', tenancyId]]);
});
