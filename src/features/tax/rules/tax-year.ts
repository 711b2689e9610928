/** Tax years, and the periods and due dates of quarterly updates. Days are YYYY-MM-DD. */
import { addDays, daysBetween, formatDay } from '../../../shared/dates.ts';
import type { RuleSource } from '../../../shared/rule-source.ts';
import { TAX_YEAR_START, taxYearName } from '../../../shared/tax-years.ts';
import { counted } from '../../../shared/text.ts';

export const UPDATES_SOURCE: RuleSource = {
  name: 'HMRC, end-to-end service guide of Making Tax Digital for Income Tax',
  link: 'https://developer.service.hmrc.gov.uk/guides/income-tax-mtd-end-to-end-service-guide/',
  effectiveFrom: '2026-04-06',
  jurisdiction: 'UK',
};

export const QUARTER_KINDS = ['standard', 'calendar'] as const;
type QuarterKind = (typeof QUARTER_KINDS)[number];

/** Ends and due dates as month and day. Older sources give the 5th as due date. Weekends do not move due dates. */
const QUARTERS = [
  { update: 1, standard: '07-05', calendar: '06-30', due: '08-07' },
  { update: 2, standard: '10-05', calendar: '09-30', due: '11-07' },
  { update: 3, standard: '01-05', calendar: '12-31', due: '02-07' },
  { update: 4, standard: '04-05', calendar: '03-31', due: '05-07' },
] as const;
const EARLY_DAYS = 10;

/** Each choice of quarters applies from its tax year to the next choice. Before the first, quarters are standard. */
export type Books = {
  choices: readonly { year: string; kind: QuarterKind }[];
  /** First day of letting, where known. */
  started?: string | null;
};
const STANDARD: Books = { choices: [] };

export type TaxYear = { year: string; from: string; to: string };

/** Returns null for an invalid name: the years in '2026-27' must be consecutive. */
export function taxYear(year: string, books: Books = STANDARD): TaxYear | null {
  const start = Number(year.slice(0, 4));
  return /^\d{4}-\d{2}$/.test(year) && taxYearName(start) === year ? yearFrom(start, books) : null;
}

/** Between two years with calendar quarters, 1 to 5 April are in the second. */
export function taxYearOf(day: string, books: Books = STANDARD): TaxYear {
  const start = Number(day.slice(0, 4));
  return yearFrom(day < firstDay(start, books) ? start - 1 : start, books);
}

function yearFrom(start: number, books: Books): TaxYear {
  return { year: taxYearName(start), from: firstDay(start, books), to: addDays(firstDay(start + 1, books), -1) };
}

/**
 * The first tax year with calendar quarters still starts on 6 April, because 1 to 5 April belong to the year before. If
 * letting started on one of those days, the tax year starts on 1 April.
 */
function firstDay(start: number, { choices, started = null }: Books): string {
  const startsInApril = started !== null && started >= `${start}-04-01` && started <= `${start}-04-05`;
  const isCalendar = kindIn(start, choices) === 'calendar';
  return isCalendar && (startsInApril || kindIn(start - 1, choices) === 'calendar')
    ? `${start}-04-01`
    : `${start}-${TAX_YEAR_START}`;
}

function kindIn(start: number, choices: Books['choices']): QuarterKind {
  const made = choices.filter(({ year }) => year <= taxYearName(start));
  return made.toSorted((one, other) => (one.year < other.year ? 1 : -1))[0]?.kind ?? 'standard';
}

/** A cumulative period, which starts with the tax year. HMRC accepts the update from `earliest`. */
export type UpdatePeriod = { update: 1 | 2 | 3 | 4; from: string; to: string; due: string; earliest: string };

export function updatePeriods({ year }: Pick<TaxYear, 'year'>, books: Books = STANDARD): UpdatePeriod[] {
  const start = Number(year.slice(0, 4));
  const kind = kindIn(start, books.choices);
  const from = firstDay(start, books);
  // Dates before June are in the following calendar year.
  const dayOf = (monthDay: string) => `${monthDay < '06' ? start + 1 : start}-${monthDay}`;
  return QUARTERS.map(({ update, due, [kind]: end }) => {
    const to = dayOf(end);
    return { update, from, to, due: dayOf(due), earliest: addDays(to, -EARLY_DAYS) };
  });
}

/** Returns the first update that includes this day; null for a day in no update, which is added at the year end. */
export function updateOf(
  day: string,
  books: Books = STANDARD,
): { year: string; update: UpdatePeriod['update'] } | null {
  const { year } = taxYearOf(day, books);
  const period = updatePeriods({ year }, books).find(({ to }) => day <= to);
  return period ? { year, update: period.update } : null;
}

/** Returns the first and last day of a tax year that are in no update; null if updates include all days. */
export function daysInNoUpdate({ year, to }: TaxYear, books: Books = STANDARD): { from: string; to: string } | null {
  const last = updatePeriods({ year }, books).at(-1)?.to ?? to;
  return last < to ? { from: addDays(last, 1), to } : null;
}

export function returnDue({ year }: Pick<TaxYear, 'year'>): string {
  return `${Number(year.slice(0, 4)) + 2}-01-31`;
}

/**
 * An update that was sent: the end of its period, and the day of sending. `marked`: sent with other software, on an
 * unknown day up to `on`.
 */
export type SentUpdate = { to: string; on: string; marked?: boolean };

export type Obligation = UpdatePeriod & {
  state: 'met' | 'late' | 'next' | 'later';
  /** The day on which an update with this end or a later one was first sent. */
  metOn: string | null;
  daysLate: number;
  text: string;
};

export function obligations(
  periods: readonly UpdatePeriod[],
  sent: readonly SentUpdate[],
  today: string,
): Obligation[] {
  const next = periods.find((period) => !metBy(period, sent) && period.due >= today);
  return periods.map((period) => {
    const met = metBy(period, sent);
    const days = met?.marked ? 0 : Math.max(0, daysBetween(period.due, met?.on ?? today));
    const state = met ? 'met' : days > 0 ? 'late' : period === next ? 'next' : 'later';
    return {
      ...period,
      state,
      metOn: met?.on ?? null,
      daysLate: days,
      text: dueText(period.due, { met, days, today }),
    };
  });
}

type DueParams = { met: SentUpdate | undefined; days: number; today: string };

/** Such as 'Due 07 Aug 2026, 110 days late', 'Due 07 Feb 2027, 74 days left' or 'Sent 05 Nov 2026, due 07 Nov 2026'. */
function dueText(due: string, { met, days, today }: DueParams): string {
  const late = days > 0 ? `, ${counted(days, 'day')} late` : '';
  if (met) return `${met.marked ? 'Marked' : 'Sent'} ${formatDay(met.on)}, due ${formatDay(due)}${late}`;
  if (due === today) return 'Due today';
  return `Due ${formatDay(due)}${late || `, ${counted(daysBetween(today, due), 'day')} left`}`;
}

/** Returns the first update with this end or a later one; on the same day, one that was sent before one marked. */
function metBy({ to }: UpdatePeriod, sent: readonly SentUpdate[]): SentUpdate | undefined {
  const rank = ({ on, marked }: SentUpdate) => `${on}${marked ? 1 : 0}`;
  return sent.filter((update) => update.to >= to).sort((a, b) => (rank(a) < rank(b) ? -1 : 1))[0];
}

/** Returns why HMRC would refuse an update of this period today; null if it can be sent. */
export function whyNotSend(
  { to, earliest }: UpdatePeriod,
  sent: readonly SentUpdate[],
  today: string,
): { reason: 'too-early' | 'goes-back'; text: string } | null {
  if (sent.some((update) => update.to > to))
    return { reason: 'goes-back', text: 'You have already sent a later update. Send the newest one instead.' };
  if (today < earliest) return { reason: 'too-early', text: `You can send this update from ${formatDay(earliest)}.` };
  return null;
}
