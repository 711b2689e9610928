import { describe, expect, it } from 'vitest';
import { addedOwnDeadline } from '../../../test/fixtures/deadlines.ts';
import { addedProperty, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { newCertificate } from '../../../test/fixtures/make.ts';
import { GIVE_PLAN } from '../../../test/fixtures/subscriptions.ts';
import { addedTenancy } from '../../../test/fixtures/tenancies.ts';
import { emailPlan, runJob } from '../../../test/reading/jobs.ts';
import { madeFeed } from '../../../test/route-fixtures/calendar.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { Notices } from '../../app/notification/notification.ts';
import type { Email } from '../../outside/mail/mail.ts';
import { addDays } from '../../shared/dates.ts';
import { deadlineEmail } from './emails.ts';
import { DEADLINE_EMAILS, deadlineEmailJobs, SEND_DEADLINE_EMAIL } from './jobs.server.ts';

/** The first day of the tests in this file. Other files use other days. */
const FIRST = '2041-01-01';
const { appUrl } = server.services;
const sent: Email[] = [];

/** Runs the hourly job on a day, then sends the queued emails. */
async function remind(day: string, time = '11:00'): Promise<void> {
  await sendQueued(await queued(day, time), day, time);
}

const jobsAt = (day: string, time: string, queue: unknown[]) =>
  deadlineEmailJobs(emailPlan(`${day}T${time}:00Z`, sent, async (_, payload) => void queue.push(payload)));

async function queued(day: string, time: string): Promise<unknown[]> {
  const due: unknown[] = [];
  await runJob(jobsAt(day, time, due), DEADLINE_EMAILS);
  return due;
}

/** Returns the emails that were queued again. */
async function sendQueued(due: unknown[], day: string, time: string): Promise<unknown[]> {
  const again: unknown[] = [];
  for (const one of due) await runJob(jobsAt(day, time, again), SEND_DEADLINE_EMAIL, one);
  return again;
}

async function subscriberWithHome(): Promise<{ ada: Landlord; id: string }> {
  const ada = await landlord();
  await query(server.database, 'update auth.users set email_verified = true where id = $1', [ada.personId]);
  await query(server.database, GIVE_PLAN, [ada.id]);
  return { ada, id: (await addedProperty(ada, { address: '2 Mill Lane', city: 'Bath' })).id };
}
const subjects = ({ email }: Landlord) => sent.filter(({ to }) => to === email).map(({ subject }) => subject);
const steps = async ({ id }: Landlord) =>
  (
    await query<{ step: number }>(
      server.database,
      'select step from app.deadline_emails where user_id = $1 order by emailed_on, step desc',
      [id],
    )
  ).map(({ step }) => step);

describe('reminders', () => {
  it('are sent once for each step through 400 days, then weekly', async () => {
    const { ada, id } = await subscriberWithHome();
    await addedOwnDeadline(ada, { propertyId: id, day: addDays(FIRST, 300) });
    for (let day = 0; day <= 400; day += 1) await remind(addDays(FIRST, day));
    const weeks = Array.from({ length: 15 }, (_, week) => -week - 1);
    expect(await steps(ada)).toEqual([90, 60, 30, 14, 7, 0, ...weeks]);
    expect(subjects(ada)).toHaveLength(6 + weeks.length);
    expect(subjects(ada).slice(0, 6).at(-1)).toBe('Boiler cover ends: today');
  });

  it('start at seven, with one email for several late deadlines, except those set aside', async () => {
    const { ada, id } = await subscriberWithHome();
    for (const days of [-400, -40, 3]) await addedOwnDeadline(ada, { propertyId: id, day: addDays(FIRST, days) });
    await addedOwnDeadline(ada, { propertyId: id, title: 'Set aside', day: FIRST });
    const mark = `insert into deadline_marks (user_id, property_id, rule, subject, day, kind, reason)
      select user_id, property_id, rule, subject, day, 'not_needed', 'Sold' from deadlines where user_id = $1 and title = 'Set aside'`;
    await query(server.database, mark, [ada.id]);
    await remind(FIRST, '06:59');
    expect(subjects(ada)).toEqual([]);
    await remind(FIRST, '07:00');
    await remind(FIRST, '18:00');
    await remind(addDays(FIRST, 1));
    expect(subjects(ada)).toEqual(['3 deadlines']);
  });

  it('wait for the morning if an outage lasts over midnight', async () => {
    const { ada, id } = await subscriberWithHome();
    await addedOwnDeadline(ada, { propertyId: id, day: addDays(FIRST, 7) });
    const next = addDays(FIRST, 1);
    const waiting = await sendQueued(await queued(FIRST, '23:00'), next, '00:30');
    expect([subjects(ada), waiting]).toEqual([[], [expect.objectContaining({ day: FIRST })]]);
    expect(await sendQueued(waiting, next, '07:00')).toEqual([]);
    expect(subjects(ada)).toEqual(['Boiler cover ends: in 6 days']);
  });

  it('follow the chosen steps, and leave Monday’s kinds to the digest', async () => {
    const { ada, id } = await subscriberWithHome();
    await ada.put('/api/deadlines/settings/own', { steps: [30], delivery: 'at_once' });
    await addedOwnDeadline(ada, { propertyId: id, day: addDays(FIRST, 20) });
    await remind(FIRST);
    await remind(addDays(FIRST, 25));
    expect(await steps(ada)).toEqual([30]);
    await ada.put('/api/deadlines/settings/own', { steps: [30, 14], delivery: 'digest' });
    await remind(addDays(FIRST, 8));
    expect(await steps(ada)).toEqual([30]);
  });

  it('name the home and say how late it is', () => {
    const due = [{ title: 'Check the right to rent', about: 'Ada', address: '2 Mill Lane, Bath', day: '2026-11-20' }];
    const { subject, paragraphs } = deadlineEmail(
      { name: 'Bea', email: 'bea@tenure.example' },
      { due, total: 1, today: '2026-11-25', appUrl, unsubscribe: '' },
    );
    expect(subject).toBe('Check the right to rent: 5 days overdue');
    expect(paragraphs).toContain('Check the right to rent, Ada, 2 Mill Lane, Bath: 20 Nov 2026 (5 days overdue).');
  });
});

it('the bell and the calendar have a typed end date once, with its certificate', async () => {
  const { ada } = await subscriberWithHome();
  const today = '2026-11-25';
  const home = await addedProperty(ada, {
    certificates: [
      newCertificate({
        complianceItem: 'gasSafety',
        issueDate: addDays(today, -340),
        expirationDate: addDays(today, 25),
      }),
    ],
  });
  await addedTenancy(ada, { propertyId: home.id, start: addDays(today, -350) });
  const { items } = (await ada.get('/api/notifications?limit=100')).as(Notices);
  const gas = items.filter(({ day }) => day === addDays(today, 25));
  expect(gas.map(({ kind }) => kind)).toEqual(['certificate']);
  expect(items.find(({ title }) => title.includes('Give the gas record'))).toMatchObject({
    kind: 'deadline',
    group: 'urgent',
  });
  const { address } = await madeFeed(ada, false);
  const { text } = await ada.get(new URL(address).pathname);
  const summaries = text
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .filter((line) => line.startsWith('SUMMARY'));
  expect(summaries.filter((line) => line.includes('Gas safety'))).toHaveLength(1);
  expect(summaries.some((line) => line.includes('Next gas safety check'))).toBe(false);
  expect(summaries.some((line) => line.includes('Check the right to rent') && !line.includes('Grace'))).toBe(true);
});
