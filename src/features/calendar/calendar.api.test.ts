import { describe, expect, it } from 'vitest';
import { addedProperty, addedTenant, landlord, visitor } from '../../../test/fixtures/landlords.ts';
import { addedLoan } from '../../../test/fixtures/loans.ts';
import { newCertificate, newCompliance } from '../../../test/fixtures/make.ts';
import { END_TRIAL } from '../../../test/fixtures/subscriptions.ts';
import { madeFeed } from '../../../test/route-fixtures/calendar.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { addDays, londonDay } from '../../shared/dates.ts';
import { dayWords } from './calendar.ts';

const pathname = (address: string) => new URL(address).pathname;

/** Returns the unfolded lines of a feed that start with one of `names`. */
async function read(address: string, ...names: string[]): Promise<string[]> {
  const { status, text } = await visitor().get(pathname(address));
  expect(status).toBe(200);
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  return lines.filter((line) => names.some((name) => line.startsWith(name)));
}

const today = () => londonDay(server.services.clock.now());
const plain = (day: string) => day.replaceAll('-', '');

describe('the calendar feed', () => {
  it('lists its landlord’s certificate expiries and lease ends as all-day events linked to the property', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const [soon, later, longAgo] = [addDays(today(), 9), addDays(today(), 400), addDays(today(), -366)];
    const home = await addedProperty(ada, {
      address: '14 Chandos Terrace',
      city: 'Leeds',
      certificates: [
        newCertificate({ complianceItem: 'gasSafety', expirationDate: soon }),
        newCertificate({ complianceItem: null, name: 'Chimney; swept', expirationDate: later }),
        newCertificate({ complianceItem: 'energyPerformance', expirationDate: longAgo }),
      ],
      compliance: newCompliance(),
    });
    for (const name of ['Rohan Mehta', 'Ada Okoye'])
      await addedTenant(ada, { name, propertyId: home.id, leaseEnd: soon, periodic: false });
    await addedTenant(ada, { propertyId: home.id, leaseEnd: soon, periodic: false, movedOut: addDays(today(), -1) });
    await addedTenant(ada, { propertyId: home.id, leaseEnd: null, periodic: true });
    await addedProperty(bob, { certificates: [newCertificate({ expirationDate: soon })] });
    const { address } = await madeFeed(ada, true);
    const summaries = await read(address, 'SUMMARY');
    expect(summaries).toContain('SUMMARY:Gas safety expires\\, 14 Chandos Terrace\\, Leeds');
    expect(summaries).toContain('SUMMARY:Chimney\\; swept expires\\, 14 Chandos Terrace\\, Leeds');
    expect(summaries).toContain('SUMMARY:Lease of Ada Okoye and Rohan Mehta ends\\, 14 Chandos Terrace\\, Leeds');
    expect(summaries.filter((line) => line.includes('Energy') || line.includes('Lease'))).toHaveLength(1);
    expect((await read(address, 'BEGIN', 'END')).slice(0, 3)).toEqual([
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'END:VEVENT',
    ]);
    expect((await read(address, 'END')).at(-1)).toBe('END:VCALENDAR');
    expect(await read(address, 'DTSTART')).toContain(`DTSTART;VALUE=DATE:${plain(soon)}`);
    const uids = await read(address, 'UID');
    expect(uids).toContain(`UID:${home.id}-gasSafety@${new URL(server.services.appUrl).host}`);
    expect(new Set(uids).size).toBe(uids.length);
    expect(await read(address, 'URL')).toContain(
      `URL;VALUE=URI:${server.services.appUrl}/dashboard/properties/${home.id}`,
    );
  });

  it('lists the end of a fixed rate', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada, { address: '2 Mill Lane', city: 'Bath' });
    await addedLoan(ada, { propertyId: home.id, fixedUntil: addDays(today(), 90) });
    const { address } = await madeFeed(ada, true);
    expect(await read(address, 'SUMMARY')).toEqual(['SUMMARY:Harbour Bank: fixed rate ends\\, 2 Mill Lane\\, Bath']);
  });

  it('ends every line with CRLF, and folds lines at 75 octets, never inside a character', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada, { address: '14 Chandos Terrace, Großes Haus', compliance: newCompliance() });
    const leaseEnd = addDays(today(), 9);
    const names = [
      '王小明',
      'محمد علي',
      'Łukasz Żółć',
      '😀 Ødegård',
      ...Array.from({ length: 5 }, (_, n) => `Zoë Åkesson ${n}`),
    ];
    for (const name of names) await addedTenant(ada, { name, propertyId: home.id, leaseEnd, periodic: false });
    const { address } = await madeFeed(ada, true);
    const { text } = await visitor().get(pathname(address));
    expect(text.endsWith('\r\nEND:VCALENDAR\r\n')).toBe(true);
    const longest = Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)));
    expect([text.includes('\r\n '), text.includes('\uFFFD'), longest <= 75]).toEqual([true, false, true]);
    // Compliance items of the property may precede or follow the lease end, depending on the date.
    const summary = (await read(address, 'SUMMARY:Lease')).join();
    for (const name of names) expect(summary).toContain(name);
  });

  it('shows tenants’ names only if chosen, without changing the address', async () => {
    const ada = await landlord();
    await addedTenant(ada, { name: 'Rohan Mehta', leaseEnd: addDays(today(), 3), periodic: false });
    const { address } = await madeFeed(ada, false);
    const unnamed = (await read(address, 'SUMMARY')).join();
    expect(unnamed).toContain('SUMMARY:Lease ends\\, ');
    expect(unnamed).not.toContain('Rohan');
    await ada.send('PATCH', '/api/calendar-feed', { body: { tenants: true } });
    expect((await read(address, 'SUMMARY')).join()).toContain('Lease of Rohan Mehta ends');
  });

  it('stops working after a new address, its end, or the trial, and stores its secret neither in database nor log', async () => {
    const ada = await landlord();
    const { address: old } = await madeFeed(ada);
    const { address } = await madeFeed(ada);
    expect((await visitor().get(pathname(old))).status).toBe(404);
    const secret = pathname(address).split('/').at(-1)?.replace('.ics', '') ?? '';
    expect(secret).toHaveLength(43);
    const stored = await query<{ row: string }>(
      server.database,
      'select f::text as row from calendar_feeds f where user_id = $1',
      [ada.id],
    );
    expect(stored.map(({ row }) => row).join()).not.toContain(secret);
    await query(server.database, END_TRIAL, [ada.id, '2020-01-01']);
    expect((await visitor().get(pathname(address))).status).toBe(402);
    expect((await ada.send('DELETE', '/api/calendar-feed')).status).toBe(204);
    expect((await visitor().get(pathname(address))).status).toBe(404);
    expect((await ada.get('/api/calendar-feed')).text).toBe('{"feed":null}');
  });
});

it('titles a lease end without a property', () => {
  const nowhere = { propertyId: null, address: null, city: null, about: 'lease', name: null, day: '2026-12-01' };
  expect(dayWords({ ...nowhere, tenants: ['Ada Okoye'] })).toBe('Lease of Ada Okoye ends');
});
