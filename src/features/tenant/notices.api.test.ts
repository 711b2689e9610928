import { describe, expect, it } from 'vitest';
import { addedTenant, type Landlord, landlord, memberIdOf } from '../../../test/fixtures/landlords.ts';
import { END_TRIAL, GIVE_PLAN } from '../../../test/fixtures/subscriptions.ts';
import { emailTo } from '../../../test/reading/emails.ts';
import { emailPlan, runJob } from '../../../test/reading/jobs.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import type { Email } from '../../outside/mail/mail.ts';
import { addDays, londonDay } from '../../shared/dates.ts';
import { type EndingLease, leaseNoticeEmail } from './emails.ts';
import { LEASE_NOTICES, noticeJobs, SEND_LEASE_NOTICE } from './notices.server.ts';
import type { Tenant } from './tenant.ts';

const TODAY = '2031-06-10T11:00:00Z';
const { jobs } = server.services;
const sent: Email[] = [];

type Options = { before?: () => Promise<unknown>; onQueued?: (count: number) => void };

/** Runs the hourly job at an instant, then the queued emails; `before` runs in between. */
async function runJobs(at = TODAY, { before = async () => {}, onQueued = () => {} }: Options = {}): Promise<void> {
  const notices: unknown[] = [];
  const handlers = noticeJobs(emailPlan(at, sent, async (_, payload) => onQueued(notices.push(payload))));
  await runJob(handlers, LEASE_NOTICES);
  await before();
  for (const notice of notices) await runJob(handlers, SEND_LEASE_NOTICE, notice);
}

/** A landlord with a plan and a confirmed address. */
async function settled(): Promise<Landlord> {
  const ada = await landlord();
  await query(server.database, 'update auth.users set email_verified = true where id = $1', [ada.personId]);
  await query(server.database, GIVE_PLAN, [ada.id]);
  return ada;
}

const leaseLines = ({ email }: Landlord) =>
  sent.filter(({ to }) => to === email).map(({ paragraphs }) => paragraphs.slice(2, -1));

const lease = (owner: Landlord, name: string, leaseEnd: string | null) =>
  addedTenant(owner, leaseEnd ? { name, leaseEnd } : { name, periodic: true, leaseEnd: null });
const HOME = '14 Chandos Terrace, Bristol';

describe('an email about leases', () => {
  it('lists those ending within thirty days, soonest first, in one email per landlord', async () => {
    const [ada, bea] = [await settled(), await settled()];
    await lease(ada, 'In 29 days', '2031-07-09');
    await lease(ada, 'In 30 days', '2031-07-10');
    await lease(ada, 'Ended', '2031-06-09');
    await lease(ada, 'Today', '2031-06-10');
    await lease(ada, 'Periodic', null);
    await lease(bea, 'Of another', '2031-06-11');
    await runJobs();
    expect(leaseLines(ada)).toEqual([
      [`Today, ${HOME}: 10 Jun 2031 (today)`, `In 29 days, ${HOME}: 09 Jul 2031 (in 29 days)`],
    ]);
    expect(leaseLines(bea)).toEqual([[`Of another, ${HOME}: 11 Jun 2031 (in 1 day)`]]);
  });

  it('uses the landlord’s date, an hour ahead of UTC in summer', async () => {
    const ada = await settled();
    await lease(ada, 'Grace', '2031-07-10');
    await runJobs('2031-06-10T22:59:59Z');
    expect(leaseLines(ada)).toEqual([]);
    await runJobs('2031-06-10T23:00:00Z');
    expect(leaseLines(ada)).toHaveLength(1);
  });

  it('is sent once per lease end, and again when that changes', async () => {
    const ada = await settled();
    const grace = await lease(ada, 'Grace', '2031-06-20');
    await runJobs();
    await runJobs();
    await runJobs('2031-06-11T11:00:00Z');
    expect(leaseLines(ada)).toHaveLength(1);
    await move(ada, grace, '2031-09-01');
    await runJobs();
    expect(leaseLines(ada)).toHaveLength(1);
    await runJobs('2031-08-25T11:00:00Z');
    await lease(ada, 'Katherine', '2031-06-21');
    await runJobs();
    expect(leaseLines(ada).slice(1)).toEqual([
      [`Grace, ${HOME}: 01 Sep 2031 (in 7 days)`],
      [`Katherine, ${HOME}: 21 Jun 2031 (in 11 days)`],
    ]);
  });

  it('omits tenants who have moved out, but not those who will', async () => {
    const ada = await settled();
    const [gone, going] = [await lease(ada, 'Gone', '2031-06-20'), await lease(ada, 'Going', '2031-06-20')];
    await ada.patch(`/api/tenants/${gone.id}`, { movedOut: '2031-06-10' }, gone.version);
    await ada.patch(`/api/tenants/${going.id}`, { movedOut: '2031-06-11' }, going.version);
    await runJobs();
    expect(leaseLines(ada)).toEqual([[`Going, ${HOME}: 20 Jun 2031 (in 10 days)`]]);
  });

  it('is not sent without a confirmed address, when turned off, or after the trial', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, settled));
    const [unconfirmed, off, over, running] = people as [Landlord, Landlord, Landlord, Landlord];
    for (const ada of people) await lease(ada, 'Grace', '2031-06-20');
    await query(server.database, 'update auth.users set email_verified = false where id = $1', [unconfirmed.personId]);
    await off.patch('/api/settings', { emailNotifications: false });
    for (const [ada, end] of [
      [over, TODAY],
      [running, '2031-06-10T11:00:00.001Z'],
    ] as const) {
      await query(server.database, 'delete from subscriptions where user_id = $1', [ada.id]);
      await query(server.database, END_TRIAL, [ada.id, end]);
    }
    await runJobs();
    expect(people.map((ada) => leaseLines(ada).length)).toEqual([0, 0, 0, 1]);
    await query(server.database, 'update auth.users set email_verified = true where id = $1', [unconfirmed.personId]);
    await off.patch('/api/settings', { emailNotifications: true });
    await runJobs();
    expect(people.map((ada) => leaseLines(ada).length)).toEqual([1, 1, 0, 1]);
  });

  it('is composed from current rows when sent', async () => {
    const [ada, bea] = [await settled(), await settled()];
    const grace = await lease(ada, 'Grace', '2031-06-20');
    const moved = await lease(ada, 'Moved', '2031-06-21');
    const gone = await lease(bea, 'Gone', '2031-06-20');
    const before = async () => {
      await ada.put(`/api/tenants/${grace.id}`, { ...grace, name: 'Grace Hopper' }, grace.version);
      await move(ada, moved, '2031-06-22');
      await query(server.database, 'delete from tenants where id = $1', [gone.id]);
    };
    await runJobs(TODAY, { before });
    expect([leaseLines(ada), leaseLines(bea)]).toEqual([[[`Grace Hopper, ${HOME}: 20 Jun 2031 (in 10 days)`]], []]);
    await runJobs();
    expect(leaseLines(ada).slice(1)).toEqual([[`Moved, ${HOME}: 22 Jun 2031 (in 12 days)`]]);
  });

  it('is sent by the server that dequeues it', async () => {
    const ada = await settled();
    const leaseEnd = addDays(londonDay(server.services.clock.now()), 10);
    const { id } = await lease(ada, 'Grace', leaseEnd);
    const notice = { userId: ada.id, memberId: await memberIdOf(ada), leases: [{ tenantId: id, leaseEnd }] };
    await jobs.send(SEND_LEASE_NOTICE, notice, { about: [ada.id] });
    expect((await emailTo(ada.email, 'A lease ends soon')).paragraphs[2]).toContain(`Grace, ${HOME}`);
  });
});

describe('leaseNoticeEmail', () => {
  const appUrl = 'https://tenure.example';
  const grace = { tenant: 'Grace Hopper', property: HOME, leaseEnd: '2026-12-03' };
  const emailOf = (leases: EndingLease[]) =>
    leaseNoticeEmail(
      { name: 'Ada <b>', email: 'ada@tenure.example' },
      { leases, today: '2026-11-21', appUrl, unsubscribe: `${appUrl}/unsubscribe?token=1` },
    );

  it('uses the singular for one lease, and links to leases ending soon', () => {
    expect(emailOf([grace])).toEqual({
      to: 'ada@tenure.example',
      subject: 'A lease ends soon',
      paragraphs: [
        'Hello Ada <b>,',
        'This lease ends in less than 30 days:',
        'Grace Hopper, 14 Chandos Terrace, Bristol: 03 Dec 2026 (in 12 days)',
        'You get this email because Email Notifications are on.',
      ],
      action: { label: 'See leases that end soon', url: 'https://tenure.example/dashboard/tenants?state=expiring' },
      unsubscribe: 'https://tenure.example/unsubscribe?token=1',
    });
  });

  it.each([
    [2, 2, []],
    [26, 25, ['And 1 more lease.']],
    [1225, 25, ['And 1,200 more leases.']],
  ])('with %i leases lists %i', (count, named, more) => {
    const { subject, paragraphs } = emailOf(Array.from({ length: count }, () => ({ ...grace, property: null })));
    expect(subject).toBe(`${count.toLocaleString('en-GB')} leases end soon`);
    expect(paragraphs.filter((text) => text.startsWith('Grace Hopper: '))).toHaveLength(named);
    expect(paragraphs.slice(2 + named, -1)).toEqual(more);
  });
});

describe('servers', () => {
  it('email each lease once when running concurrently', async () => {
    const landlords = await Promise.all(Array.from({ length: 6 }, () => settled()));
    for (const ada of landlords) await lease(ada, 'Grace', '2031-06-20');
    await Promise.all([runJobs(), runJobs(), runJobs()]);
    for (const ada of landlords) expect(leaseLines(ada)).toHaveLength(1);
  });

  it('queue all emails once after a crash while queueing', async () => {
    const [ada, bea] = [await settled(), await settled()];
    for (const owner of [ada, bea]) await lease(owner, 'Grace', '2031-06-20');
    const onQueued = (count: number) => {
      if (count === 2) throw new Error('The server died');
    };
    await expect(runJobs(TODAY, { onQueued })).rejects.toThrow('The server died');
    expect([leaseLines(ada), leaseLines(bea)]).toEqual([[], []]);
    await runJobs();
    expect([leaseLines(ada), leaseLines(bea)]).toEqual([[expect.anything()], [expect.anything()]]);
  });

  it('email more landlords than fit in one transaction', async () => {
    const ada = await settled();
    await lease(ada, 'Grace', '2031-06-20');
    await query(
      server.database,
      `with people as (
         insert into auth.users (name, email, email_verified, created_at, updated_at)
         select 'Landlord', 'many.' || n || '@tenure.example', true, '2031-06-09', '2031-06-09' from generate_series(1, 52) n returning id
       ) select count(*) from people`,
    );
    await query(
      server.database,
      `with agreed as (
         insert into tenancies (user_id, kind, start_date, end_date, rent_day, charges_from)
         select id, 'fixed-term', '2030-01-01', '2031-06-20', 1, '2030-01-01' from profiles where email like 'many.%' returning id, user_id
       ) insert into tenants (user_id, tenancy_id, name, email, phone)
       select user_id, id, 'Of many', 'many@tenure.example', '020 7946 0018' from agreed`,
    );
    await runJobs();
    const [left] = await query<{ count: number }>(
      server.database,
      `select count(*)::int as count from tenants t where name = 'Of many'
         and not exists (select from app.lease_notices where tenant_id = t.id)`,
    );
    expect(left?.count).toBe(0);
    expect(leaseLines(ada)).toHaveLength(1);
    await query(server.database, `delete from profiles where email like 'many.%'`);
    await query(server.database, `delete from auth.users where email like 'many.%'`);
  });
});

async function move(owner: Landlord, tenant: Tenant, leaseEnd: string): Promise<void> {
  const answer = await owner.put(`/api/tenants/${tenant.id}`, { ...tenant, leaseEnd }, tenant.version);
  expect(answer.outcome).toBe('served');
}
