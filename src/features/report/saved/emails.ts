/** The monthly email of a saved report: when it is due, and its text. Pure. */
import type { Email } from '../../../outside/mail/mail.ts';
import { formatInstantAsTime, londonDay } from '../../../shared/dates.ts';
import { cellText, changeText } from '../body.ts';
import type { Report } from '../report.ts';

const EARLIEST_TIME = '07:00';
/** The last day of the month on which a server that was down on the 1st still sends the emails. */
const CATCH_UP_DAY = '03';

/** Returns the first day of the month whose emails are due; null if none are due. */
export function monthDue(now: Date): string | null {
  const day = londonDay(now);
  const date = day.slice(8);
  if (date > CATCH_UP_DAY || (date === '01' && formatInstantAsTime(now) < EARLIEST_TIME)) return null;
  return `${day.slice(0, 8)}01`;
}

type Plan = { name: string; report: Report; url: string; unsubscribe: string };

export function reportEmail(to: { name: string; email: string }, { name, report, url, unsubscribe }: Plan): Email {
  const { title, line, figures, rows, empty, compared } = report;
  return {
    to: to.email,
    subject: `${name}: ${title.toLowerCase()}`,
    paragraphs: [
      `Hello ${to.name},`,
      `${title}, ${line}:`,
      ...(rows.length === 0
        ? [empty.title]
        : figures.map(
            ({ name: figure, value, kind, change }) =>
              `${figure}: ${cellText(value, kind)}${change === null || !compared ? '' : ` (${changeText(change)} on ${compared.words})`}`,
          )),
      'You get this email because you saved this report with ‘Email monthly’.',
    ],
    action: { label: 'Open the report', url },
    unsubscribe,
  };
}
