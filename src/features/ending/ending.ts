/** The end of a tenancy in one step: when they moved out, the last rent, and the deposit. Amounts are pence, days YYYY-MM-DD. */
import { z } from 'zod';
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { dayField, line, optionalDay, penceField, typedPence } from '../../shared/schemas.ts';
import { type RentCharge, rentSchedule } from '../tenancy/schedule/rent-schedule.ts';
import { type TenancyRecord, termsOf } from '../tenancy/tenancy.ts';

const ENDED = 'Please enter the day they moved out';
const AMOUNT = 'Please enter an amount, or 0';
const reason = line({ max: 500 });

type Deposit = { returned: string | null; forRent: number; forDamage: number; reason: string };
const isReasoned = ({ forDamage, reason }: Deposit) => forDamage === 0 || reason !== '';
const isDated = ({ returned, forRent, forDamage }: Deposit) => returned !== null || forRent + forDamage === 0;
const NO_REASON = { path: ['reason'], error: 'Please enter what it was kept for' };
const NO_DAY = { path: ['returned'], error: 'Please enter the day on which the rest went back' };

export const EndInput = z
  .object({
    ended: dayField(ENDED).describe('From this day on no rent is due'),
    returned: optionalDay().describe('When the deposit was returned; null while it is still held'),
    forRent: penceField(AMOUNT).default(0).describe('Pence kept of the deposit for what is owed on the ledger'),
    forDamage: penceField(AMOUNT).default(0).describe('Pence kept of it for damage, cleaning or the like'),
    reason: reason.default(''),
  })
  .refine(isReasoned, NO_REASON)
  .refine(isDated, NO_DAY)
  .meta({ id: 'EndInput' });
export type EndInput = z.infer<typeof EndInput>;

export const EndForm = z
  .object({
    ended: dayField(ENDED),
    returned: optionalDay(),
    forRent: typedPence(AMOUNT),
    forDamage: typedPence(AMOUNT),
    reason,
    statement: z.boolean(),
  })
  .refine(isReasoned, NO_REASON)
  .refine(isDated, NO_DAY);

/** Whether the deposit is still to be settled. */
export function hasDeposit({ depositAmount, depositReturned }: TenancyRecord): boolean {
  return depositAmount > 0 && depositReturned === null;
}

/** `balance` is the ledger's on the later of `ended` and today, with the rents charged so far. */
type Given = { tenancy: TenancyRecord; ended: string; today: string; balance: number };

/** The last rent charge, and what is owed once the tenancy has ended (below zero: in credit). */
export function endingOf({ tenancy, ended, today, balance }: Given): { last: RentCharge | undefined; owed: number } {
  const range = { from: tenancy.chargesFrom, to: ended > today ? ended : today };
  const terms = termsOf(tenancy);
  const charges = rentSchedule({ ...terms, ended }, range);
  const sum = (some: readonly RentCharge[]) => some.reduce((total, { amount }) => total + amount, 0);
  return { last: charges.at(-1), owed: balance + sum(charges) - sum(rentSchedule(terms, range)) };
}

/** 'The last rent is £716.00 for 01 Nov 2026 to 24 Nov 2026 (24 of 30 days). £38.48 is owed then.' */
export function endingWords({ last, owed }: ReturnType<typeof endingOf>): string {
  const method = last?.method ? ` (${last.method})` : '';
  const rent = last
    ? `The last rent is ${formatPence(last.amount)} for ${formatDay(last.from)} to ${formatDay(last.to)}${method}.`
    : 'No rent is due.';
  if (owed === 0) return `${rent} Nothing is owed then.`;
  return `${rent} ${owed > 0 ? `${formatPence(owed)} is owed then.` : `They are ${formatPence(-owed)} in credit then, for you to give back.`}`;
}
