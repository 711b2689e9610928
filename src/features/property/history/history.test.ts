/** What happened to a property, as its landlord reads it. */
import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from './history.ts';
import { byDay, dayWords, entryLines } from './history-lines.ts';

type Given = Partial<HistoryEntry>;
const entry = (given: Given): HistoryEntry => ({
  id: '1',
  at: '2026-11-21T10:00:00.000000Z',
  noun: 'property',
  action: 'changed',
  label: '14 Chandos Terrace',
  count: 1,
  changes: null,
  ...given,
});
type Value = NonNullable<HistoryEntry['changes']>[number]['was'];
const change = (field: string, was: Value, is: Value, given: Given = {}) =>
  entryLines(entry({ ...given, changes: [{ field, was, is }] }));

const gas: Given = { noun: 'certificate', label: 'Gas Safety Record' };
const compliance: Given = { noun: 'compliance', label: null };

describe('a change of the property', () => {
  it.each<[string, Value, Value, string]>([
    ['rent', 145_000, 150_000, 'Rent per month: £1,450.00 → £1,500.00'],
    ['rent', 0, 150_000, 'Rent per month: £0.00 → £1,500.00'],
    ['bedrooms', 2, 1000, 'Bedrooms: 2 → 1,000'],
    ['status', 'vacant', 'maintenance', 'Status: Vacant → Maintenance'],
    ['propertyType', 'flat', 'semi-detached', 'Property Type: Flat → Semi-detached'],
    ['guarantorName', null, 'Ada', 'Guarantor Name set to Ada'],
    ['guarantorName', 'Ada', null, 'Guarantor Name removed'],
    ['keysAmount', null, 3, 'Keys Amount set to 3'],
    ['keyCode', '…', '…', 'Key Code changed'],
    ['description', 'Short', '…', 'Description changed'],
    ['imageUrl', null, '/api/files/a.jpg', 'Photo added'],
    ['imageUrl', '/api/files/a.jpg', '/api/files/b.jpg', 'Photo replaced'],
    ['imageUrl', '/api/files/a.jpg', null, 'Photo removed'],
  ])('of %s from %s to %s says "%s"', (field, was, is, words) => {
    expect(change(field, was, is)).toEqual([words]);
  });

  it('of several fields has a line for each that has a name, and never a raw one', () => {
    const changes = [
      { field: 'city', was: 'Leeds', is: 'York' },
      { field: 'state', was: 'Leeds', is: 'York' },
      { field: 'postalCode', was: 'LS8 1QS', is: 'YO1 7HH' },
    ];
    expect(entryLines(entry({ changes }))).toEqual(['City: Leeds → York', 'Postal Code: LS8 1QS → YO1 7HH']);
    expect(change('mystery_column', 1, 2)).toEqual(['Property changed']);
  });
});

describe('a part of the property', () => {
  it('is named as added, changed or removed', () => {
    expect(entryLines(entry({ ...gas, action: 'added' }))).toEqual(['Certificate “Gas Safety Record” added']);
    expect(entryLines(entry({ noun: 'invoice', label: null, action: 'removed' }))).toEqual(['Invoice removed']);
    expect(entryLines(entry({ ...compliance, action: 'added' }))).toEqual(['Compliance recorded']);
    expect(entryLines(entry({ action: 'added' }))).toEqual(['Property added']);
  });

  it('is counted where there were several in one go', () => {
    expect(entryLines(entry({ ...gas, label: null, action: 'added', count: 3 }))).toEqual(['3 certificates added']);
    expect(entryLines(entry({ noun: 'invoice', label: null, action: 'removed', count: 1200 }))).toEqual([
      '1,200 invoices removed',
    ]);
  });

  it('says of a certificate and an invoice which field changed', () => {
    expect(change('expirationDate', '2026-03-12', '2027-03-12', gas)).toEqual([
      'Certificate “Gas Safety Record”: Expiration Date 12 Mar 2026 → 12 Mar 2027',
    ]);
    expect(change('cost', null, 8400, gas)).toEqual(['Certificate “Gas Safety Record”: Cost set to £84.00']);
    expect(change('file', '/api/files/a.pdf', null, { noun: 'invoice', label: 'Boiler' })).toEqual([
      'Invoice “Boiler”: File removed',
    ]);
    expect(change('complianceItem', null, 'gasSafety', gas)[0]).toMatch(/set to Gas Safety$/);
  });

  it('says of compliance which item and which of its fields changed', () => {
    expect(change('gasSafety.expiryDate', '2026-03-12', '2027-03-12', compliance)).toEqual([
      'Gas Safety: Expiry Date 12 Mar 2026 → 12 Mar 2027',
    ]);
    expect(change('alarms.completed', false, true, compliance)).toEqual(['Smoke and CO Alarms: Completed No → Yes']);
    expect(change('gasSafety.mystery', 1, 2, compliance)).toEqual(['Compliance changed']);
    expect(change('mystery.notes', 1, 2, compliance)).toEqual(['Compliance changed']);
  });
});

describe('history', () => {
  it('stands by the day and the minute of London', () => {
    const days = byDay([
      entry({ id: '3', at: '2026-07-02T23:30:10Z', changes: [{ field: 'rent', was: 1, is: 2 }] }),
      entry({ ...gas, id: '2', at: '2026-07-02T23:30:09Z', action: 'added' }),
      entry({ id: '1', at: '2026-07-02T22:59:00Z', action: 'added' }),
    ]);
    expect(days).toEqual([
      {
        day: '2026-07-03',
        moments: [
          {
            time: '00:30',
            lines: [
              { key: '3.0', words: 'Rent per month: £0.01 → £0.02' },
              { key: '2.0', words: 'Certificate “Gas Safety Record” added' },
            ],
          },
        ],
      },
      { day: '2026-07-02', moments: [{ time: '23:59', lines: [{ key: '1.0', words: 'Property added' }] }] },
    ]);
  });

  it('calls the day of the landlord today', () => {
    expect(dayWords('2026-11-21', '2026-11-21')).toBe('Today');
    expect(dayWords('2026-11-20', '2026-11-21')).toBe('20 Nov 2026');
  });
});

type Changes = NonNullable<HistoryEntry['changes']>;
const HOME = '00000000-0000-4000-8000-000000000001';

const ada = (given: Partial<HistoryEntry>): HistoryEntry => ({
  id: '1',
  at: '2026-11-21T10:00:00.000000Z',
  noun: 'tenant',
  action: 'changed',
  label: 'Ada Lovelace',
  count: 1,
  changes: null,
  ...given,
});
const changed = (...changes: Changes) => entryLines(ada({ changes }));

describe('a tenant in the history of a property', () => {
  it('is named as added and as removed, several by their number', () => {
    expect(entryLines(ada({ action: 'added' }))).toEqual(['Tenant Ada Lovelace added']);
    expect(entryLines(ada({ action: 'removed' }))).toEqual(['Tenant Ada Lovelace removed']);
    expect(entryLines(ada({ action: 'added', label: null, count: 2 }))).toEqual(['2 tenants added']);
  });

  it.each<[string | null, string | null, string]>([
    [null, '2026-11-21', 'Tenant Ada Lovelace moved out on 21 Nov 2026'],
    [null, '2026-06-30', 'Tenant Ada Lovelace moved out on 30 Jun 2026'],
    [null, '2026-11-22', 'Tenant Ada Lovelace moves out on 22 Nov 2026'],
    ['2026-12-31', '2026-11-20', 'Tenant Ada Lovelace moved out on 20 Nov 2026'],
    ['2026-06-30', null, 'Tenant Ada Lovelace lives here again'],
    ['2026-11-22', null, 'Tenant Ada Lovelace does not move out after all'],
  ])('whose day of moving out goes from %s to %s: %s', (was, is, words) => {
    expect(changed({ field: 'movedOut', was, is })).toEqual([words]);
  });

  it('moved out by the day in London', () => {
    const changes = [{ field: 'movedOut', was: null, is: '2026-07-01' }];
    const said = (at: string) => entryLines(ada({ at, changes }));
    expect(said('2026-06-30T22:59:59.000000Z')).toEqual(['Tenant Ada Lovelace moves out on 01 Jul 2026']);
    expect(said('2026-06-30T23:00:00.000000Z')).toEqual(['Tenant Ada Lovelace moved out on 01 Jul 2026']);
  });

  it('comes with what changed at once, and goes with nothing else', () => {
    const rent = { field: 'rentAmount', was: 120_000, is: 125_000 };
    expect(changed({ field: 'propertyId', was: null, is: HOME }, rent)).toEqual([
      'Tenant Ada Lovelace assigned',
      'Tenant Ada Lovelace: rent per month £1,200.00 → £1,250.00',
    ]);
    expect(changed(rent, { field: 'propertyId', was: HOME, is: null })).toEqual([
      'Tenant Ada Lovelace assigned elsewhere',
    ]);
  });

  it.each<[string, string | number | null, string | number | null, string]>([
    ['name', 'Ada Byron', 'Ada Lovelace', 'Tenant Ada Lovelace, called Ada Byron before'],
    ['leaseStart', '2026-03-12', '2026-04-01', 'Tenant Ada Lovelace: lease start 12 Mar 2026 → 01 Apr 2026'],
    ['leaseEnd', '2026-03-12', '2027-03-12', 'Tenant Ada Lovelace: lease end 12 Mar 2026 → 12 Mar 2027'],
    ['leaseEnd', null, '2027-03-12', 'Tenant Ada Lovelace: lease end periodic → 12 Mar 2027'],
    ['leaseEnd', '2026-03-12', null, 'Tenant Ada Lovelace: tenancy made periodic'],
    ['depositAmount', 0, 138_461, 'Tenant Ada Lovelace: deposit £0.00 → £1,384.61'],
  ])('is told in words that %s went from %s to %s', (field, was, is, words) => {
    expect(changed({ field, was, is })).toEqual([words]);
  });

  it('is changed where it is no matter of the property, and nothing raw is shown', () => {
    const phone = { field: 'phone', was: '07700 900417', is: '07700 900418' };
    const avatar = { field: 'avatar', was: null, is: '/api/files/tenant_images/a.jpg' };
    expect(changed(phone, avatar, { field: 'mysteryColumn', was: 1, is: 2 })).toEqual(['Tenant Ada Lovelace changed']);
    expect(entryLines(ada({ label: null, changes: null }))).toEqual(['Tenant changed']);
  });
});

describe('a supplier in the history of a property', () => {
  it('is linked and unlinked', () => {
    const link = { noun: 'supplier link', label: null } as const;
    expect(entryLines(ada({ ...link, action: 'added' }))).toEqual(['Supplier linked']);
    expect(entryLines(ada({ ...link, action: 'removed' }))).toEqual(['Supplier unlinked']);
    expect(entryLines(ada({ ...link, action: 'added', count: 3 }))).toEqual(['3 suppliers linked']);
  });
});
