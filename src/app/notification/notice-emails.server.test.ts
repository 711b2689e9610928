import { describe, expect, it } from 'vitest';
import {
  addedProperty,
  addedTenant,
  addedTransaction,
  type Landlord,
  landlord,
  memberIdOf,
} from '../../../test/fixtures/landlords.ts';
import { newCertificate, newTransaction } from '../../../test/fixtures/make.ts';
import { END_TRIAL, GIVE_PLAN } from '../../../test/fixtures/subscriptions.ts';
import { emailTo } from '../../../test/reading/emails.ts';
import { emailPlan, runJob } from '../../../test/reading/jobs.ts';
import { waitsForLock } from '../../../test/reading/waiting.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import type { Email } from '../../outside/mail/mail.ts';
import { londonDay } from '../../shared/dates.ts';
import { emailsDue, noticeEmail } from './emails.ts';
import { NOTICE_EMAILS, noticeEmailJobs, SEND_NOTICE_EMAIL } from './notice-emails.server.ts';
import type { Notice } from './notification.ts';

/** An instant in June 2031. The 9th is a Monday. */
const june = (day: number, time = '11:00') => `2031-06-${String(day).padStart(2, '0')}T${time}:00Z`;
const dayOf = (day: number) => june(day).slice(0, 10);
const MONDAY = june(9);
const { appUrl, jobs } = server.services;
const sent: Email[] = [];

const jobsAt = (at: string, send: typeof jobs.send) => noticeEmailJobs(emailPlan(at, sent, send));

/** Runs the hourly job at an instant, then `beforeSending`, then the queued jobs. */
async function runJobs(at: string, beforeSending = async (): Promise<unknown> => undefined): Promise<void> {
  const due: unknown[] = [];
  const handlers = jobsAt(at, async (_, payload) => void due.push(payload));
  await runJob(handlers, NOTICE_EMAILS);
  await beforeSending();
  for (const payload of due) await runJob(handlers, SEND_NOTICE_EMAIL, payload);
}

/** Like `runJobs`, but on two servers: the second starts before the first has committed. */
async function runJobsOnTwoServers(at: string): Promise<void> {
  const due: unknown[] = [];
  const second = jobsAt(at, async (_, payload) => void due.push(payload));
  let running: Promise<void> | undefined;
  const first = jobsAt(at, async (_, payload) => {
    due.push(payload);
    if (running) return;
    running = runJob(second, NOTICE_EMAILS);
    await waitsForLock();
  });
  await runJob(first, NOTICE_EMAILS);
  await running;
  for (const payload of due) await runJob(first, SEND_NOTICE_EMAIL, payload);
}

async function subscriber(): Promise<Landlord> {
  const ada = await landlord();
  await query(server.database, 'update auth.users set email_verified = true where id = $1', [ada.personId]);
  await query(server.database, GIVE_PLAN, [ada.id]);
  return ada;
}

const certificate = (name: string, day: number) => newCertificate({ name, expirationDate: dayOf(day) });
const emailsTo = ({ email }: Landlord) => sent.filter(({ to }) => to === email);
const subjects = (ada: Landlord) => emailsTo(ada).map(({ subject }) => subject);
const DIGEST = '2 things need your attention';

describe('the digest', () => {
  it('is sent on Monday from seven, once despite several servers, and again a week later', async () => {
    const ada = await subscriber();
    await addedProperty(ada, { certificates: [certificate('Fire Door', 20)] });
    await runJobs(june(8));
    await runJobs(june(9, '05:59'));
    expect(subjects(ada)).toEqual([]);
    await runJobsOnTwoServers(june(9, '06:00'));
    await runJobs(june(9, '18:00'));
    await runJobs(june(10));
    expect(subjects(ada)).toEqual([DIGEST]);
    await runJobs(june(16));
    expect(subjects(ada)).toEqual([DIGEST, DIGEST]);
  });

  it('shows the title, place, time left and action, the most urgent first, with an unsubscribe link', async () => {
    const ada = await subscriber();
    const { id: propertyId } = await addedProperty(ada, {
      // A postcode in Wales, where Tenure derives no deadlines that would also be listed.
      postalCode: 'CF10 1AA',
      certificates: [certificate('Fire Door', 20), certificate('Lift', 8)],
    });
    await addedTenant(ada, { propertyId, name: 'Grace', leaseEnd: dayOf(12) });
    await runJobs(MONDAY);
    const HOME = '14 Chandos Terrace, Bristol';
    expect(emailsTo(ada)[0]).toMatchObject({
      subject: '4 things need your attention',
      paragraphs: [
        `Hello ${ada.name},`,
        '4 things need your attention, the most urgent first:',
        `Lift has expired, ${HOME}: Since 08 Jun 2031 (1 day ago). Renew it, then add the new certificate.`,
        `Grace’s lease ends soon, ${HOME}: 12 Jun 2031 (3 days left). Agree a new lease, or record when they move out.`,
        `Fire Door is expiring, ${HOME}: 20 Jun 2031 (11 days left). Renew it, then add the new certificate.`,
        expect.stringMatching(/^9 of 9 not recorded yet, /),
        'You get this email because Email Notifications are on.',
      ],
      unsubscribe: `${appUrl}/unsubscribe?token=${await memberIdOf(ada)}`,
    });
  });

  it('is sent a day later after an outage of the mail server', async () => {
    const ada = await subscriber();
    await addedProperty(ada, { certificates: [certificate('Fire Door', 20)] });
    const payload = { userId: ada.id, memberId: await memberIdOf(ada), kind: 'digest', day: dayOf(9) };
    await runJob(jobsAt(june(10), jobs.send), SEND_NOTICE_EMAIL, payload);
    expect(subjects(ada)).toEqual([DIGEST]);
  });

  it('is not sent when no notices are due', async () => {
    const ada = await subscriber();
    await runJobs(MONDAY);
    expect(subjects(ada)).toEqual([]);
  });

  it('is not sent for a sample account', async () => {
    const ada = await subscriber();
    const { id: propertyId } = await addedProperty(ada, { certificates: [certificate('Fire Door', 9)] });
    await addedTenant(ada, { propertyId, leaseEnd: dayOf(12) });
    await addedTransaction(ada, newTransaction({ status: 'pending', date: '2026-01-05' }));
    await query(server.database, 'update profiles set sample = true where id = $1', [ada.id]);
    await runJobs(MONDAY);
    expect(subjects(ada)).toEqual([]);
  });
});

describe('the email about items that expire today', () => {
  it('is sent on their last day from seven, one for all of them, once despite several servers', async () => {
    const ada = await subscriber();
    await addedProperty(ada, { certificates: [certificate('Fire Door', 11), certificate('Later', 12)] });
    await addedProperty(ada, { address: '2 Mill Lane', certificates: [certificate('Lift', 11)] });
    await runJobs(june(10));
    await runJobs(june(11, '05:59'));
    expect(subjects(ada)).toEqual([]);
    await runJobsOnTwoServers(june(11, '06:00'));
    await runJobs(june(11));
    expect(subjects(ada)).toEqual(['2 things expire today']);
    expect(emailsTo(ada)[0]?.paragraphs.slice(1, 4)).toEqual([
      'These expire today:',
      expect.stringMatching(/^(Fire Door|Lift) expires today, .* 11 Jun 2031 \(today\)\./),
      expect.stringMatching(/^(Fire Door|Lift) expires today, /),
    ]);
    await runJobs(june(12));
    await runJobs(june(13));
    expect(subjects(ada).slice(1)).toEqual(['Later expires today']);
  });

  it('excludes leases and snoozed notices', async () => {
    const [ada, cleo] = [await subscriber(), await subscriber()];
    const { id: propertyId } = await addedProperty(ada, { certificates: [certificate('Lift', 11)] });
    await addedTenant(ada, { propertyId, name: 'Grace', leaseEnd: dayOf(11) });
    const { id, certificates } = await addedProperty(cleo, { certificates: [certificate('Fire Door', 11)] });
    await query(
      server.database,
      'insert into notice_states (user_id, member_id, key, read_at, snoozed_until) select user_id, id, $2, now(), $3 from members where user_id = $1',
      [cleo.id, `certificate:${id}:${certificates[0]?.id}:${dayOf(11)}`, dayOf(12)],
    );
    await runJobs(june(11));
    expect([ada, cleo].map(subjects)).toEqual([['Lift expires today'], []]);
  });

  it('is composed when it is sent, and not sent on another day', async () => {
    const [ada, bea] = [await subscriber(), await subscriber()];
    const house = await addedProperty(ada, { certificates: [certificate('Fire Door', 11)] });
    await addedProperty(bea, { certificates: [certificate('Fire Door', 11), certificate('Lift', 12)] });
    await runJobs(june(11), () =>
      query(server.database, 'update properties set compliance_items = default where id = $1', [house.id]),
    );
    expect([ada, bea].map(subjects)).toEqual([[], ['Fire Door expires today']]);
    await runJob(jobsAt(june(12), jobs.send), SEND_NOTICE_EMAIL, {
      userId: bea.id,
      memberId: await memberIdOf(bea),
      kind: 'expiry',
      day: dayOf(11),
    });
    expect(subjects(bea)).toHaveLength(1);
  });
});

it('sends no email to an unconfirmed address, after opting out, or after the trial', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, subscriber));
  const [unconfirmed, off, expired, on] = people as [Landlord, Landlord, Landlord, Landlord];
  for (const ada of people) await addedProperty(ada, { certificates: [certificate('Fire Door', 9)] });
  await query(server.database, 'update auth.users set email_verified = false where id = $1', [unconfirmed.personId]);
  await off.patch('/api/settings', { emailNotifications: false });
  await query(server.database, 'delete from subscriptions where user_id = $1', [expired.id]);
  await query(server.database, END_TRIAL, [expired.id, MONDAY]);
  const optOut = () =>
    query(server.database, 'update members set email_notifications = false where user_id = $1', [on.id]);
  await runJobs(MONDAY, optOut);
  expect(people.map(subjects)).toEqual([[], [], [], []]);
  await query(server.database, 'update auth.users set email_verified = true where id = $1', [unconfirmed.personId]);
  await runJobs(MONDAY);
  expect(subjects(unconfirmed)).toEqual([DIGEST, 'Fire Door expires today']);
});

it('sends the email of a queued job, with an unsubscribe link', async () => {
  const ada = await subscriber();
  await addedProperty(ada, { certificates: [newCertificate({ name: 'Fire Door', expirationDate: '2026-01-05' })] });
  const day = londonDay(server.services.clock.now());
  await jobs.send(
    SEND_NOTICE_EMAIL,
    { userId: ada.id, memberId: await memberIdOf(ada), kind: 'digest', day },
    { about: [ada.id] },
  );
  const { unsubscribe } = await emailTo(ada.email, '1 thing needs your attention');
  expect(unsubscribe).toContain(`${appUrl}/unsubscribe?token=`);
});

it.each([
  ['Monday before seven, in summer time', '2031-06-09T05:59:59Z', '2031-06-09', []],
  ['Monday at seven', '2031-06-09T06:00:00Z', '2031-06-09', ['digest', 'expiry']],
  ['Monday at seven, in winter', '2031-01-06T07:00:00Z', '2031-01-06', ['digest', 'expiry']],
  ['Sunday', '2031-06-08T12:00:00Z', '2031-06-08', ['expiry']],
  ['Monday after midnight', '2031-06-08T23:30:00Z', '2031-06-09', []],
])('returns the emails that are due on %s', (_, instant, day, kinds) => {
  expect(emailsDue(new Date(instant))).toEqual({ day, kinds });
});

it('counts notices that it does not list', () => {
  const notice = {
    title: 'Lift expires today',
    where: '',
    since: '09 Jun 2031',
    away: 'today',
    todo: 'Renew it.',
  } as Notice;
  const { paragraphs, action } = noticeEmail(
    { name: 'Ada', email: 'ada@tenure.example' },
    { kind: 'digest', notices: [notice], total: 1201, appUrl: 'https://tenure.example', unsubscribe: '' },
  );
  expect(paragraphs.slice(1, 4)).toEqual([
    '1,201 things need your attention, the most urgent first:',
    'Lift expires today: 09 Jun 2031 (today). Renew it.',
    'And 1,200 more.',
  ]);
  expect(action?.url).toBe('https://tenure.example/dashboard/notifications');
});
