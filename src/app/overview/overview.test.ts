import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../features/property/history/history.ts';
import { activityWords, withName } from './activity/activity.server.ts';
import { averageRent, compared, comparedMoney, headLine, occupancy, shortMonth, shortPounds } from './figures.ts';
import { Overview } from './overview.ts';
import { sampleOverview } from './sample-figures.ts';

const homes = (occupied: number, vacant: number) => ({ occupied: { count: occupied }, vacant: { count: vacant } });

describe('figures', () => {
  it.each([
    [homes(6, 2), 75],
    [homes(2, 1), 67],
    [homes(0, 3), 0],
    [homes(0, 0), null],
  ])('the occupancy of %j is %s', (properties, share) => expect(occupancy(properties)).toBe(share));

  it.each([
    [9, 8, '', '+1 from last month'],
    [1_000, 2_234, '', '−1,234 from last month'],
    [4, 4, '', 'No change from last month'],
    [4, null, '', 'No data last month'],
    [null, 4, '', 'No data last month'],
    [75, 74, 'point', '+1 point from last month'],
    [70, 75, 'point', '−5 points from last month'],
  ])('compares %s with %s%s: %s', (now, then, unit, words) => expect(compared(now, then, unit)).toBe(words));

  it.each([
    [822_000, 817_000, '+0.6% from last month'],
    [50_000, 100_000, '−50.0% from last month'],
    [100_000, 100_000, 'No change from last month'],
    [100_000, 0, 'No data last month'],
    [100_000, null, 'No data last month'],
  ])('compares %s pence with %s: %s', (now, then, words) => expect(comparedMoney(now, then)).toBe(words));

  it.each([
    [0, '£0'],
    [84_210, '£842'],
    [99_949, '£999'],
    [99_950, '£1.0k'],
    [794_500, '£7.9k'],
    [99_994_999, '£999.9k'],
    [100_000_000, '£1.0m'],
  ])('labels a bar of %s pence: %s', (pence, words) => expect(shortPounds(pence)).toBe(words));

  it.each([
    [null, ['people.see'], '12 properties, 14 tenants'],
    [1_040, [], '12 of 1,040 properties'],
  ])(
    'heads a member’s dashboard, of %s properties in all and with rights to %j: %s',
    (totalProperties, rights, words) => {
      const figures = { ...sampleOverview('2026-11-22'), totalProperties };
      expect(headLine(figures, { today: '2026-11-22', rights })).toBe(`22 Nov 2026 · ${words}`);
    },
  );

  it('averages the rent of let properties only', () => {
    expect(averageRent({ count: 3, rent: 100_000 })).toBe(33_333);
    expect(averageRent({ count: 0, rent: 0 })).toBeNull();
  });

  it('formats a month with its year and September as Sep', () =>
    expect(['2025-12-01', '2026-09-01'].map(shortMonth)).toEqual(['Dec 2025', 'Sep 2026']));

  it('the sample matches the specification and is consistent', () => {
    const sample = Overview.parse(sampleOverview('2026-03-31'));
    expect(sample.tenants.leaseMonths).toBe(12);
    expect(sample.suppliers.topService).toBe('Plumbing');
    expect(sample.months.map(({ month }) => month).slice(-2)).toEqual(['2026-02-01', '2026-03-01']);
    expect(occupancy(sample.properties)).toBe(sample.lastMonth?.occupancy);
  });
});

describe('an activity', () => {
  const entry: HistoryEntry = {
    id: '1',
    at: '2026-11-21T10:00:00.000Z',
    noun: 'transaction',
    action: 'added',
    label: 'Boiler repair',
    count: 1,
    changes: null,
  };
  const change = (field: string, was: string | number, is: string | number) => ({ field, was, is });
  it.each<[Partial<HistoryEntry>, string]>([
    [{}, 'Transaction “Boiler repair” added'],
    [{ count: 12, label: null }, '12 transactions added'],
    [
      { action: 'changed', changes: [change('status', 'pending', 'completed')] },
      'Transaction “Boiler repair” marked as paid',
    ],
    [{ action: 'changed', changes: [change('amount', -1, -2)] }, 'Transaction “Boiler repair” changed'],
    [{ noun: 'bank account', label: 'Rent' }, 'Bank account “Rent” added'],
    [{ noun: 'supplier', label: 'Brush Bros', action: 'removed' }, 'Supplier “Brush Bros” removed'],
    [{ noun: 'tenant', label: 'Ada Lovelace' }, 'Tenant Ada Lovelace added'],
    [
      {
        noun: 'property',
        action: 'changed',
        changes: [
          change('status', 'vacant', 'maintenance'),
          change('rent', 100_000, 110_000),
          change('bedrooms', 2, 3),
        ],
      },
      'Status: Vacant → Maintenance and 2 more changes',
    ],
  ])('%j: %s', (given, words) => expect(activityWords({ ...entry, ...given })).toBe(words));

  it.each([
    ['Rent for “Grace Hopper” changed', 'Ada (manager) changed rent for “Grace Hopper”'],
    ['119 properties added', 'Ada (manager) added 119 properties'],
    ['Status: Vacant → Maintenance', 'Ada (manager) changed status: Vacant → Maintenance'],
    ['Certificate “Gas”: Cost £60 → £70', 'Ada (manager) changed certificate “Gas”: Cost £60 → £70'],
    ['Rent reminders changed: on', 'Ada (manager) changed rent reminders: on'],
    ['EPC: Rating changed', 'Ada (manager) changed EPC: Rating'],
    ['Transaction “Rent: May” marked as paid', 'Ada (manager): Transaction “Rent: May” marked as paid'],
  ])('“%s” is in an account of several people: %s', (words, named) => {
    expect([withName('Ada (manager)', words), withName(null, words)]).toEqual([named, words]);
  });
});
