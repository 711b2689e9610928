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
      'Tenant Ada Lovelace: Rent Amount per month £1,200.00 → £1,250.00',
    ]);
    expect(changed(rent, { field: 'propertyId', was: HOME, is: null })).toEqual([
      'Tenant Ada Lovelace assigned elsewhere',
    ]);
  });

  it('is told field by field, in words', () => {
    expect(
      changed(
        { field: 'name', was: 'Ada Byron', is: 'Ada Lovelace' },
        { field: 'leaseEnd', was: '2026-03-12', is: '2027-03-12' },
        { field: 'depositAmount', was: 0, is: 138_461 },
        { field: 'guarantorName', was: null, is: 'Anne Byron' },
        { field: 'avatar', was: null, is: '/api/files/tenant_images/a.jpg' },
      ),
    ).toEqual([
      'Tenant Ada Lovelace: Name Ada Byron → Ada Lovelace',
      'Tenant Ada Lovelace: Lease End 12 Mar 2026 → 12 Mar 2027',
      'Tenant Ada Lovelace: Security Deposit £0.00 → £1,384.61',
      'Tenant Ada Lovelace: Guarantor Name set to Anne Byron',
      'Tenant Ada Lovelace: Photo added',
    ]);
    expect(changed({ field: 'leaseEnd', was: '2026-03-12', is: null })).toEqual([
      'Tenant Ada Lovelace: tenancy made periodic',
    ]);
    expect(changed({ field: 'leaseEnd', was: null, is: '2027-03-12' })).toEqual([
      'Tenant Ada Lovelace: Lease End set to 12 Mar 2027',
    ]);
  });

  it('with a change that has no word is changed, and nothing raw is shown', () => {
    expect(changed({ field: 'mysteryColumn', was: 1, is: 2 })).toEqual(['Tenant Ada Lovelace changed']);
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
