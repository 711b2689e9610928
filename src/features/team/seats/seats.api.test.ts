import { describe, expect, it, vi } from 'vitest';
import { userOf } from '../../../../test/fixtures/account.ts';
import { type Landlord, landlord } from '../../../../test/fixtures/landlords.ts';
import { newPerson } from '../../../../test/fixtures/make.ts';
import { member } from '../../../../test/fixtures/members.ts';
import { END_TRIAL } from '../../../../test/fixtures/subscriptions.ts';
import { emailTo, tokenIn } from '../../../../test/reading/emails.ts';
import { runJob } from '../../../../test/reading/jobs.ts';
import { waitsForLock } from '../../../../test/reading/waiting.ts';
import { query } from '../../../../test/servers/database.ts';
import { subscribe } from '../../../../test/servers/payments.ts';
import { server } from '../../../../test/servers/server.ts';
import type { Email } from '../../../outside/mail/mail.ts';
import { londonDay } from '../../../shared/dates.ts';
import { SETTLE_SEATS } from '../../subscription/queues.server.ts';
import { type Member, Team } from '../team.ts';
import { seatJobs } from './jobs.server.ts';

const { database } = server;
const { jobsPool: pool, appUrl, jobs } = server.services;
const PATH = '/api/team';

/** Returns an instant in June 2031. */
const june = (day: number, time = '11:00') => `2031-06-${String(day).padStart(2, '0')}T${time}:00Z`;

type Sent = { email: Email; about: readonly string[] };
let sent: Sent[] = [];
const keep: typeof jobs.send = async (_, email, { about = [] } = {}) =>
  void sent.push({ email: email as Email, about });
const jobsAt = (at: string, send = keep) => seatJobs({ pool, clock: { now: () => new Date(at) }, appUrl, send });

/** Runs the hourly job at an instant; returns the recipients and subjects of emails about the owner's account. */
async function settle({ id }: Landlord, at: string): Promise<string[]> {
  sent = [];
  await runJob(jobsAt(at), SETTLE_SEATS);
  return sent.flatMap(({ email: { to, subject }, about }) => (about.includes(id) ? `${to}: ${subject}` : []));
}

const setPlan = ({ id }: Landlord, plan: string) =>
  query(
    database,
    `insert into subscriptions (user_id, plan, state) values ($1, $2, 'active')
     on conflict (user_id) do update set plan = excluded.plan, state = excluded.state`,
    [id, plan],
  );

const teamOf = async (owner: Landlord) => (await owner.get(PATH)).as(Team);
const statesOf = async ({ id }: Landlord) =>
  (
    await query<{ state: string }>(
      database,
      'select state from members where user_id = $1 order by coalesce(joined_at, invited_at), id',
      [id],
    )
  ).map(({ state }) => state);
const version = (one: Pick<Member, 'version'>) => ({ headers: { 'if-match': `"${one.version}"` } });

async function change(owner: Landlord, { email }: Landlord, action: 'pause' | 'resume'): Promise<number> {
  const found = (await teamOf(owner)).people.find((one) => one.email === email);
  if (!found) throw new Error(`${email} is not in the team.`);
  const { status } = await owner.send('POST', `${PATH}/${found.id}/${action}`, version(found));
  await settled();
  return status;
}

/** Waits for the server's own jobs, which have another clock. */
const settled = () =>
  vi.waitFor(
    async () => {
      const open = `select from pgboss.job where name = 'settle-seats' and state < 'completed'`;
      expect(await query(database, open)).toEqual([]);
    },
    { timeout: 20_000, interval: 100 },
  );

/** Returns an owner on the Basic plan, and two more members. */
async function crowded() {
  const owner = await landlord();
  const bea = await member(owner, { role: 'manager' });
  const cleo = await member(owner, { role: 'bookkeeper' });
  await setPlan(owner, 'basic');
  return { owner, bea, cleo };
}

describe('an account with more people than seats', () => {
  it('emails its owners on day 0, 7 and 13, then pauses those who joined last, once with several servers', async () => {
    const { owner, bea, cleo } = await crowded();
    const second = await member(owner, { role: 'owner' });
    const both = (days: string) =>
      [owner, second].map(({ email }) => `${email}: ${days} to choose who stays in ${owner.name}`);
    sent = [];
    let running: Promise<void> | undefined;
    const first = jobsAt(june(1), async (...job) => {
      await keep(...job);
      if (running) return;
      running = runJob(jobsAt(june(1)), SETTLE_SEATS, { userId: owner.id });
      await waitsForLock();
    });
    await runJob(first, SETTLE_SEATS, { userId: owner.id });
    await running;
    expect(sent.map(({ email: { to } }) => to)).toEqual([owner.email, second.email]);
    expect(sent[0]?.email).toMatchObject({
      subject: `14 days to choose who stays in ${owner.name}`,
      paragraphs: [
        'Hello,',
        `‘${owner.name}’ uses 4 seats, and Basic has 1.`,
        `On 15 Jun 2031 we will pause those who joined last: ${cleo.name} and ${bea.name}.`,
        expect.stringMatching(/^To choose other people, /),
        'We will not delete anything.',
      ],
      action: { url: `${appUrl}/dashboard/team` },
    });
    expect(await settle(owner, june(7, '22:59'))).toEqual([]);
    expect(await settle(owner, june(7, '23:00'))).toEqual(both('7 days'));
    expect(await settle(owner, june(9))).toEqual([]);
    expect(await settle(owner, june(14))).toEqual(both('1 day'));
    expect(await settle(owner, june(14, '22:59'))).toEqual([]);
    expect(await statesOf(owner)).toEqual(['active', 'active', 'active', 'active']);
    expect(await settle(owner, june(14, '23:00'))).toEqual([]);
    expect(await statesOf(owner)).toEqual(['active', 'paused', 'paused', 'active']);
    expect((await bea.get('/api/properties')).outcome).toBe('403 no_account');
    expect(await settle(owner, june(16))).toEqual([]);
  });

  it('withdraws invitations first', async () => {
    const owner = await landlord();
    const { email } = newPerson();
    await owner.post(`${PATH}/invitations`, { emails: [email], role: 'manager' });
    const token = tokenIn(await emailTo(email, `${owner.name} has invited you to ${owner.name} on Tenure`));
    await setPlan(owner, 'basic');
    const today = londonDay(server.services.clock.now());
    await query(database, 'update subscriptions set seats_due = $2, seats_emailed = $2 where user_id = $1', [
      owner.id,
      today,
    ]);
    await settle(owner, server.services.clock.now().toISOString());
    expect(JSON.parse((await owner.get(`/api/join?token=${token}`)).text)).toMatchObject({ state: 'revoked' });
  });

  it('shows the day to owners, until all people have a seat, and then clears it without an email', async () => {
    const { owner, bea, cleo } = await crowded();
    await settle(owner, june(1));
    expect((await userOf(owner)).subscription.seatsDue).toBe('2031-06-15');
    expect((await userOf(bea)).subscription.seatsDue).toBeNull();
    const { pausing, people } = await teamOf(owner);
    expect(pausing?.day).toBe('2031-06-15');
    expect(people.filter(({ id }) => pausing?.ids.includes(id)).map(({ email }) => email)).toEqual([
      bea.email,
      cleo.email,
    ]);
    for (const one of [bea, cleo]) expect(await change(owner, one, 'pause')).toBe(200);
    expect((await userOf(owner)).subscription.seatsDue).toBeNull();
    expect((await teamOf(owner)).pausing).toBeNull();
    expect(await settle(owner, june(10))).toEqual([]);
    // Another change of plan starts another 14 days.
    await setPlan(owner, 'professional');
    expect(await change(owner, bea, 'resume')).toBe(200);
    await setPlan(owner, 'basic');
    expect(await settle(owner, june(20))).toHaveLength(1);
    expect((await userOf(owner)).subscription.seatsDue).toBe('2031-07-04');
  });

  it('starts another deadline on a still smaller plan', async () => {
    const { owner } = await crowded();
    for (let n = 0; n < 4; n++) await member(owner, { role: 'manager' });
    await setPlan(owner, 'professional');
    expect(await settle(owner, june(1))).toHaveLength(1);
    await setPlan(owner, 'basic');
    expect(await settle(owner, june(12))).toHaveLength(1);
    expect((await userOf(owner)).subscription.seatsDue).toBe('2031-06-26');
  });

  it('is not changed once its subscription has lapsed', async () => {
    const { owner } = await crowded();
    expect(await settle(owner, june(1))).toHaveLength(1);
    await query(database, END_TRIAL, [owner.id, june(1)]);
    await query(database, `update subscriptions set state = 'ended' where user_id = $1`, [owner.id]);
    expect(await settle(owner, june(20))).toEqual([]);
    expect(await statesOf(owner)).toEqual(['active', 'active', 'active']);
    await setPlan(owner, 'basic');
    expect(await settle(owner, june(21))).toHaveLength(1);
  });

  it('emails its owner as soon as a trial becomes a Basic plan', async () => {
    const owner = await landlord();
    await member(owner, { role: 'manager' });
    await subscribe(owner, 'basic');
    await vi.waitFor(async () => expect((await userOf(owner)).subscription.seatsDue).not.toBeNull(), {
      timeout: 20_000,
    });
    await emailTo(owner.email, `14 days to choose who stays in ${owner.name}`);
  });
});

describe('a larger plan', () => {
  it('resumes members who were paused for lack of a seat, as far as they fit, and no others', async () => {
    const owner = await landlord();
    const people: Landlord[] = [];
    for (let n = 0; n < 7; n++) people.push(await member(owner, { role: 'manager' }));
    const [first, , , , fifth, sixth] = people;
    if (!first || !fifth || !sixth) throw new Error('The members are missing.');
    await change(owner, first, 'pause');
    await setPlan(owner, 'basic');
    await settle(owner, june(1));
    await settle(owner, june(15));
    const paused = Array<string>(7).fill('paused');
    expect(await statesOf(owner)).toEqual(['active', ...paused]);
    expect((await teamOf(owner)).people.filter(({ noSeat }) => noSeat)).toHaveLength(6);
    await setPlan(owner, 'standard');
    await settle(owner, june(16));
    expect(await statesOf(owner)).toEqual(['active', ...paused]);
    await setPlan(owner, 'professional');
    await settle(owner, june(17));
    const four = ['active', 'active', 'active', 'active'];
    expect(await statesOf(owner)).toEqual(['active', 'paused', ...four, 'paused', 'paused']);
    // An owner decides about a seat that becomes free later, and about members whom an owner has resumed.
    await change(owner, fifth, 'pause');
    await settle(owner, june(18));
    expect((await statesOf(owner)).filter((state) => state === 'active')).toHaveLength(4);
    expect([await change(owner, sixth, 'resume'), await change(owner, sixth, 'pause')]).toEqual([200, 200]);
    await setPlan(owner, 'business');
    await settle(owner, june(19));
    expect(await statesOf(owner)).toEqual(['active', 'paused', ...four.slice(1), 'paused', 'paused', 'active']);
  });
});
