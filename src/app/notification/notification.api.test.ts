import { expect, it } from 'vitest';
import {
  addedProperty,
  addedTenant,
  addedTransaction,
  type Landlord,
  landlord,
} from '../../../test/fixtures/landlords.ts';
import { newCertificate, newCompliance, newProperty, newTransaction } from '../../../test/fixtures/make.ts';
import { overdueNotice } from '../../../test/route-fixtures/notifications.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { NO_COMPLIANCE } from '../../features/compliance/compliance.ts';
import { addDays, londonDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { Overview } from '../overview/overview.ts';
import { Notices } from './notification.ts';

const PATH = '/api/notifications';
const today = () => londonDay(server.services.clock.now());
const inDays = (days: number) => addDays(today(), days);
const notices = async (ada: Landlord, query = '') => (await ada.get(`${PATH}${query}`)).as(Notices);
const titles = async (ada: Landlord, query = '') => (await notices(ada, query)).items.map(({ title }) => title);
const fireDoor = (days: number) => newCertificate({ name: `In ${days}`, expirationDate: inDays(days) });
const olderBy = (id: string, days: number) =>
  query(server.database, "update properties set date_added = $2::date + time '12:00' where id = $1", [
    id,
    inDays(-days),
  ]);

it('lists items that end within 60 days or have ended, red first, then by day, once each', async () => {
  const [ada, bob] = [await landlord(), await landlord()];
  const certificates = [61, 60, 0, -1, -40].map(fireDoor);
  const compliance = newCompliance({ gasSafety: { ...NO_COMPLIANCE.gasSafety, expiryDate: inDays(2) } });
  await addedProperty(ada, { certificates, compliance });
  await addedProperty(bob, { certificates });
  const own = await titles(ada);
  expect(own.filter((title) => title.startsWith('In'))).toEqual([
    'In -40 has expired',
    'In -1 has expired',
    'In 0 expires today',
    'In 60 is expiring',
  ]);
  expect(own.indexOf('Gas safety is expiring')).toBe(own.indexOf('In 0 expires today') + 1);
  expect(await titles(bob)).toHaveLength(4);
});

/** A postcode in Wales, where Tenure derives no deadlines that would also be listed. */
const postalCode = 'CF10 1AA';

it('lists leases that end within 30 days or have ended, until they are periodic or the tenant moves out', async () => {
  const ada = await landlord();
  const { id: propertyId } = await addedProperty(ada, { postalCode });
  const leaseOf = (name: string, days: number, overrides: object = {}) =>
    addedTenant(ada, { propertyId, name, leaseStart: '2025-01-01', leaseEnd: inDays(days), ...overrides });
  await leaseOf('Later', 31);
  await leaseOf('Soon', 30);
  const over = await leaseOf('Over', -1);
  await leaseOf('Leaving', 9, { movedOut: inDays(9) });
  await addedTenant(ada, { propertyId, name: 'Periodic', periodic: true });
  expect(await titles(ada)).toEqual(['Over’s lease has ended', 'Soon’s lease ends soon']);
  await ada.patch(`/api/tenants/${over.id}`, { periodic: false }, over.version);
  expect(await titles(ada)).toEqual(['Soon’s lease ends soon']);
});

it('counts missing certificates once for each property, from its 15th day', async () => {
  const ada = await landlord();
  const { id } = await addedProperty(ada, {
    compliance: { ...NO_COMPLIANCE, alarms: { ...NO_COMPLIANCE.alarms, notApplicable: 'No tenants' } },
  });
  await olderBy(id, 13);
  expect(await titles(ada)).toEqual([]);
  await olderBy(id, 14);
  expect((await notices(ada)).items).toMatchObject([
    { title: '8 of 9 not recorded yet', group: 'later', away: '14 days', where: '14 Chandos Terrace, Bristol' },
  ]);
});

it('shows the first notices on the overview, and counts all that are to do', async () => {
  const [ada, bob] = [await landlord(), await landlord()];
  const count = async () => {
    const { items, counts } = await notices(ada);
    return { items: items.slice(0, 5), total: counts.urgent + counts.coming + counts.later };
  };
  const attention = async () => (await ada.get('/api/overview')).as(Overview).attention;
  for (const owner of [ada, ada, ada, bob])
    await olderBy((await addedProperty(owner, { compliance: NO_COMPLIANCE })).id, 20);
  const { id: propertyId } = await addedProperty(ada, { postalCode });
  await addedTenant(ada, { propertyId, leaseEnd: inDays(3) });
  expect(await attention()).toEqual(await count());
  expect(await attention()).toMatchObject({ total: 4 });
  const last = (await notices(ada)).items.at(-1);
  await ada.post(`${PATH}/snooze`, { key: last?.key, until: inDays(5) });
  expect(await attention()).toEqual(await count());
  expect(await attention()).toMatchObject({ total: 3 });
});

it('shows one notice of each kind on the overview before a second one', async () => {
  const ada = await landlord();
  await addedProperty(ada, { postalCode, certificates: [-40, -41, -42, -43, -44, -45].map(fireDoor) });
  await addedTransaction(ada, newTransaction({ status: 'pending', date: inDays(-1), description: 'Late' }));
  const { attention } = (await ada.get('/api/overview')).as(Overview);
  expect(attention.items.map(({ title }) => title.split(',')[0])).toEqual([
    'In -45 has expired',
    'Late',
    'In -44 has expired',
    'In -43 has expired',
    'In -42 has expired',
  ]);
});

it('lists overdue transactions until they are paid', async () => {
  const ada = await landlord();
  const pending = (date: string) =>
    addedTransaction(ada, newTransaction({ status: 'pending', date, description: date }));
  await pending(today());
  const late = await pending(inDays(-1));
  expect(await titles(ada)).toEqual([`${inDays(-1)}, ${formatPence(-late.amount)}, is overdue`]);
  await query(server.database, `update transactions set status = 'completed' where id = $1`, [late.id]);
  expect(await titles(ada)).toEqual([]);
});

it('lists a bank consent that ends within 14 days or has ended, and a failed payment', async () => {
  const ada = await landlord();
  const connection = (name: string, days: number, status: string) =>
    query(
      server.database,
      `with account as (insert into bank_accounts (user_id, name, institution, account_number) values ($1, $2, $2, '****5678') returning id),
       connection as (insert into bank_connections (user_id, provider, institution_id, institution, reference_hash, status, access_until)
         values ($1, 'gocardless', 'X', $2, $1 || $2, $4, $3::date + time '12:00') returning id)
       insert into bank_feeds (user_id, connection_id, external_id, bank_account_id) select $1, connection.id, $2, account.id from connection, account`,
      [ada.id, name, inDays(days), status],
    );
  await connection('Barclays', 14, 'active');
  await connection('Monzo', 15, 'active');
  await connection('Halifax', -3, 'ended');
  await query(
    server.database,
    `insert into subscriptions (user_id, state, paid_until, owed_since) values ($1, 'past_due', $2, $2)`,
    [ada.id, new Date(server.services.clock.now().getTime() - 86_400_000)],
  );
  const { items } = await notices(ada);
  expect(items.map(({ title }) => title)).toEqual([
    'Halifax has stopped sharing',
    'Your last payment failed',
    'Barclays needs your permission again',
  ]);
  expect(items[0]?.where).toBe('Halifax');
  expect(items[1]?.todo).toMatch(/^Pay by \d\d \w{3} \d{4} to keep your access\.$/);
});

it('returns a long list in pages, with the counts of all', async () => {
  const ada = await landlord();
  await addedProperty(ada, { certificates: [-2, -1, 0, 2, 3].map(fireDoor) });
  const first = await notices(ada, '?limit=3');
  expect(first.counts).toEqual({ urgent: 2, coming: 3, later: 0, unread: 5, snoozed: 0 });
  const second = await notices(ada, `?limit=3&cursor=${encodeURIComponent(first.nextCursor ?? '')}`);
  expect([...first.items, ...second.items].map(({ title }) => title.slice(0, 5))).toEqual([
    'In -2',
    'In -1',
    'In 0 ',
    'In 2 ',
    'In 3 ',
  ]);
  expect(second.nextCursor).toBeNull();
});

it('keeps a notice read until its date changes', async () => {
  const ada = await landlord();
  const house = await addedProperty(ada, { certificates: [fireDoor(5), fireDoor(6)] });
  const [first] = (await notices(ada)).items;
  await ada.post(`${PATH}/read`, { keys: [first?.key, 'no such'] });
  expect((await notices(ada)).items.map(({ read }) => read)).toEqual([true, false]);
  await ada.post(`${PATH}/read`, {});
  expect((await notices(ada)).counts.unread).toBe(0);
  const renewed = house.certificates.map((certificate) => ({ ...certificate, expirationDate: inDays(7) }));
  await ada.put(`/api/properties/${house.id}`, newProperty({ certificates: renewed }), house.version);
  expect((await notices(ada)).counts).toMatchObject({ coming: 2, unread: 2 });
  await ada.post(`${PATH}/read`, {});
  const stored = await query(server.database, 'select from notice_states where user_id = $1', [ada.id]);
  expect(stored).toHaveLength(2);
});

it('hides a snoozed notice until its day or its expiry, and restores it on request', async () => {
  const ada = await landlord();
  await addedProperty(ada, { certificates: [fireDoor(5)] });
  const key = (await notices(ada)).items[0]?.key ?? '';
  const snooze = (until: string | null) => ada.post(`${PATH}/snooze`, { key, until });
  expect(JSON.parse((await snooze(inDays(3))).text)).toEqual({ until: inDays(3) });
  expect(await notices(ada)).toMatchObject({ items: [], counts: { coming: 0, unread: 0, snoozed: 1 } });
  expect((await notices(ada, '?state=snoozed')).items).toMatchObject([{ key, snoozedUntil: inDays(3) }]);
  expect(JSON.parse((await snooze(inDays(30))).text)).toEqual({ until: inDays(6) });
  expect(JSON.parse((await snooze(null)).text)).toEqual({ until: null });
  expect((await notices(ada)).items).toMatchObject([{ key, read: true, snoozedUntil: null }]);
  expect((await snooze(today())).outcome).toBe('422 invalid_input');
  expect((await notices(ada)).counts.coming).toBe(1);
  await snooze(inDays(3));
  await server.later(3 * 86_400_000, async () => expect(await titles(ada)).toEqual(['In 5 is expiring']));
});

it('snoozes an overdue transaction for as long as requested', async () => {
  const ada = await landlord();
  const key = await overdueNotice(ada);
  expect((await ada.post(`${PATH}/snooze`, { key, until: '2099-01-01' })).text).toContain('2099-01-01');
});
