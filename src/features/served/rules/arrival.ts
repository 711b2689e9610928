/** The day on which a served paper counts as arrived, by the rule that the landlord set on the tenancy. */
import { addDays, weekday } from '../../../shared/dates.ts';
import type { ArrivalRule } from '../../tenancy/papers.ts';

/** With 'email-before', an email sent before `time`, such as '16:30', arrives on the same working day. */
export type ChosenRule = { rule: ArrivalRule; time?: string | null | undefined };

/** Day and minute in London. `time` is null if the landlord recorded only the day. */
export type Sent = { day: string; time: string | null };

export type Arrival = { day: string } | { unknown: string };

/** England and Wales, https://www.gov.uk/bank-holidays. Arrival is not computed for other years. */
const BANK_HOLIDAYS: Readonly<Record<string, readonly string[]>> = {
  '2026': ['01-01', '04-03', '04-06', '05-04', '05-25', '08-31', '12-25', '12-28'],
  '2027': ['01-01', '03-26', '03-29', '05-03', '05-31', '08-30', '12-27', '12-28'],
  '2028': ['01-03', '04-14', '04-17', '05-01', '05-29', '08-28', '12-25', '12-26'],
};

const SATURDAY = 5;
const SUNDAY = 6;

class UnknownYear extends Error {}

/** Throws `UnknownYear`. */
function isWorkingDay(day: string): boolean {
  const holidays = BANK_HOLIDAYS[day.slice(0, 4)];
  if (!holidays) throw new UnknownYear();
  const name = weekday(day);
  return name !== SATURDAY && name !== SUNDAY && !holidays.includes(day.slice(5));
}

/** The first working day from `day` on. */
function workingDayFrom(day: string): string {
  return isWorkingDay(day) ? day : workingDayFrom(addDays(day, 1));
}

const nextWorkingDay = (day: string) => workingDayFrom(addDays(day, 1));

const DAYS: Record<ArrivalRule, (sent: Sent, time: string) => string | null> = {
  'same-day': ({ day }) => day,
  'email-before': ({ day, time }, last) => {
    if (time === null) return null;
    return time < last && isWorkingDay(day) ? day : nextWorkingDay(day);
  },
  'next-working-day': ({ day }) => nextWorkingDay(day),
  'second-working-day': ({ day }) => nextWorkingDay(nextWorkingDay(day)),
  'second-day-or-next-working': ({ day }) => workingDayFrom(addDays(day, 2)),
};

/** Null without a rule: no day is computed. */
export function arrivalOf(chosen: ChosenRule | undefined, sent: Sent): Arrival | null {
  if (!chosen) return null;
  try {
    const day = DAYS[chosen.rule](sent, chosen.time ?? '16:30');
    return day ? { day } : { unknown: 'The time is not known, so the arrival is not computed.' };
  } catch (error) {
    if (!(error instanceof UnknownYear)) throw error;
    return { unknown: 'The bank holidays of this year are not known, so the arrival is not computed.' };
  }
}
