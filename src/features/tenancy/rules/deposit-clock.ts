/** The 30 days to protect a deposit and serve prescribed information (`DEPOSIT_SOURCE`). Dates are YYYY-MM-DD. */
import { addDays, daysBetween } from '../../../shared/dates.ts';

const DEPOSIT_DAYS = 30;

/** 'within the period of 30 days beginning with the date on which it is received' */
const DAY_OF_RECEIPT = 1;

/**
 * Counts the days from receipt to `done` or today. A deposit received on 2 April is on day 8 on 9 April, and its last
 * day is 1 May.
 */
export function depositClock(args: { received: string; done: string | null; today: string }) {
  const { received, done, today } = args;
  const until = done ?? today;
  const lastDay = addDays(received, DEPOSIT_DAYS - DAY_OF_RECEIPT);
  // A deposit can be protected before it is received.
  const day = Math.max(DAY_OF_RECEIPT, daysBetween(received, until) + DAY_OF_RECEIPT);
  return { lastDay, day, late: until > lastDay };
}
