import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { locksDue, newComment, sharedInspection } from '../../../test/fixtures/inspection-links.ts';
import { inspectionNow } from '../../../test/fixtures/inspections.ts';
import { addedProperty, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { member } from '../../../test/fixtures/members.ts';
import { sendsForm } from '../../../test/fixtures/repair-links.ts';
import { GIVE_PLAN } from '../../../test/fixtures/subscriptions.ts';
import { runJob } from '../../../test/reading/jobs.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { Notices } from '../../app/notification/notification.ts';
import { Activity } from '../../app/overview/activity/activity.ts';
import type { Email } from '../../outside/mail/mail.ts';
import { type CommentsEmail, NOTIFY_COMMENTS } from '../inspection/queues.server.ts';
import { commentsEmail } from './emails.ts';
import { inspectionGuests } from './guest.server.ts';
import { inspectionLinkJobs } from './jobs.server.ts';

const { database, services } = server;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A landlord with a plan, whose members get emails. */
async function subscribedLandlord(): Promise<Landlord> {
  const ada = await landlord();
  await query(database, GIVE_PLAN, [ada.id]);
  return ada;
}
const verify = (...people: Landlord[]) =>
  query(database, 'update auth.users set email_verified = true where id = any($1)', [
    people.map(({ personId }) => personId),
  ]);

const queued = async ({ id }: { id: string }) =>
  (
    await query<{ email: CommentsEmail }>(
      database,
      `select data -> 'payload' as email from pgboss.job where name = $1 and data -> 'payload' ->> 'inspectionId' = $2 order by start_after`,
      [NOTIFY_COMMENTS.name, id],
    )
  ).map(({ email }) => email);

/** Runs a queued email at `now`. `requeued` contains the emails that the job queues. */
async function run(email: CommentsEmail, now: Date) {
  const sent: Email[] = [];
  const requeued: unknown[] = [];
  const handlers = inspectionLinkJobs({
    ...services,
    pool: services.jobsPool,
    clock: { now: () => now },
    unsubscribe: (memberId) => `${services.appUrl}/unsubscribe?token=${memberId}`,
    mail: { send: async (one) => void sent.push(one) },
    send: async (_, payload) => void requeued.push(payload),
  });
  await runJob(handlers, NOTIFY_COMMENTS, email);
  return { sent, requeued };
}
const runOn = (email: CommentsEmail) => run(email, new Date(email.emailAt));

describe('the email about comments', () => {
  it('is one for those of half an hour, to members with emails who see the inspection', async () => {
    const [ada, bob] = [await subscribedLandlord(), await subscribedLandlord()];
    const names = ['Grace Hopper', 'Alan Turing'];
    const { paths, inspection, room } = await sharedInspection(ada, { names });
    const other = await addedProperty(ada);
    const manager = await member(ada, { role: 'manager' });
    const maintenance = await member(ada, { role: 'maintenance', properties: [inspection.propertyId ?? ''] });
    const elsewhere = await member(ada, { role: 'maintenance', properties: [other.id] });
    const guest = await member(ada, { role: 'guest' });
    const silent = await member(ada, { role: 'manager' });
    await query(database, 'update members set email_notifications = false where person_id = $1', [silent.personId]);
    await verify(ada, bob, manager, maintenance, elsewhere, guest, silent);
    const [grace = '', alan = ''] = paths;
    expect((await sendsForm(grace, newComment(room.id))).status).toBe(303);
    await server.later(28 * MINUTE_MS, async () => {
      expect((await sendsForm(alan, newComment('whole', { text: 'The keys are missing.' }))).status).toBe(303);
    });
    const [first, ...others] = await queued(inspection);
    if (!first) throw new Error('The email is missing.');
    expect(others).toEqual([]);
    await server.later(29.5 * MINUTE_MS, async () => {
      expect((await sendsForm(alan, newComment('whole', { text: 'Later.' }))).status).toBe(303);
    });
    expect(await queued(inspection)).toHaveLength(2);
    const { sent, requeued } = await runOn(first);
    expect(requeued).toEqual([]);
    expect(sent.map(({ to }) => to).toSorted()).toEqual([ada.email, manager.email, maintenance.email].toSorted());
    const words = ({ email }: Landlord) => sent.find(({ to }) => to === email)?.paragraphs.slice(1, 4);
    const COUNTED = 'Tenants have added 2 comments:';
    expect(words(ada)).toEqual([
      COUNTED,
      'Grace Hopper, Cellar: The damp was there before.',
      'Alan Turing, whole inspection: The keys are missing.',
    ]);
    expect(words(maintenance)).toEqual([
      COUNTED,
      'A tenant, Cellar: The damp was there before.',
      'A tenant, whole inspection: The keys are missing.',
    ]);
    expect(sent[0]).toMatchObject({
      subject: `Comments on the move-in inspection of ${inspection.address}`,
      action: { url: `${services.appUrl}/dashboard/inspections/${inspection.id}` },
      unsubscribe: expect.stringContaining('/unsubscribe?token=') as string,
    });
    expect((await runOn(first)).sent.map(({ messageId }) => messageId)).toEqual(sent.map(({ messageId }) => messageId));
    expect((await run({ ...first, userId: bob.id }, new Date(first.emailAt))).sent).toEqual([]);
  });

  it('is queued again when it is early', async () => {
    const ada = await subscribedLandlord();
    await verify(ada);
    const { path, inspection } = await sharedInspection(ada);
    await sendsForm(path, newComment());
    const [email] = await queued(inspection);
    if (!email) throw new Error('The email is missing.');
    expect(await run(email, new Date(Date.parse(email.emailAt) - 1))).toEqual({ sent: [], requeued: [email] });
  });

  it('is queued with its comment or not at all, once for a comment sent twice', async () => {
    const ada = await landlord();
    const { path, inspection } = await sharedInspection(ada);
    const failing = { send: () => Promise.reject(new Error('The queue is full.')) };
    const guests = inspectionGuests({ ...services, jobs: { ...services.jobs, ...failing } });
    const comment = newComment();
    const token = path.split('/').at(-1) ?? '';
    await expect(guests.comment(token, { room: null, text: 'Lost?', key: comment.key })).rejects.toThrow('full');
    expect((await inspectionNow(ada, inspection)).comments).toEqual([]);
    await Promise.all([sendsForm(path, comment), sendsForm(path, comment)]);
    expect((await inspectionNow(ada, inspection)).comments).toHaveLength(1);
    expect(await queued(inspection)).toHaveLength(1);
  });

  it('lists ten comments and counts the others', () => {
    const comments = Array.from({ length: 12 }, (_, place) => ({ name: 'Grace', room: null, text: `${place}` }));
    const { paragraphs } = commentsEmail(
      { inspectionId: 'x', kind: 'routine', address: '', comments, emailAt: '2026-11-25T12:00:00Z' },
      { memberId: 'y', name: 'Ada', email: 'ada@tenure.example', unsubscribe: '' },
      'https://tenure.example',
    );
    expect(paragraphs.slice(1, 2)).toEqual(['Tenants have added 12 comments:']);
    expect(paragraphs.slice(11, 13)).toEqual(['Grace, whole inspection: 9', 'And 2 more.']);
  });
});

const notices = async (person: Landlord) =>
  (await person.get('/api/notifications')).as(Notices).items.filter(({ kind }) => kind === 'inspection-comments');
const ActivityPage = z.object({ items: z.array(Activity) });
const activity = async (person: Landlord) =>
  (await person.get('/api/activity?noun=inspections')).as(ActivityPage).items.map(({ words, href }) => [words, href]);

describe('comments in Tenure', () => {
  it('are a new notice for each comment until the inspection is locked, for members who see it', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const { path, inspection } = await sharedInspection(ada);
    const elsewhere = await member(ada, { role: 'maintenance', properties: [(await addedProperty(ada)).id] });
    const maintenance = await member(ada, { role: 'maintenance' });
    expect(await notices(ada)).toEqual([]);
    await sendsForm(path, newComment());
    const [first] = await notices(ada);
    expect(first).toMatchObject({
      title: '1 comment on the move-in inspection',
      where: inspection.address,
      href: `/dashboard/inspections/${inspection.id}`,
      day: '2026-12-02',
      group: 'coming',
      read: false,
    });
    await ada.post('/api/notifications/read', { keys: [first?.key] });
    expect(await notices(ada)).toMatchObject([{ read: true }]);
    await server.later(MINUTE_MS, () => sendsForm(path, newComment()));
    expect(await notices(ada)).toMatchObject([{ title: '2 comments on the move-in inspection', read: false }]);
    expect(await notices(maintenance)).toHaveLength(1);
    for (const other of [elsewhere, bob]) expect(await notices(other)).toEqual([]);
    await server.later(8 * DAY_MS, async () => {
      await locksDue();
      expect(await notices(ada)).toEqual([]);
    });
  });

  it('are activity that links to the inspection, without the tenant’s name', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const { path, inspection } = await sharedInspection(ada);
    await sendsForm(path, newComment());
    const words = ['A tenant commented on an inspection', `/dashboard/inspections/${inspection.id}`];
    expect((await activity(ada))[0]).toEqual(words);
    expect(await activity(bob)).toEqual([]);
    const maintenance = await member(ada, { role: 'maintenance' });
    expect((await activity(maintenance))[0]?.join()).toContain(words[0]);
    const elsewhere = await member(ada, { role: 'maintenance', properties: [(await addedProperty(ada)).id] });
    expect(await activity(elsewhere)).toEqual([]);
  });
});
