import { describe, expect, it } from 'vitest';
import { recordContract } from '../../../../test/contracts/record-contract.ts';
import { type Landlord, landlord, visitor } from '../../../../test/fixtures/landlords.ts';
import { member } from '../../../../test/fixtures/members.ts';
import { GIVE_PLAN } from '../../../../test/fixtures/subscriptions.ts';
import { income } from '../../../../test/fixtures/tax.ts';
import { emailPlan, runJob } from '../../../../test/reading/jobs.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import type { Email } from '../../../outside/mail/mail.ts';
import { unsubscribeUrl } from '../../profile/unsubscribe.server.ts';
import { monthDue } from './emails.ts';
import { REPORT_EMAILS, reportEmailJobs, SEND_REPORT_EMAIL } from './jobs.server.ts';
import { SAVED, SAVED_LIST, SAVED_TEXTS, SavedReport } from './saved.ts';

const PROFIT = { name: 'For Ken', report: 'profit-and-loss', query: { period: 'month', by: 'month' } };

describe('saved reports pass the record contract', () => {
  recordContract({
    path: '/api/saved-reports',
    notFound: SAVED_TEXTS.notFound,
    record: SavedReport,
    item: SavedReport,
    fields: SAVED,
    input: async () => PROFIT,
    changed: { monthly: true, query: { period: 'quarter' } },
    required: { query: 'Invalid input: expected object, received string' },
    wrong: [
      [{ report: 'horoscope' }, { report: 'Choose a report' }],
      [{ query: { period: 'week' } }, { 'query.period': 'Choose a period' }],
    ],
    sorts: Object.keys(SAVED_LIST.sorts),
    searched: 'name',
    wrongQueries: [],
    guarded: 'saves',
  });
});

const sent: Email[] = [];
const { appUrl } = server.services;

const jobsAt = (at: string, due: unknown[]) =>
  reportEmailJobs({
    ...emailPlan(at, sent, async (_, payload) => void due.push(payload)),
    unsubscribe: (id) => unsubscribeUrl(server.services, id, 'report'),
  });

/** Runs the hourly job, then `before`, then the queued emails. */
async function runJobs(at: string, before = async (): Promise<unknown> => undefined): Promise<void> {
  const due: unknown[] = [];
  await runJob(jobsAt(at, due), REPORT_EMAILS);
  await before();
  for (const one of due) await runJob(jobsAt(at, due), SEND_REPORT_EMAIL, one);
}

async function confirmed(person: Pick<Landlord, 'personId'>): Promise<void> {
  await query(server.database, 'update auth.users set email_verified = true where id = $1', [person.personId]);
}

async function settled(): Promise<Landlord> {
  const ada = await landlord();
  await confirmed(ada);
  await query(server.database, GIVE_PLAN, [ada.id]);
  return ada;
}

const save = async (person: Pick<Landlord, 'post'>, input: object = {}) =>
  (await person.post('/api/saved-reports', { ...PROFIT, monthly: true, ...input })).as(SavedReport);
const emailsTo = ({ email }: Pick<Landlord, 'email'>) => sent.filter(({ to }) => to === email);

describe('the monthly email', () => {
  it('is sent once on the first, about the month that has ended, with a link to the same days', async () => {
    const ada = await settled();
    await income(ada, 'rent', 120_000, { date: '2030-01-31' });
    await income(ada, 'rent', 99_900, { date: '2030-02-01' });
    await save(ada);
    await save(ada, { name: 'Not emailed', monthly: false });
    await runJobs('2030-02-01T06:59:00Z');
    expect(emailsTo(ada)).toEqual([]);
    await runJobs('2030-02-01T07:00:00Z');
    await runJobs('2030-02-02T07:00:00Z');
    expect(emailsTo(ada)).toMatchObject([
      {
        subject: 'For Ken: profit and loss',
        paragraphs: [
          `Hello ${ada.name},`,
          'Profit and loss, 01 – 31 Jan 2030, 1 transaction, by the day money moved:',
          'Income: £1,200.00',
          'Expenses: £0.00',
          'Profit: £1,200.00',
          expect.stringContaining('Email monthly'),
        ],
        action: { url: `${appUrl}/dashboard/reports/profit-and-loss?by=month&from=2030-01-01&to=2030-01-31` },
        attachments: [{ name: 'tenure-profit-and-loss-2030-01-01-to-2030-01-31.pdf', type: 'application/pdf' }],
      },
    ]);
    await runJobs('2030-03-01T12:00:00Z');
    expect(emailsTo(ada)).toHaveLength(2);
  });

  it('stops for this report without signing in, on POST', async () => {
    const ada = await settled();
    const [saved, other] = [await save(ada), await save(ada, { name: 'Another' })];
    await runJobs('2030-04-01T12:00:00Z');
    const url = emailsTo(ada).find(({ subject }) => subject.startsWith(PROFIT.name))?.unsubscribe ?? '';
    const path = url.slice(appUrl.length);
    const monthly = async ({ id }: SavedReport) => (await ada.get(`/api/saved-reports/${id}`)).as(SavedReport).monthly;
    expect((await visitor().get(path)).text).toContain('We will stop emailing you this report');
    expect(await monthly(saved)).toBe(true);
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' };
    const page = await visitor().send('POST', path, { headers, body: 'List-Unsubscribe=One-Click' });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('href="/dashboard/reports"')]);
    expect([await monthly(saved), await monthly(other)]).toEqual([false, true]);
  });

  it('is addressed to the member who saved it, until it is turned off or the member leaves', async () => {
    const ada = await settled();
    const [office, other] = [await member(ada, { role: 'bookkeeper' }), await member(ada, { role: 'bookkeeper' })];
    await Promise.all([confirmed(office), confirmed(other)]);
    const saved = await save(office);
    await save(other);
    await runJobs('2030-05-01T12:00:00Z');
    expect([emailsTo(ada), emailsTo(office), emailsTo(other)].map(({ length }) => length)).toEqual([0, 1, 1]);
    await runJobs('2030-06-01T12:00:00Z', async () => {
      await office.put(`/api/saved-reports/${saved.id}`, { ...PROFIT, monthly: false }, saved.version);
      await query(server.database, "update members set state = 'left' where user_id = $1 and person_id = $2", [
        ada.id,
        other.personId,
      ]);
    });
    expect([emailsTo(office), emailsTo(other)].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('is not sent to an unconfirmed address, or after the trial', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    await confirmed(bob);
    for (const one of [ada, bob]) await save(one);
    await runJobs('2030-08-01T12:00:00Z');
    expect([emailsTo(ada), emailsTo(bob)]).toEqual([[], []]);
  });

  it.each([
    ['2026-12-01T06:59:00Z', null],
    ['2026-12-01T07:00:00Z', '2026-12-01'],
    // In summer, London is an hour ahead of UTC.
    ['2026-07-01T05:59:00Z', null],
    ['2026-06-30T23:30:00Z', null],
    ['2026-07-01T06:00:00Z', '2026-07-01'],
    ['2026-12-03T00:00:00Z', '2026-12-01'],
    ['2026-12-04T00:00:00Z', null],
  ])('is due at %s for %s', (at, month) => {
    expect(monthDue(new Date(at))).toBe(month);
  });
});
