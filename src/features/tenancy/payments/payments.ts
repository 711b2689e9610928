/** What comes in for a tenancy otherwise than rent of today: past months, what is returned, what is kept of a deposit. */
import { z } from 'zod';
import { addDays, addMonths } from '../../../shared/dates.ts';
import { dayField, line, penceField } from '../../../shared/schemas.ts';
import { type RentCharge, rentSchedule } from '../schedule/rent-schedule.ts';
import { type TenancyRecord, termsOf } from '../tenancy.ts';

const AMOUNT = 'Please enter an amount of at least £0.01';
const amount = penceField(AMOUNT).min(1, AMOUNT).describe('Pence');

/** More rows than ten years of weeks have. */
const MOST_PAYMENTS = 600;

export const PastRent = z
  .object({
    from: dayField('Please enter the day from which rent is counted').describe('Charges are written from here on'),
    payments: z.array(z.object({ date: dayField('Please enter the day it came in'), amount })).max(MOST_PAYMENTS),
  })
  .meta({ id: 'PastRent' });
export type PastRent = z.infer<typeof PastRent>;

export const ReturnInput = z
  .object({
    date: dayField('Please enter the day it went back'),
    amount,
    reason: z.enum(['bounced', 'refunded'], { error: 'Please choose why' }),
  })
  .meta({ id: 'ReturnInput' });
export type ReturnInput = z.infer<typeof ReturnInput>;

export const RETURN_LABELS: Record<ReturnInput['reason'], string> = {
  bounced: 'The bank returned it unpaid',
  refunded: 'I gave it back',
};

const Kept = z.object({
  towards: z.enum(['owed', 'other'], { error: 'Please choose what it was kept for' }),
  reason: line({ max: 500 }),
});
const isReasoned = ({ towards, reason }: z.output<typeof Kept>) => towards === 'owed' || reason !== '';
const NO_REASON = { path: ['reason'], error: 'Please say what it was kept for' };

export const KeptInput = Kept.extend({ reason: Kept.shape.reason.default('') })
  .refine(isReasoned, NO_REASON)
  .meta({ id: 'KeptInput' });
export type KeptInput = z.infer<typeof KeptInput>;
export const KeptForm = Kept.extend({ towards: z.string().pipe(Kept.shape.towards) }).refine(isReasoned, NO_REASON);

export const KEPT_LABELS: Record<KeptInput['towards'], string> = {
  owed: 'Rent and charges on the ledger',
  other: 'Damage, cleaning or the like',
};

/** Of the deductions, in pence: what is not in Finance yet. */
export function keptUnrecorded({ depositDeductions, depositRecorded }: TenancyRecord): number {
  return Math.max(0, depositDeductions - depositRecorded);
}

const TEN_YEARS = 120;

/** Rents of the last ten years up to `today` that are not counted yet: the oldest first. */
export function pastRents(tenancy: TenancyRecord, today: string): RentCharge[] {
  const earliest = addMonths(today, -TEN_YEARS);
  const from = tenancy.start > earliest ? tenancy.start : earliest;
  const to = tenancy.chargesFrom <= today ? addDays(tenancy.chargesFrom, -1) : today;
  return from > to ? [] : rentSchedule(termsOf(tenancy), { from, to });
}

export const PayersQuery = z.object({
  q: z.string().trim().max(200).default('').describe('Case-insensitive part of tenant or property'),
});
export const Payers = z
  .object({
    items: z.array(
      z.object({ tenancyId: z.uuid(), names: z.string(), propertyName: z.string().nullable() }).meta({ id: 'Payer' }),
    ),
  })
  .meta({ id: 'Payers' });
export type Payer = z.infer<typeof Payers>['items'][number];
