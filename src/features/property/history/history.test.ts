import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from './history.ts';
import { byDay, dayWords, entryLines } from './history-lines.ts';

type EntryFields = Partial<HistoryEntry>;
type Changes = NonNullable<HistoryEntry['changes']>;
type Value = Changes[number]['was'];

const entry = (fields: EntryFields): HistoryEntry => ({
  id: '1',
  at: '2026-11-21T10:00:00.000000Z',
  noun: 'property',
  action: 'changed',
  label: '14 Chandos Terrace',
  count: 1,
  changes: null,
  ...fields,
});
const HOME = '00000000-0000-4000-8000-000000000001';
const gas: EntryFields = { noun: 'certificate', label: 'Gas Safety Record' };
const compliance: EntryFields = { noun: 'compliance', label: null };
const tenant: EntryFields = { noun: 'tenant', label: 'Ada Lovelace' };
const link: EntryFields = { noun: 'supplier link', label: null };

describe('an entry', () => {
  it.each<[EntryFields, string]>([
    [{ action: 'added' }, 'Property added'],
    [{ ...gas, action: 'added' }, 'Certificate “Gas Safety Record” added'],
    [{ ...gas, label: null, action: 'added', count: 3 }, '3 certificates added'],
    [{ noun: 'invoice', label: null, action: 'removed' }, 'Invoice removed'],
    [{ noun: 'invoice', label: null, action: 'removed', count: 1200 }, '1,200 invoices removed'],
    [{ ...compliance, action: 'added' }, 'Compliance recorded'],
    [{ ...tenant, action: 'removed' }, 'Tenant Ada Lovelace removed'],
    [{ ...tenant, label: null, action: 'added', count: 2 }, '2 tenants added'],
    [{ ...tenant, label: null }, 'Tenant changed'],
    [{ ...link, action: 'added' }, 'Supplier linked'],
    [{ ...link, action: 'removed' }, 'Supplier unlinked'],
    [{ ...link, action: 'added', count: 3 }, '3 suppliers linked'],
  ])('%o is shown as "%s"', (fields, line) => {
    expect(entryLines(entry(fields))).toEqual([line]);
  });

  it.each<[EntryFields, string, Value, Value, string]>([
    [{}, 'rent', 0, 150_000, 'Rent per month: £0.00 → £1,500.00'],
    [{}, 'bedrooms', 2, 1000, 'Bedrooms: 2 → 1,000'],
    [{}, 'propertyType', 'flat', 'semi-detached', 'Property type: Flat → Semi-detached'],
    [{}, 'guarantorName', null, 'Ada', 'Guarantor name set to Ada'],
    [{}, 'guarantorName', 'Ada', null, 'Guarantor name removed'],
    [{}, 'keyCode', '…', '…', 'Key code changed'],
    [{}, 'description', 'Short', '…', 'Description changed'],
    [{}, 'imageUrl', null, '/api/files/a.jpg', 'Photo added'],
    [{}, 'imageUrl', '/api/files/a.jpg', '/api/files/b.jpg', 'Photo replaced'],
    [{}, 'imageUrl', '/api/files/a.jpg', null, 'Photo removed'],
    [{}, 'mystery_column', 1, 2, 'Property changed'],
    [gas, 'cost', null, 8400, 'Certificate “Gas Safety Record”: Cost set to £84.00'],
    [
      gas,
      'expirationDate',
      '2026-03-12',
      '2027-03-12',
      'Certificate “Gas Safety Record”: Expiry date 12 Mar 2026 → 12 Mar 2027',
    ],
    [
      gas,
      'complianceItem',
      null,
      'gasSafety',
      'Certificate “Gas Safety Record”: Sets the expiry date of set to Gas safety',
    ],
    [gas, 'replacedBy', null, HOME, 'Certificate “Gas Safety Record” renewed'],
    [
      gas,
      'outcome',
      'C2',
      'satisfactory',
      'Certificate “Gas Safety Record”: Outcome C2: potentially dangerous → Satisfactory',
    ],
    [{}, 'gas', null, false, 'Gas appliances or pipes set to No'],
    [{}, 'letByRoom', true, false, 'Let by the room: Yes → No'],
    [{ noun: 'invoice', label: 'Boiler' }, 'file', '/api/files/a.pdf', null, 'Invoice “Boiler”: File removed'],
    [
      compliance,
      'gasSafety.expiryDate',
      '2026-03-12',
      '2027-03-12',
      'Gas safety: Expiry date 12 Mar 2026 → 12 Mar 2027',
    ],
    [compliance, 'alarms.completed', false, true, 'Smoke and CO alarms: Completed No → Yes'],
    [compliance, 'gasSafety.mystery', 1, 2, 'Compliance changed'],
    [compliance, 'mystery.notes', 1, 2, 'Compliance changed'],
    [tenant, 'movedOut', null, '2026-11-21', 'Tenant Ada Lovelace moved out on 21 Nov 2026'],
    [tenant, 'movedOut', null, '2026-11-22', 'Tenant Ada Lovelace moves out on 22 Nov 2026'],
    [tenant, 'movedOut', '2026-06-30', null, 'Tenant Ada Lovelace moved back in'],
    [tenant, 'movedOut', '2026-11-22', null, 'Tenant Ada Lovelace is no longer moving out'],
    [tenant, 'name', 'Ada Byron', 'Ada Lovelace', 'Tenant Ada Lovelace (previously Ada Byron)'],
    [tenant, 'leaseStart', '2026-03-12', '2026-04-01', 'Tenant Ada Lovelace: lease start 12 Mar 2026 → 01 Apr 2026'],
    [tenant, 'leaseEnd', null, '2027-03-12', 'Tenant Ada Lovelace: lease end periodic → 12 Mar 2027'],
    [tenant, 'leaseEnd', '2026-03-12', null, 'Tenant Ada Lovelace: tenancy made periodic'],
    [tenant, 'depositAmount', 0, 138_461, 'Tenant Ada Lovelace: deposit £0.00 → £1,384.61'],
    [tenant, 'phone', '07700 900417', '07700 900418', 'Tenant Ada Lovelace changed'],
  ])('of %o with %s from %s to %s is shown as "%s"', (fields, field, was, is, line) => {
    expect(entryLines(entry({ ...fields, changes: [{ field, was, is }] }))).toEqual([line]);
  });

  it('has a line for each change with a label', () => {
    const changes = [
      { field: 'city', was: 'Leeds', is: 'York' },
      { field: 'state', was: 'Leeds', is: 'York' },
      { field: 'postalCode', was: 'LS8 1QS', is: 'YO1 7HH' },
    ];
    expect(entryLines(entry({ changes }))).toEqual(['City: Leeds → York', 'Postcode: LS8 1QS → YO1 7HH']);
  });

  it('lists all changes for an arriving tenant, but only the move for a departing one', () => {
    const rent = { field: 'rentAmount', was: 120_000, is: 125_000 };
    const lines = (...changes: Changes) => entryLines(entry({ ...tenant, changes }));
    expect(lines({ field: 'propertyId', was: null, is: HOME }, rent)).toEqual([
      'Tenant Ada Lovelace assigned',
      'Tenant Ada Lovelace: rent per month £1,200.00 → £1,250.00',
    ]);
    expect(lines(rent, { field: 'propertyId', was: HOME, is: null })).toEqual([
      'Tenant Ada Lovelace moved to another property',
    ]);
  });

  it('of moving out uses the date in London', () => {
    const changes = [{ field: 'movedOut', was: null, is: '2026-07-01' }];
    const lines = (at: string) => entryLines(entry({ ...tenant, at, changes }));
    expect(lines('2026-06-30T22:59:59.000000Z')).toEqual(['Tenant Ada Lovelace moves out on 01 Jul 2026']);
    expect(lines('2026-06-30T23:00:00.000000Z')).toEqual(['Tenant Ada Lovelace moved out on 01 Jul 2026']);
  });
});

describe('the history', () => {
  it('is grouped by date and minute in London', () => {
    const days = byDay([
      entry({ id: '3', at: '2026-07-02T23:30:10Z', changes: [{ field: 'rent', was: 1, is: 2 }] }),
      entry({ ...gas, id: '2', at: '2026-07-02T23:30:09Z', action: 'added' }),
      entry({ id: '1', at: '2026-07-02T22:59:00Z', action: 'added' }),
    ]);
    const rent = { key: '3.0', words: 'Rent per month: £0.01 → £0.02' };
    const added = { key: '2.0', words: 'Certificate “Gas Safety Record” added' };
    expect(days).toEqual([
      { day: '2026-07-03', moments: [{ time: '00:30', lines: [rent, added] }] },
      { day: '2026-07-02', moments: [{ time: '23:59', lines: [{ key: '1.0', words: 'Property added' }] }] },
    ]);
    expect([dayWords('2026-11-21', '2026-11-21'), dayWords('2026-11-20', '2026-11-21')]).toEqual([
      'Today',
      '20 Nov 2026',
    ]);
  });
});
