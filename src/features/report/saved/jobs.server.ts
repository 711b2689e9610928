/** Emails each saved report monthly to the member who saved it: once, with any number of servers. */
import { z } from 'zod';
import { type EmailPlan, queueEmails, sendingQueue } from '../../../server/jobs/landlord-emails.server.ts';
import { handle, hourlyQueue, type QueueHandler } from '../../../server/jobs/queue.server.ts';
import { runOnBehalfOf } from '../../../server/session/with-user.server.ts';
import { addDays, londonDay } from '../../../shared/dates.ts';
import { readReport } from '../report.server.ts';
import { ReportQuery } from '../report.ts';
import { fitsPdf, reportFile } from '../report-file.server.ts';
import { monthDue, reportEmail } from './emails.ts';
import { savedTable } from './saved.server.ts';

export const REPORT_EMAILS = hourlyQueue('report-emails');

const Due = z.object({ userId: z.string(), memberId: z.string(), reportId: z.string(), month: z.string() });
type Due = z.infer<typeof Due>;

export const SEND_REPORT_EMAIL = sendingQueue('send-report-email', Due);

const MAX_REPORTS = 200;
const DAY_FILTERS: readonly string[] = ['period', 'from', 'to'];

type Claimed = { user_id: string; member_id: string; report_id: string };

export function reportEmailJobs(plan: EmailPlan): QueueHandler[] {
  return [
    handle(REPORT_EMAILS, async () => {
      const now = plan.clock.now();
      const month = monthDue(now);
      if (month === null) return;
      await queueEmails(plan, {
        take: { text: 'select * from app.claim_report_emails($1, $2, $3)', values: [now, month, MAX_REPORTS] },
        queue: SEND_REPORT_EMAIL,
        email: ({ user_id: userId, member_id: memberId, report_id: reportId }: Claimed) => ({
          userId,
          memberId,
          reportId,
          month,
        }),
      });
    }),
    handle(SEND_REPORT_EMAIL, (due) => sendEmail(plan, due)),
  ];
}

/** Sends the email, unless it was turned off, the member has left, or the month is over. */
async function sendEmail(
  { pool, mail, clock, appUrl, unsubscribe }: EmailPlan,
  { userId, memberId, reportId, month }: Due,
): Promise<void> {
  const now = clock.now();
  if (!londonDay(now).startsWith(month.slice(0, 7))) return;
  const { rows } = await pool.query<{ name: string; email: string }>('select * from app.report_reader($1, $2, $3)', [
    now,
    memberId,
    reportId,
  ]);
  const [reader] = rows;
  if (!reader) return;
  const found = await runOnBehalfOf(pool, { userId, memberId, now }, async (db) => {
    const saved = await savedTable.get(db, reportId);
    if (!saved) return undefined;
    const query = ReportQuery.parse(saved.query);
    // The report is dated the last day of the month that has ended, so that 'this month' is complete.
    return { saved, report: await readReport(db, { name: saved.report, query, today: addDays(month, -1) }) };
  });
  if (!found) return;
  const { saved, report } = found;
  const filters = Object.fromEntries(Object.entries(saved.query).filter(([name]) => !DAY_FILTERS.includes(name)));
  const days = saved.query['on'] || saved.query['year'] ? {} : { from: report.from, to: report.to };
  const url = `${appUrl}/dashboard/reports/${saved.report}?${new URLSearchParams({ ...filters, ...days })}`;
  const attachments = report.rows.length > 0 && fitsPdf(report) ? [await reportFile(report, 'pdf')] : [];
  const email = reportEmail(reader, { name: saved.name, report, url, unsubscribe: unsubscribe(saved.id) });
  await mail.send({ ...email, attachments });
}
