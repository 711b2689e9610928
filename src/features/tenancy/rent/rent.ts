/** Rent over all tenancies: what a month brings, who is behind, and rent that came in. */
import { z } from 'zod';
import { daysBetween, formatDay, isDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { dayField, line, penceField } from '../../../shared/schemas.ts';
import { counted } from '../../../shared/text.ts';
import { Choices, TOO_MUCH } from '../payments/allocation.ts';
import { AGE_IDS, daysLateText } from '../rules/arrears.ts';

export const RENT_FILTERS = ['all', 'outstanding', 'late'] as const;
export type RentFilter = (typeof RENT_FILTERS)[number];
export const FILTER_LABELS: Record<RentFilter, string> = { all: 'All', outstanding: 'Outstanding', late: 'Late' };

export const RENT_SORTS = { outstanding: 'Outstanding first', due: 'By rent day', name: 'Name A to Z' } as const;
type RentSort = keyof typeof RENT_SORTS;

const pence = z.number().int().describe('Pence');
const month = z.string().regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, 'Please enter a month, such as 2026-11');

/** A page by how many come before it, as every sort is of figures that are added up for the whole month. */
const Page = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  skip: z.coerce.number().int().min(0).max(100_000).default(0),
});

export const RentQuery = Page.extend({
  month: month.optional().describe('YYYY-MM; this month unless told'),
  q: z.string().trim().max(200).default('').describe('Case-insensitive part of tenant or property'),
  filter: z.enum(RENT_FILTERS).default('all'),
  sort: z.enum(Object.keys(RENT_SORTS) as [RentSort, ...RentSort[]]).default('outstanding'),
});
export type RentQuery = z.output<typeof RentQuery>;

export const RentLine = z
  .object({
    tenancyId: z.uuid(),
    names: z.string(),
    propertyId: z.uuid().nullable(),
    propertyName: z.string().nullable(),
    due: z.string().describe('YYYY-MM-DD: the first charge of the month that is not paid, else the first'),
    charged: pence.describe('Pence owed for the month'),
    received: pence.describe('Pence of it that came in'),
    left: pence,
    late: pence.describe('Pence of it that were due before today'),
    lastPaid: z.object({ id: z.uuid(), date: z.string() }).nullable().describe('The last payment that came in for it'),
    owed: pence.describe('Pence owed in all as of today, earlier months too'),
    since: z.string().nullable().describe('The day from which they are owed'),
    credit: pence.describe('Pence paid ahead of what is due'),
    disputed: pence.describe('Pence of what is left that the tenant disputes'),
  })
  .meta({ id: 'RentLine' });
export type RentLine = z.infer<typeof RentLine>;

const figure = z.object({ amount: pence, count: z.number().int().describe('Tenancies') });

export const RentMonth = z
  .object({
    month,
    today: z.string(),
    due: figure,
    received: pence,
    outstanding: figure,
    notYetDue: pence.describe('Pence of what is outstanding'),
    late: figure,
    items: z.array(RentLine),
    found: z.number().int().describe('How many the search and the filter let through'),
    unasked: z
      .object({ propertyId: z.uuid(), propertyName: z.string(), count: z.number().int().describe('Such properties') })
      .nullable()
      .describe('A property with several tenancies of which nobody said whether they are one agreement'),
  })
  .meta({ id: 'RentMonth' });
export type RentMonth = z.infer<typeof RentMonth>;

export const ARREARS_SORTS = { owed: 'Most owed first', since: 'Longest behind first', name: 'Name A to Z' } as const;
type ArrearsSort = keyof typeof ARREARS_SORTS;

export const ArrearsQuery = Page.extend({
  on: dayField('Please enter a date').optional().describe('Today unless told'),
  q: RentQuery.shape.q,
  sort: z.enum(Object.keys(ARREARS_SORTS) as [ArrearsSort, ...ArrearsSort[]]).default('owed'),
  age: z.enum(AGE_IDS).optional().describe('Days: only who owes something of that age'),
});
export type ArrearsQuery = z.output<typeof ArrearsQuery>;

export const ArrearsLine = z
  .object({
    tenancyId: z.uuid(),
    names: z.string(),
    propertyId: z.uuid().nullable(),
    propertyName: z.string().nullable(),
    owed: pence,
    disputed: pence.describe('Pence of it that the tenant disputes'),
    since: z.string().describe('YYYY-MM-DD: when the oldest of it was due'),
    days: z.number().int().describe('Days since then'),
    rentAMonth: pence,
    lastPayment: z.object({ date: z.string(), amount: pence }).nullable(),
  })
  .meta({ id: 'ArrearsLine' });
export type ArrearsLine = z.infer<typeof ArrearsLine>;

export const Arrears = z
  .object({
    on: z.string(),
    owed: figure,
    earlier: pence.describe('Pence of it from before the month of that day'),
    ageing: z.array(pence).length(6).describe('0–7, 8–14, 15–30, 31–60, 61–90 and over 90 days'),
    items: z.array(ArrearsLine),
    found: z.number().int(),
  })
  .meta({ id: 'Arrears' });
export type Arrears = z.infer<typeof Arrears>;

const AMOUNT = 'Please enter an amount of at least £0.01';
const amount = penceField(AMOUNT).min(1, AMOUNT);

export const PaymentInput = z
  .object({
    tenancyId: z.uuid('Please choose a tenancy'),
    amount: amount.describe('Pence'),
    date: dayField('Please enter the day it came in'),
    bankAccountId: z.uuid().nullable().default(null),
    reference: line({ max: 200 }).default(''),
    goesTo: Choices.default([]).describe('What it pays; what is left of it goes to the oldest charge first'),
  })
  .refine(({ amount, goesTo }) => goesTo.reduce((sum, part) => sum + part.amount, 0) <= amount, {
    path: ['goesTo'],
    error: TOO_MUCH,
  })
  .meta({ id: 'PaymentInput' });
export type PaymentInput = z.infer<typeof PaymentInput>;

export type RentState = { tone: 'paid' | 'part' | 'late' | 'due'; words: string; more: string };

/** How a tenancy stands in a month, in words: 'Paid 03 Nov 2026', '20 days late', 'Part paid', 'Due in 3 days'. */
export function rentState(line: RentLine, today: string): RentState {
  const { due, left, late, received, charged, lastPaid, owed, since, credit } = line;
  const days = daysBetween(due, today);
  if (left === 0) {
    const words = lastPaid ? `Paid ${formatDay(lastPaid.date)}` : 'Settled';
    return { tone: 'paid', words, more: credit > 0 ? `${formatPence(credit)} in credit` : '' };
  }
  const earlier = owed > late && since ? `${formatPence(owed)} owed in all, since ${formatDay(since)}` : '';
  if (received > 0 && received < charged)
    return {
      tone: 'part',
      words: 'Part paid',
      more: earlier || (days > 0 ? `The rest is ${counted(days, 'day')} late` : ''),
    };
  const words = daysLateText(due, today);
  if (days > 0) return { tone: 'late', words, more: earlier };
  return { tone: 'due', words, more: credit > 0 ? `${formatPence(credit)} in credit goes towards it` : earlier };
}

/** What the address of the screen holds; what is at its default is left out, and what cannot be read counts as not said. */
export type RentSearch = z.output<typeof RentSearch>;
export const RentSearch = z.object({
  month: month.optional().catch(undefined),
  q: z
    .string()
    .trim()
    .transform((typed) => typed.slice(0, 200) || undefined)
    .optional()
    .catch(undefined),
  filter: z.enum(['outstanding', 'late']).optional().catch(undefined),
  sort: z.enum(['due', 'name']).optional().catch(undefined),
  /** Of the arrears: the day that is not today, the order and the age. */
  on: z.string().refine(isDay).optional().catch(undefined),
  by: z.enum(['since', 'name']).optional().catch(undefined),
  age: z.enum(AGE_IDS).optional().catch(undefined),
});
