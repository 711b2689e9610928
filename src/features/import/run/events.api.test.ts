import { describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import {
  checkedImport,
  finishedImport,
  IMPORTS,
  sendImport,
  sentImport,
  workbook,
} from '../../../../test/fixtures/import-files.ts';
import { apiClient } from '../../../../test/fixtures/keys.ts';
import { addedProperty, addedSupplier, type Landlord, landlord } from '../../../../test/fixtures/landlords.ts';
import { member } from '../../../../test/fixtures/members.ts';
import { addedWebhook, deliveriesOf } from '../../../../test/fixtures/webhooks.ts';
import type { Browser } from '../../../../test/reading/browser.ts';
import { openEvents } from '../../../../test/reading/events.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { EventPage } from '../../webhook/event-log.server.ts';

const { database } = server;
const ALL = { properties: 'see', people: 'see', money: 'see', suppliers: 'see' } as const;
const NEAR = '1 Mill Road';
const FAR = '2 Mill Road';
const REFUSED = 'Only people with all properties can import a file.';

/** A property at `FAR`, and a payment at each address. */
const file = () =>
  workbook({
    Houses: [
      ['Address', 'Town', 'Postcode', 'Type', 'Rent', 'Gas cert expiry'],
      [FAR, 'Leeds', 'LS1 0QN', '2 bed flat', '700', ''],
    ],
    Money: [
      ['Date', 'Details', 'Money in', 'Money out', 'Category', 'Property'],
      ['03/11/2026', 'Boiler', '', '£120.50', 'Repairs', NEAR],
      ['01/11/2026', 'Roof', '', '£80', 'Repairs', FAR],
    ],
  });

const activityCount = async ({ id }: Landlord) =>
  (await query<{ count: number }>(database, 'select count(*)::int as count from activity where user_id = $1', [id]))[0]
    ?.count;

const typesOf = async (reader: Pick<Browser, 'get'>, type: string) => {
  const page = await vi.waitFor(
    async () => {
      const read: z.output<typeof EventPage> = (await reader.get('/api/events')).as(EventPage);
      if (!read.items.some((one) => one.type === type)) throw new Error(`There is no ${type} yet.`);
      return read;
    },
    { timeout: 60_000, interval: 50 },
  );
  return page.items.map((one) => one.type).toSorted();
};

describe('an import', () => {
  it('cannot be run or undone by a member with some properties, which leaves no event', async () => {
    const ada = await landlord();
    const near = await addedProperty(ada, { address: NEAR, city: 'Leeds', postalCode: 'LS1 0QN' });
    const limited = await member(ada, { role: 'manager', properties: [near.id] });
    const checked = await checkedImport(ada, await sentImport(ada, 'a.xlsx', await file()));
    const before = await activityCount(ada);
    const live = await openEvents({ browser: limited });
    const run = { rows: checked.counts.new, leaveOut: 0 };
    expect((await sendImport(limited, 'b.csv', 'Address\n1 Mill Road\n')).text).toContain(REFUSED);
    expect((await limited.post(`${IMPORTS}/${checked.id}/run`, run)).outcome).toBe('404 not_found');
    const done = await finishedImport(ada, checked);
    const after = await activityCount(ada);
    expect((await limited.post(`${IMPORTS}/${done.id}/undo`, {})).outcome).toBe('404 not_found');
    expect([before, await activityCount(ada)]).toEqual([1, after]);
    // The member's stream contains the owner's import without ids.
    await live.waitFor(({ changes }) => changes.some(({ noun }) => noun === 'properties'));
    expect([new Set(live.requests).size, live.changes.flatMap(({ id }) => id ?? [])]).toEqual([1, []]);
  });

  it('sends events to members and keys within their reach, and not to another landlord', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const near = await addedProperty(ada, { address: NEAR, city: 'Leeds', postalCode: 'LS1 0QN' });
    const manager = await member(ada, { role: 'manager' });
    const limited = await member(ada, { role: 'manager', properties: [near.id] });
    for (const owner of [ada, bob]) await addedWebhook(owner);
    const [whole, some, others] = await Promise.all([manager, limited, bob].map((browser) => openEvents({ browser })));
    await addedSupplier(bob);
    const done = await finishedImport(
      manager,
      await checkedImport(manager, await sentImport(manager, 'a.xlsx', await file())),
    );
    expect(done.counts.new).toBe(3);
    await whole?.waitFor(({ changes }) => changes.some(({ noun, id }) => noun === 'properties' && id !== null));
    await some?.waitFor(({ changes }) => changes.some(({ noun }) => noun === 'properties'));
    await others?.waitFor(({ changes }) => changes.some(({ noun }) => noun === 'suppliers'));
    expect(some?.changes.flatMap(({ id }) => id ?? [])).toEqual([]);
    expect(others?.changes.map(({ noun }) => noun)).not.toContain('properties');
    const narrow = await apiClient(ada, { rights: ALL, whole: false, propertyIds: [near.id] });
    expect(await typesOf(narrow, 'transaction.added')).toEqual(['property.added', 'transaction.added']);
    expect(await typesOf(await apiClient(ada, { rights: ALL }), 'transaction.added')).toEqual([
      'property.added',
      'property.added',
      'transaction.added',
      'transaction.added',
    ]);
    expect(await typesOf(await apiClient(bob, { rights: ALL }), 'supplier.added')).toEqual(['supplier.added']);
    await vi.waitFor(
      async () => expect((await deliveriesOf(ada)).map(({ event }) => event)).toContain('import.finished'),
      { timeout: 20_000, interval: 100 },
    );
    expect((await deliveriesOf(bob)).map(({ event }) => event)).not.toContain('property.added');
  });
});
