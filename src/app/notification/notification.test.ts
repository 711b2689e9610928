import { describe, expect, it } from 'vitest';
import type { NoticeFact } from '../../server/noun-parts.server.ts';
import { noticeOf } from './notification.server.ts';

const TODAY = '2026-11-21';
const fact: NoticeFact = {
  key: 'key',
  kind: 'certificate',
  group: 'coming',
  id: 'ID',
  about: 'gasSafety',
  name: null,
  where: '8 Hawthorn Grove, Sheffield',
  day: TODAY,
  count: null,
  amount: null,
  read: false,
  snoozedUntil: null,
};
const noticeFrom = (overrides: Partial<NoticeFact>) => noticeOf({ ...fact, ...overrides }, TODAY);

describe('noticeOf', () => {
  it.each<[Partial<NoticeFact>, string, string]>([
    [{ day: '2026-11-14', group: 'urgent' }, 'Gas safety has expired', 'Since 14 Nov 2026, 7 days ago'],
    [{ day: '2026-11-20', group: 'urgent' }, 'Gas safety has expired', 'Since 20 Nov 2026, 1 day ago'],
    [{}, 'Gas safety expires today', '21 Nov 2026, today'],
    [{ day: '2026-11-22' }, 'Gas safety is expiring', '22 Nov 2026, 1 day left'],
    [
      { about: 'UUID', name: 'Fire door check', day: '2026-12-04' },
      'Fire door check is expiring',
      '04 Dec 2026, 13 days left',
    ],
    [
      { kind: 'lease', name: 'Rohan Mehta', day: '2026-11-30' },
      'Rohan Mehta’s lease ends soon',
      '30 Nov 2026, 9 days left',
    ],
    [{ kind: 'lease', name: 'Rohan Mehta' }, 'Rohan Mehta’s lease ends today', '21 Nov 2026, today'],
    [
      { kind: 'lease', name: 'Rohan Mehta', day: '2026-11-01', group: 'urgent' },
      'Rohan Mehta’s lease has ended',
      'Since 01 Nov 2026, 20 days ago',
    ],
    [
      { kind: 'overdue', name: 'Boiler repair', day: '2026-11-12', group: 'urgent', amount: -28_640 },
      'Boiler repair, £286.40, is overdue',
      'Since 12 Nov 2026, 9 days overdue',
    ],
    [
      { kind: 'consent', name: 'Barclays', day: '2026-11-30' },
      'Barclays needs your permission again',
      '30 Nov 2026, 9 days left',
    ],
    [
      { kind: 'consent', name: 'Barclays', day: '2026-11-20', group: 'urgent' },
      'Barclays has stopped sharing',
      'Since 20 Nov 2026, 1 day ago',
    ],
    [
      { kind: 'payment', day: '2026-11-18', group: 'urgent', name: '2026-12-02' },
      'Your last payment failed',
      'Since 18 Nov 2026, 3 days ago',
    ],
    [
      { kind: 'rent', name: 'Darren Whittaker', day: '2026-11-05', group: 'urgent', amount: 65_000 },
      '£650.00 of rent from Darren Whittaker is late',
      'Since 05 Nov 2026, 16 days late',
    ],
    [
      { kind: 'notRecorded', day: '2026-10-30', group: 'later', count: 4, about: null },
      '4 of 9 not recorded yet',
      'Since 30 Oct 2026, 22 days',
    ],
  ])('for %j has the title %s', (overrides, title, when) => {
    const notice = noticeFrom(overrides);
    expect([notice.title, `${notice.since}, ${notice.away}`]).toEqual([title, when]);
  });

  it.each<[Partial<NoticeFact>, string, string]>([
    [
      {},
      'Book an engineer, then upload the new record.',
      '/dashboard/properties/edit/ID?tab=compliance&item=gasSafety',
    ],
    [
      { about: 'UUID' },
      'Renew it, then add the new certificate.',
      '/dashboard/properties/edit/ID?tab=certificates&item=UUID',
    ],
    [{ kind: 'lease', day: '2026-12-01' }, 'Agree a new lease, or record when they move out.', '/dashboard/tenants/ID'],
    [
      { kind: 'lease', day: '2026-11-01' },
      'Choose whether the tenancy continues without a fixed end, or record when they moved out.',
      '/dashboard/tenants/ID',
    ],
    [{ kind: 'overdue', amount: -28_640 }, 'Pay it, or mark it as paid.', '/dashboard/finance?open=ID'],
    [{ kind: 'overdue', amount: 145_000 }, 'Request payment, or mark it as paid.', '/dashboard/finance?open=ID'],
    [{ kind: 'rent', amount: 65_000 }, 'Record the payment, or send a reminder.', '/dashboard/tenancies/ID'],
    [{ kind: 'consent' }, 'Renew access to keep importing its transactions.', '/dashboard/finance?tab=accounts'],
    [{ kind: 'payment', name: '2026-12-02' }, 'Pay by 02 Dec 2026 to keep your access.', '/dashboard/plans'],
    [
      { kind: 'notRecorded', about: null },
      'Add what you have, and mark the rest as ‘Not applicable’.',
      '/dashboard/properties/edit/ID?tab=compliance',
    ],
  ])('shows the action for %j with a link to %s', (overrides, todo, href) =>
    expect(noticeFrom(overrides)).toMatchObject({ todo, href }),
  );
});
