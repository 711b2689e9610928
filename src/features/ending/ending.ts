/** Input and texts for ending a tenancy. Amounts are pence, dates YYYY-MM-DD. */
import { z } from 'zod';
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { dayField, line, optionalDay, penceField, typedPence } from '../../shared/schemas.ts';
import { type RentCharge, rentSchedule } from '../tenancy/schedule/rent-schedule.ts';
import { type TenancyRecord, termsOf } from '../tenancy/tenancy.ts';

const ENDED = 'Enter the date they moved out';
const AMOUNT = 'Enter an amount, or 0';
const reason = line({ max: 500 });

type Deposit = { returned: string | null; forRent: number; forDamage: number; reason: string };
const isReasoned = ({ forDamage, reason }: Deposit) => forDamage === 0 || reason !== '';
const isDated = ({ returned, forRent, forDamage }: Deposit) => returned !== null || forRent + forDamage === 0;
const NO_REASON = { path: ['reason'], error: 'Enter why you kept it' };
const NO_DAY = { path: ['returned'], error: 'Enter the date you settled the deposit' };

export const EndInput = z
  .object({
    ended: dayField(ENDED).describe('No rent is due from this date'),
    returned: optionalDay().describe('Date the deposit was returned; null while still held'),
    forRent: penceField(AMOUNT).default(0).describe('Pence of the deposit kept for the amount owed'),
    forDamage: penceField(AMOUNT).default(0).describe('Pence of the deposit kept for damage or cleaning'),
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

/** Whether the deposit must still be settled. */
export function hasDeposit({ depositAmount, depositReturned }: TenancyRecord): boolean {
  return depositAmount > 0 && depositReturned === null;
}

/** `balance` is the ledger's balance on the later of `ended` and today, including rent charged so far. */
type EndingArgs = { tenancy: TenancyRecord; ended: string; today: string; balance: number };

/** The last rent charge, and the amount owed when the tenancy ends (negative for credit). */
export function endingOf({ tenancy, ended, today, balance }: EndingArgs): {
  last: RentCharge | undefined;
  owed: number;
} {
  const range = { from: tenancy.chargesFrom, to: ended > today ? ended : today };
  const terms = termsOf(tenancy);
  const charges = rentSchedule({ ...terms, ended }, range);
  const sum = (parts: readonly RentCharge[]) => parts.reduce((total, { amount }) => total + amount, 0);
  return { last: charges.at(-1), owed: balance + sum(charges) - sum(rentSchedule(terms, range)) };
}

/** The hint for the part of a deposit that is kept for rent. */
export function wouldPay(owed: number, deposit: number): string {
  return owed > deposit
    ? `${formatPence(deposit)} would pay part of the ${formatPence(owed)} owed.`
    : `${formatPence(owed)} would pay the amount owed.`;
}

/** For example, 'The last rent is £716.00 for 01 Nov 2026 to 24 Nov 2026 (24 of 30 days). They will owe £38.48.' */
export function endingSummary({ last, owed }: ReturnType<typeof endingOf>): string {
  const method = last?.method ? ` (${last.method})` : '';
  const rent = last
    ? `The last rent is ${formatPence(last.amount)} for ${formatDay(last.from)} to ${formatDay(last.to)}${method}.`
    : 'No rent is due.';
  if (owed === 0) return `${rent} They will not owe anything.`;
  return `${rent} ${owed > 0 ? `They will owe ${formatPence(owed)}.` : `They will be ${formatPence(-owed)} in credit, which you need to repay.`}`;
}
