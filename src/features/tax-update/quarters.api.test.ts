import { expect, it } from 'vitest';
import { type Landlord, subscribedLandlord } from '../../../test/fixtures/landlords.ts';
import { addedOwners } from '../../../test/fixtures/owners.ts';
import { income } from '../../../test/fixtures/tax.ts';
import {
  BROWSER,
  connect,
  inNovember,
  reporting,
  reportQuarterly,
  STANDARD,
  send,
  updates,
} from '../../../test/fixtures/tax-updates.ts';
import { concurrently, waitsForLock } from '../../../test/reading/waiting.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { TaxUpdate, TaxUpdates } from './update.ts';

const THIS = '/api/tax-updates/2026-27';
const NEXT = '/api/tax-updates/2027-28';
const CALENDAR = { kind: 'calendar', detail: 'itemised' } as const;

const nextYear = async (ada: Landlord) => (await ada.get(NEXT)).as(TaxUpdates);
const noticesOf = async (ada: Landlord) => (await ada.get('/api/notifications')).text;
const on = <T>(day: string, work: () => Promise<T>) =>
  server.later(Date.parse(`${day}T10:00:00Z`) - server.services.clock.now().getTime(), work);

/** Returns a landlord with a plan and rent, who reports quarterly. */
async function lasting(change: object = {}): Promise<Landlord> {
  const ada = await subscribedLandlord();
  await income(ada, 'rent', 120_000);
  await reportQuarterly(ada, change);
  return ada;
}

it('keeps the quarters of years with updates after reporting has ended', async () => {
  const ada = await lasting(CALENDAR);
  await inNovember(() => send(ada, { way: 'elsewhere' }));
  await on('2027-07-20', async () => {
    expect((await nextYear(ada)).quarters).toMatchObject({ chosen: true, kind: 'calendar' });
    expect(await noticesOf(ada)).toContain('Update 1 of 2027–28');
    expect((await ada.delete(NEXT)).status).toBe(204);
    const { quarters, updates: four } = await updates(ada);
    expect(quarters).toMatchObject({ chosen: true, kind: 'calendar', fixed: true });
    expect(four.map(({ to }) => to.slice(5))).toEqual(['06-30', '09-30', '12-31', '03-31']);
    expect((await nextYear(ada)).quarters).toMatchObject({ chosen: false, kind: 'standard' });
    expect(await noticesOf(ada)).not.toContain('Update 1 of 2027–28');
    expect((await ada.put(NEXT, CALENDAR)).as(TaxUpdates).quarters).toMatchObject({ chosen: true, kind: 'calendar' });
  });
});

it('clears choices of years without updates', async () => {
  const ada = await reporting(CALENDAR);
  expect((await ada.delete(NEXT)).status).toBe(204);
  expect((await updates(ada)).quarters).toMatchObject({ chosen: false, kind: 'standard' });
});

it('ends later choices too', async () => {
  const ada = await lasting();
  await inNovember(() => send(ada, { way: 'elsewhere' }));
  await ada.put('/api/tax-updates/2028-29', CALENDAR);
  expect((await ada.delete(NEXT)).status).toBe(204);
  const later = (await ada.get('/api/tax-updates/2028-29')).as(TaxUpdates);
  expect(later.quarters).toMatchObject({ chosen: false, kind: 'standard' });
});

it('counts choices and updates from before there were owners as the first owner’s', async () => {
  const ada = await lasting();
  await inNovember(() => send(ada, { way: 'elsewhere' }));
  const [, tom] = await addedOwners(ada, 'Peter', 'Tom');
  await ada.put(`${THIS}?owner=${tom}`, STANDARD);
  await on('2026-12-20', async () => {
    const notices = await noticesOf(ada);
    expect(notices.match(/Update \d of 2026–27 is late/g)).toHaveLength(2);
    expect(notices).toContain('Tom');
    expect(notices).not.toContain('Peter');
  });
  await on('2027-07-20', async () => {
    expect(await noticesOf(ada)).toContain('Peter');
    expect((await ada.delete(NEXT)).status).toBe(204);
    expect((await noticesOf(ada)).match(/Update 1 of 2027–28/g)).toHaveLength(1);
  });
});

it('keeps the choice if HMRC refuses other quarters', async () => {
  const ada = await reporting();
  await connect(ada);
  await ada.delete(THIS);
  const unknown = `update tax_connections set business_id = 'XAIS00000000000' where user_id = $1`;
  await query(server.database, unknown, [ada.id]);
  expect((await ada.put(THIS, { ...CALENDAR, browser: BROWSER })).status).toBe(502);
  expect((await updates(ada)).quarters).toMatchObject({ chosen: false, kind: 'standard' });
});

it('adds one owner for concurrent connections', async () => {
  const ada = await reporting();
  const begin = () => ada.post('/api/tax-connections', { nino: 'AB123456C', nation: 'England' });
  await concurrently(async (other) => {
    await other.query('select from profiles where id = $1 for no key update', [ada.id]);
    const both = [begin(), begin()];
    await waitsForLock(2);
    await other.query('commit');
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
  });
  expect(await query(server.database, 'select from owners where user_id = $1', [ada.id])).toHaveLength(1);
});

it('rejects other quarters and an end for a year before one with updates', async () => {
  const ada = await lasting();
  await on('2027-07-20', async () => {
    const { sha256 } = (await ada.get(`${NEXT}/1`)).as(TaxUpdate);
    const input = { way: 'elsewhere', sha256, leftOut: null, browser: BROWSER };
    expect((await ada.post(`${NEXT}/1`, input)).status).toBe(200);
    expect((await ada.put(THIS, CALENDAR)).fields?.kind).toContain('a later one');
    expect((await ada.delete(THIS)).status).toBe(422);
    expect((await ada.put(THIS, { ...STANDARD, detail: 'three-lines' })).status).toBe(200);
    expect((await nextYear(ada)).quarters).toMatchObject({ chosen: true, kind: 'standard' });
  });
});

it('connects and follows HMRC’s quarters after an update was sent elsewhere', async () => {
  const ada = await reporting();
  const business = await connect(ada);
  await inNovember(async () => {
    await send(ada, { way: 'elsewhere' });
    await query(
      server.database,
      `update app.sandbox_tax set value = jsonb_set(value, '{quarters}', '{"2026-27": "calendar"}') where key = $1`,
      [`business/${business}`],
    );
    await query(server.database, `update tax_connections set state = 'granted' where user_id = $1`, [ada.id]);
    expect((await ada.post('/api/tax-connections/business', { browser: BROWSER })).status).toBe(204);
    const { connection, quarters, updates: four } = await updates(ada);
    expect([connection.state, quarters.kind]).toEqual(['active', 'calendar']);
    expect(four[1]).toMatchObject({ to: '2026-09-30', state: 'elsewhere', obligation: 'met' });
  });
});
