/** The words of the email about leases that end soon. */
import { describe, expect, it } from 'vitest';
import { type EndingLease, leaseNoticeEmail } from './notice-email.ts';

const ada = { name: 'Ada <b>', email: 'ada@tenure.example' };
const appUrl = 'https://tenure.example';
const emailOf = (leases: EndingLease[], today = '2026-11-21') => leaseNoticeEmail(ada, { leases, today, appUrl });
const grace = { tenant: 'Grace Hopper', property: '14 Chandos Terrace, Bristol', leaseEnd: '2026-12-03' };

describe('the letter about leases', () => {
  it('names a single one as one, and leads to those that end soon', () => {
    expect(emailOf([grace])).toEqual({
      to: 'ada@tenure.example',
      subject: 'A lease ends soon',
      paragraphs: [
        'Hello Ada <b>,',
        'This lease ends in less than 30 days:',
        'Grace Hopper, 14 Chandos Terrace, Bristol: 03 Dec 2026 (in 12 days)',
        'You get this letter because Email Notifications are on. You can turn them off in Settings: https://tenure.example/dashboard/settings',
      ],
      action: { label: 'See leases that end soon', url: 'https://tenure.example/dashboard/tenants?state=expiring' },
    });
  });

  it('says how long each has, and leaves out a property that is not known', () => {
    const ends = ['2026-11-21', '2026-11-22', '2026-11-23'].map((leaseEnd) => ({ ...grace, property: null, leaseEnd }));
    const { subject, paragraphs } = emailOf(ends);
    expect(subject).toBe('3 leases end soon');
    expect(paragraphs.slice(1, -1)).toEqual([
      'These leases end in less than 30 days:',
      'Grace Hopper: 21 Nov 2026 (today)',
      'Grace Hopper: 22 Nov 2026 (in 1 day)',
      'Grace Hopper: 23 Nov 2026 (in 2 days)',
    ]);
  });

  it.each([
    [25, 25, []],
    [26, 25, ['And 1 more lease.']],
    [1225, 25, ['And 1,200 more leases.']],
  ])('of %i leases names %i', (count, named, more) => {
    const { paragraphs } = emailOf(Array.from({ length: count }, () => grace));
    expect(paragraphs.filter((text) => text.startsWith('Grace'))).toHaveLength(named);
    expect(paragraphs.slice(2 + named, -1)).toEqual(more);
  });
});
