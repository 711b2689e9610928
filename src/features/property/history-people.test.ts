/** Who came to live in a property, who left and who looks after it, as its landlord reads it. */
import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from './history.ts';
import { entryLines } from './history-words.ts';

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
