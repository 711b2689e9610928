import { z } from 'zod';
import { addDays, addMonths } from '../../../shared/dates.ts';
import { dayField, line, positivePence } from '../../../shared/schemas.ts';
import { firstOfMonth } from '../../tenancy/ledger-start.ts';
import { dueFor, type RentCharge, rentSchedule } from '../../tenancy/schedule/rent-schedule.ts';
import { type TenancyRecord, termsOf } from '../../tenancy/tenancy.ts';

const amount = positivePence().describe('Pence');

/** Enough for ten years of weekly rent. */
const MAX_PAYMENTS = 600;

export const PastRent = z
  .object({
    from: dayField('Enter the first month').describe('Charges are added from this date'),
    to: dayField('Enter the last month').describe(
      'Due date of the last month entered; refused if that month now has a payment',
    ),
    payments: z
      .array(z.object({ date: dayField('Enter the date you received it'), amount }))
      .max(MAX_PAYMENTS)
      .describe('Payments for months without a bank row'),
    rows: z
      .array(z.object({ id: z.uuid(), version: z.number().int().min(1) }))
      .max(MAX_PAYMENTS)
      .default([])
      .describe('Bank rows for the other months, added to the ledger'),
    lessFee: z
      .boolean()
      .default(false)
      .describe('Whether the agent kept the agreed fee of each payment without a bank row'),
  })
  .meta({ id: 'PastRent' });
export type PastRent = z.infer<typeof PastRent>;

const PastRow = z.object({
  due: z.string().describe('Nearest due date'),
  id: z.uuid().describe('Id of the transaction'),
  version: z.number().int(),
  date: z.string(),
  amount: z.number().int().describe('Pence'),
  fee: z.number().int().describe('Pence that the agent kept: the rent is the amount and the fee'),
  text: z.string(),
});
export type PastRow = z.infer<typeof PastRow>;
export const PastRows = z.object({ items: z.array(PastRow) }).meta({ id: 'PastRows' });

export const ReturnInput = z
  .object({
    date: dayField('Enter the date it was returned'),
    amount,
    reason: z.enum(['bounced', 'refunded'], { error: 'Choose a reason' }),
  })
  .meta({ id: 'ReturnInput' });
export type ReturnInput = z.infer<typeof ReturnInput>;

export const RETURN_LABELS: Record<ReturnInput['reason'], string> = {
  bounced: 'The bank returned it unpaid',
  refunded: 'I returned it to the tenant',
};

const DeductionFields = z.object({
  towards: z.enum(['owed', 'other'], { error: 'Choose why you kept it' }),
  reason: line({ max: 500 }),
});
const isReasoned = ({ towards, reason }: z.output<typeof DeductionFields>) => towards === 'owed' || reason !== '';
const NO_REASON = { path: ['reason'], error: 'Enter why you kept it' };

export const DepositDeductionInput = DeductionFields.extend({ reason: DeductionFields.shape.reason.default('') })
  .refine(isReasoned, NO_REASON)
  .meta({ id: 'DepositDeductionInput' });
export type DepositDeductionInput = z.infer<typeof DepositDeductionInput>;
export const DepositDeductionForm = DeductionFields.extend({
  towards: z.string().pipe(DeductionFields.shape.towards),
}).refine(isReasoned, NO_REASON);

export const DEPOSIT_DEDUCTION_LABELS: Record<DepositDeductionInput['towards'], string> = {
  owed: 'Rent and charges on the ledger',
  other: 'Damage, cleaning or another cost',
};

export function unrecordedDeduction({ depositDeductions, depositRecorded }: TenancyRecord): number {
  return Math.max(0, depositDeductions - depositRecorded);
}

const MAX_PAST_MONTHS = 120;

type PaymentFacts = { today: string; firstPaid: string | null };

/**
 * Rent before this day is past: the start of the ledger or its oldest payment, whichever is later. Without payments,
 * all months of a ledger kept from the start are past.
 */
export function pastUntil(tenancy: TenancyRecord, { today, firstPaid }: PaymentFacts): string {
  const paidFrom = firstPaid === null ? firstOfMonth(today) : (dueFor(termsOf(tenancy), firstPaid) ?? firstPaid);
  const until = paidFrom > tenancy.chargesFrom ? paidFrom : tenancy.chargesFrom;
  return until <= today ? until : addDays(today, 1);
}

export function pastRents(tenancy: TenancyRecord, facts: PaymentFacts): RentCharge[] {
  const earliest = addMonths(facts.today, -MAX_PAST_MONTHS);
  const from = tenancy.start > earliest ? tenancy.start : earliest;
  const to = addDays(pastUntil(tenancy, facts), -1);
  return from > to ? [] : rentSchedule(termsOf(tenancy), { from, to });
}

export const PayersQuery = z.object({
  q: z.string().trim().max(200).default('').describe('Case-insensitive part of tenant or property'),
});
export const Payers = z
  .object({
    items: z.array(
      z
        .object({
          tenancyId: z.uuid(),
          names: z.string(),
          propertyId: z.uuid().nullable().optional(),
          propertyName: z.string().nullable(),
        })
        .meta({ id: 'Payer' }),
    ),
  })
  .meta({ id: 'Payers' });
export type Payer = z.infer<typeof Payers>['items'][number];
