/** The 30 days within which a deposit is protected and the prescribed information served (`DEPOSIT_SOURCE`). Days are YYYY-MM-DD. */
import { addDays, daysBetween } from '../../../shared/dates.ts';

const DEPOSIT_DAYS = 30;

/** The number of the day on which the deposit was received: 'within the period of 30 days beginning with the date on which it is received'. */
const DAY_OF_RECEIPT = 1;

/**
 * How many of the 30 days from receipt are used: 'Day 8 of 30, last day 01 May 2024' on 9 Apr 2024 for a deposit received on the 2nd.
 * The clock stops on the day it was `done`. It runs from the day the money was received, not from the start of the tenancy.
 */
export function depositClock(given: { received: string; done: string | null; today: string }) {
  const { received, done, today } = given;
  const until = done ?? today;
  const lastDay = addDays(received, DEPOSIT_DAYS - DAY_OF_RECEIPT);
  // A deposit can be protected before its money has come in: no day is used then.
  const day = Math.max(DAY_OF_RECEIPT, daysBetween(received, until) + DAY_OF_RECEIPT);
  return { lastDay, day, late: until > lastDay };
}
