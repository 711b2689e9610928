import { describe, expect, it } from 'vitest';
import { access, DAY, userOf } from '../../../test/fixtures/account.ts';
import { landlord } from '../../../test/fixtures/landlords.ts';
import { END_TRIAL, GIVE_PLAN } from '../../../test/fixtures/subscriptions.ts';
import { openEvents } from '../../../test/reading/events.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';

const NOW = new Date('2031-06-10T09:00:00Z');
const SECOND = 1000;
const inDays = (days: number, more = 0) => new Date(NOW.getTime() + days * DAY + more).toISOString();
const HOUR = 3600 * SECOND;

type Dates = { paid_until?: string; ends_at?: string; owed_since?: string };

/** Provider states with dates, and the end of access: an instant, 'infinity', or null for no access. */
const TABLE: [when: string, state: string | null, dates: Dates, ends: string | null][] = [
  ['no subscription', null, {}, null],
  ['an unpaid checkout', 'unpaid_yet', { paid_until: inDays(30) }, null],
  ['a plan from the operator', 'active', {}, 'infinity'],
  ['a paid plan: 14 more days for the next webhook', 'active', { paid_until: inDays(30) }, inDays(44)],
  ['a paid plan 14 days after its period, without a webhook', 'active', { paid_until: inDays(-14) }, inDays(0)],
  ['a cancelled plan before its end', 'active', { paid_until: inDays(30), ends_at: inDays(30) }, inDays(30)],
  [
    'a cancelled plan after its end, without a webhook',
    'active',
    { paid_until: inDays(-1), ends_at: inDays(-1) },
    inDays(-1),
  ],
  [
    'a failed payment: 14 days from its day',
    'past_due',
    { paid_until: inDays(-3), owed_since: inDays(-2) },
    inDays(12),
  ],
  ['a failed payment of an unknown day', 'past_due', { paid_until: inDays(-3) }, inDays(11)],
  ['a failed payment for a cancelled plan', 'past_due', { owed_since: inDays(-2), ends_at: inDays(5) }, inDays(5)],
  ['a failed payment 14 days ago', 'past_due', { owed_since: inDays(-14) }, inDays(0)],
  ['a paused plan', 'paused', { paid_until: inDays(30) }, null],
  ['an ended plan with a paid period', 'ended', { paid_until: inDays(30), ends_at: inDays(30) }, null],
];

it.each(TABLE)('%s gives access until the expected date', async (_when, state, dates, ends) => {
  const [row] = await query<{ ends: string | null }>(
    server.database,
    `select case when plan_ends = 'infinity' then 'infinity' else to_char(plan_ends at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end as ends
     from app.plan_ends($1, $2, $3, $4) as plan_ends`,
    [state, dates.paid_until, dates.ends_at, dates.owed_since],
  );
  expect(row?.ends).toBe(ends);
});

describe('a landlord', () => {
  it.each([
    ['S1.4.1', 'with a plan, after the trial', 'active', inDays(-1), { paid_until: inDays(1) }],
    ['S1.4.1 S1.4.6', 'with a plan and no trial at all', 'active', null, { paid_until: inDays(1) }],
    ['S1.4.1', 'a second before the 14 days are over', 'active', null, { paid_until: inDays(-14, SECOND) }],
    ['S1.4.1', 'when they are over', 'expired', null, { paid_until: inDays(-14) }],
    ['S1.4.1', 'whose plan has ended while the trial runs', 'trialing', inDays(1), { ends_at: inDays(0) }],
    ['S1.4.1 S1.4.5', 'without trial and plan', 'expired', null, undefined],
  ] as const)('%s: %s is %s', async (_id, _who, status, trialEnd, dates) => {
    const ada = await landlord();
    await query(server.database, END_TRIAL, [ada.id, trialEnd]);
    if (dates)
      await query(
        server.database,
        `insert into subscriptions (user_id, plan, state, paid_until, ends_at) values ($1, 'standard', 'active', $2, $3)`,
        [ada.id, 'paid_until' in dates ? dates.paid_until : null, 'ends_at' in dates ? dates.ends_at : null],
      );
    const [row] = await query(server.database, 'select status from app.standing($2) where user_id = $1', [ada.id, NOW]);
    expect(row).toEqual({ status });
  });

  it('S1.1.4 S1.4.6: has access with a plan after the trial, and open pages are notified of it', async () => {
    const ada = await landlord();
    const events = await openEvents({ browser: ada });
    await server.later(8 * DAY, async () => {
      expect(await access(ada)).toBe('402 trial_expired');
      await query(server.database, GIVE_PLAN, [ada.id]);
      expect(await access(ada)).toBe('served');
      expect((await userOf(ada)).subscription).toMatchObject({ status: 'active', plan: 'standard', managed: false });
    });
    await events.waitFor(({ changes }) => changes.length > 0);
    expect(events.changes).toEqual([{ noun: 'session', id: null, version: null }]);
  });

  it('keeps access when the clock jumps past the end of the plan and back', async () => {
    const ada = await landlord();
    const soon = new Date(server.services.clock.now().getTime() + HOUR);
    await query(server.database, `${GIVE_PLAN} on conflict do nothing`, [ada.id]);
    await query(server.database, 'update subscriptions set ends_at = $2 where user_id = $1', [ada.id, soon]);
    await server.later(9 * DAY, async () => expect(await access(ada)).toBe('402 trial_expired'));
    expect(await access(ada)).toBe('served');
  });
});
