/** A tenant in the words of the screens. */
import { describe, expect, it } from 'vitest';
import {
  countLine,
  depositHint,
  hasGuarantor,
  homeLine,
  leaseEndWords,
  leaseLine,
  leasePeriod,
  leaseRemark,
  whoStays,
} from './labels.ts';

const TODAY = '2026-11-21';
const lease = { leaseStart: '2026-03-01', leaseEnd: '2027-02-28', movedOut: null };

describe('a tenant in words', () => {
  it('is counted in singular and plural', () => {
    expect([0, 1, 9, 10_000].map(countLine)).toEqual(['0 Tenants', '1 Tenant', '9 Tenants', '10,000 Tenants']);
  });

  it('has a lease from one day to another, or without a fixed end', () => {
    expect(leasePeriod(lease)).toBe('01 Mar 2026 – 28 Feb 2027');
    expect(leasePeriod({ ...lease, leaseEnd: null })).toBe('From 01 Mar 2026, no fixed end');
    expect(leaseEndWords(lease)).toBe('28 Feb 2027');
    expect(leaseEndWords({ leaseEnd: null })).toBe('Periodic');
  });

  it('is told in one line how their tenancy stands', () => {
    const line = (given: Partial<typeof lease> | { leaseEnd: null } | { movedOut: string }) =>
      leaseLine({ ...lease, ...given }, TODAY);
    expect(line({})).toBe('Lease ends 28 Feb 2027, 99 days remaining');
    expect(line({ leaseEnd: '2026-11-22' })).toBe('Lease ends 22 Nov 2026, 1 day remaining');
    expect(line({ leaseEnd: TODAY })).toBe('Lease ends today');
    expect(line({ leaseEnd: '2026-11-20' })).toBe('Lease ended 20 Nov 2026');
    expect(line({ leaseEnd: null })).toBe('Periodic tenancy');
  });

  it('has moved out from that day on, and until then moves out', () => {
    expect(leaseLine({ ...lease, movedOut: TODAY }, TODAY)).toBe('Moved out 21 Nov 2026');
    expect(leaseLine({ ...lease, movedOut: '2026-11-22' }, TODAY)).toBe('Moves out 22 Nov 2026');
  });

  it('lives at an address in a city, and in a county only where that is not the city again', () => {
    const home = { id: '1', address: '2 Mill Lane', city: 'Otley', state: 'West Yorkshire' };
    expect(homeLine(home)).toBe('2 Mill Lane, Otley, West Yorkshire');
    expect(homeLine({ ...home, state: 'Otley' })).toBe('2 Mill Lane, Otley');
  });

  it('has a guarantor with a name, a phone or an address; another contact alone is none', () => {
    const none = { guarantorName: '', guarantorPhone: '', guarantorAddress: '', guarantorAltContact: 'A sister' };
    expect(hasGuarantor(none)).toBe(false);
    const fields = ['guarantorName', 'guarantorPhone', 'guarantorAddress'];
    expect(fields.filter((field) => !hasGuarantor({ ...none, [field]: 'x' }))).toEqual([]);
  });
});

describe('the days of a lease', () => {
  it('are remarked on where it ends before it starts, or on the same day', () => {
    const remark = (leaseStart: string, leaseEnd: string) => leaseRemark({ leaseStart, leaseEnd });
    expect(remark('2026-03-01', '2026-02-28')).toBe('Lease ends before it starts');
    expect(remark('2026-03-01', '2026-03-01')).toBe('This lease lasts one day only');
    expect(remark('2026-03-01', '2026-03-02')).toBeUndefined();
  });

  it('are not remarked on while one is missing', () => {
    expect(leaseRemark({ leaseStart: '2026-03-01', leaseEnd: '' })).toBeUndefined();
    expect(leaseRemark({ leaseStart: '', leaseEnd: '2026-02-28' })).toBeUndefined();
  });
});

describe('a deposit', () => {
  it('is remarked on above the cap in England, to the penny', () => {
    expect(depositHint('1384.61', '1200')).toBeUndefined();
    expect(depositHint('£1,384.62', '1,200')).toBe(
      'Above the cap on deposits in England, which is £1,384.61 for this rent.',
    );
  });

  it('is not remarked on before rent and deposit can be read, or while there is no rent', () => {
    expect(depositHint('500', '0')).toBeUndefined();
    expect(depositHint('500', '')).toBeUndefined();
    expect(depositHint('500', 'twelve')).toBeUndefined();
    expect(depositHint('1e9', '1200')).toBeUndefined();
  });
});

describe('the tenants of a property that is deleted', () => {
  it('stay, one or several', () => {
    expect([0, 1, 2].map(whoStays)).toEqual(['', '1 tenant stays, unassigned.', '2 tenants stay, unassigned.']);
  });
});
