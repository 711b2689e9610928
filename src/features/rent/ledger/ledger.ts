import { z } from 'zod';
import { dayField, line, positivePence } from '../../../shared/schemas.ts';

export const ENTRY_KINDS = ['charge', 'interest', 'opening', 'reduction', 'written-off', 'rent-free'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export const ENTRY_LABELS = {
  rent: 'Rent',
  correction: 'Correction',
  charge: 'Charge',
  interest: 'Interest on late rent',
  opening: 'Opening balance',
  reduction: 'Reduction agreed',
  'written-off': 'Written off',
  'rent-free': 'Rent-free period',
  payment: 'Payment',
  refund: 'Payment returned',
} as const;
export type LedgerKind = keyof typeof ENTRY_LABELS;

const CREDITS: readonly string[] = ['reduction', 'written-off', 'rent-free'] satisfies EntryKind[];

export const LedgerEntry = z
  .object({
    id: z.uuid().describe('For a payment, the id of its transaction'),
    kind: z.enum(Object.keys(ENTRY_LABELS) as [LedgerKind, ...LedgerKind[]]),
    date: z.string().describe('YYYY-MM-DD'),
    amount: z.number().int().describe('Pence: positive for charges, negative for payments and credits'),
    balance: z.number().int().describe('Pence owed after it; below zero in credit'),
    from: z.string().nullable().describe('First day of the period that rent is for'),
    to: z.string().nullable().describe('Last day of the period'),
    method: z.string().nullable().describe('Calculation of the amount, unless it is one full period at one rent'),
    note: z.string(),
    disputedOn: z.string().nullable(),
    settled: z.number().int().describe('Pence paid of a charge, or used of a payment'),
  })
  .meta({ id: 'LedgerEntry' });
export type LedgerEntry = z.infer<typeof LedgerEntry>;

export const Ledger = z
  .object({
    on: z.string().describe('YYYY-MM-DD'),
    balance: z.number().int().describe('Pence owed on that day; below zero in credit'),
    unpaid: z
      .array(
        LedgerEntry.pick({
          id: true,
          kind: true,
          date: true,
          amount: true,
          from: true,
          note: true,
          disputedOn: true,
        }).extend({
          left: z.number().int().describe('Pence unpaid on that day'),
        }),
      )
      .describe('The oldest first'),
    entries: z.array(LedgerEntry).describe('Up to that day, the latest first'),
    lastPayment: z.object({ date: z.string(), amount: z.number().int() }).nullable(),
    nextDue: z.object({ date: z.string(), amount: z.number().int() }).nullable(),
    interest: z
      .object({
        total: z.number().int().describe('Pence that could be added, less earlier interest'),
        baseRate: z.number().describe('Per cent, the latest known on that day'),
        knownTo: z.string().describe('YYYY-MM-DD: last day with a known base rate'),
        lines: z.array(
          z.object({
            due: z.string(),
            from: z.string(),
            to: z.string(),
            days: z.number().int(),
            amount: z.number().int(),
            ratePercent: z.number(),
            interest: z.number().int(),
          }),
        ),
      })
      .nullable()
      .describe('Proposed interest on late rent, if the agreement allows it; not in the balance'),
  })
  .meta({ id: 'Ledger' });
export type Ledger = z.infer<typeof Ledger>;

export const EntryInput = z
  .object({
    kind: z.enum(ENTRY_KINDS, { error: 'Choose a type' }),
    date: dayField('Enter a date'),
    amount: positivePence(),
    inCredit: z.boolean().default(false).describe('For an opening balance: whether the tenant was in credit'),
    note: line({ min: 1, max: 500, message: 'Enter a reason' }),
  })
  .meta({ id: 'EntryInput' });
export type EntryInput = z.infer<typeof EntryInput>;

export const EntryChange = z
  .strictObject({ disputed: z.boolean().describe('Whether the tenant disputes the charge, from today') })
  .meta({ id: 'EntryChange' });

const RECEIVED: readonly LedgerKind[] = ['payment', 'refund'];

/** Pence of payments since a day, less returned payments. */
export function receivedSince({ entries }: Pick<Ledger, 'entries'>, from: string): number {
  return entries.reduce(
    (sum, { kind, date, amount }) => (RECEIVED.includes(kind) && date >= from ? sum - amount : sum),
    0,
  );
}

/** Returns the date of the oldest payment, which `entries` list last. */
export function firstPaidOn({ entries }: Pick<Ledger, 'entries'>): string | null {
  return entries.findLast(({ kind }) => kind === 'payment')?.date ?? null;
}

/** Returns the amount in pence, positive if owed. */
export function signedAmount({ kind, amount, inCredit }: Pick<EntryInput, 'kind' | 'amount' | 'inCredit'>): number {
  return CREDITS.includes(kind) || (kind === 'opening' && inCredit) ? -amount : amount;
}
