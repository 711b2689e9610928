import { z } from 'zod';
import { dayField, line, pence, positivePence } from '../../shared/schemas.ts';
import { AGE_IDS } from '../tenancy/rules/arrears.ts';
import { FREQUENCIES } from '../tenancy/rules/frequency.ts';
import { ARREARS_SORTS, type ArrearsSort, MONTH, RENT_FILTERS, RENT_SORTS, type RentSort } from './listed.ts';
import { Choices, TOO_MUCH } from './payments/allocation.ts';

const month = z.string().regex(MONTH, 'Enter a month, such as 2026-11');

/** Offset pagination, as each sort needs the whole month's totals. */
const Page = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  skip: z.coerce.number().int().min(0).max(100_000).default(0),
});

export const RentQuery = Page.extend({
  month: month.optional().describe('YYYY-MM; defaults to this month'),
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
    due: z.string().describe('YYYY-MM-DD: the month’s first unpaid charge, otherwise the first'),
    charged: pence.describe('Pence owed for the month'),
    received: pence.describe('Pence received for the month'),
    left: pence,
    late: pence.describe('Pence unpaid that were due before today'),
    lastPaid: z.object({ id: z.uuid(), date: z.string() }).nullable().describe('The last payment for the month'),
    owed: pence.describe('Pence owed today, including earlier months'),
    since: z.string().nullable().describe('Due date of the oldest amount owed'),
    credit: pence.describe('Pence paid in advance'),
    disputed: pence.describe('Pence outstanding in dispute'),
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
    notYetDue: pence.describe('Pence outstanding that are not yet due'),
    late: figure,
    items: z.array(RentLine),
    found: z.number().int().describe('Number of matches'),
    unasked: z
      .object({
        propertyId: z.uuid(),
        propertyName: z.string(),
        count: z.number().int().describe('Number of these properties'),
      })
      .nullable()
      .describe('A property with several tenancies whose agreement is unconfirmed'),
  })
  .meta({ id: 'RentMonth' });
export type RentMonth = z.infer<typeof RentMonth>;

export const ArrearsQuery = Page.extend({
  on: dayField('Enter a date').optional().describe('Defaults to today'),
  q: RentQuery.shape.q,
  sort: z.enum(Object.keys(ARREARS_SORTS) as [ArrearsSort, ...ArrearsSort[]]).default('owed'),
  age: z.enum(AGE_IDS).optional().describe('Only tenancies with arrears of that age in days'),
});
export type ArrearsQuery = z.output<typeof ArrearsQuery>;

export const ArrearsLine = z
  .object({
    tenancyId: z.uuid(),
    names: z.string(),
    propertyId: z.uuid().nullable(),
    propertyName: z.string().nullable(),
    owed: pence,
    disputed: pence.describe('Pence owed in dispute'),
    since: z.string().describe('YYYY-MM-DD: due date of the oldest charge'),
    days: z.number().int().describe('Days since then'),
    rent: pence.describe('Pence a period on that day'),
    rentAMonth: pence.describe('Pence a month on that day'),
    frequency: z.enum(FREQUENCIES),
    lastPayment: z.object({ date: z.string(), amount: pence }).nullable(),
  })
  .meta({ id: 'ArrearsLine' });
export type ArrearsLine = z.infer<typeof ArrearsLine>;

export const Arrears = z
  .object({
    on: z.string(),
    owed: figure,
    earlier: pence.describe('Pence owed from earlier months'),
    ageing: z.array(pence).length(6).describe('0–7, 8–14, 15–30, 31–60, 61–90 and over 90 days'),
    items: z.array(ArrearsLine),
    found: z.number().int(),
  })
  .meta({ id: 'Arrears' });
export type Arrears = z.infer<typeof Arrears>;

const amount = positivePence();

export const PaymentInput = z
  .object({
    tenancyId: z.uuid('Choose a tenancy'),
    amount: amount.describe('Pence'),
    date: dayField('Enter the date you received it'),
    bankAccountId: z.uuid().nullable().default(null),
    reference: line({ max: 200 }).default(''),
    goesTo: Choices.default([]).describe('Chosen charges; the rest pays the oldest charge first'),
  })
  .refine(({ amount, goesTo }) => goesTo.reduce((sum, part) => sum + part.amount, 0) <= amount, {
    path: ['goesTo'],
    error: TOO_MUCH,
  })
  .meta({ id: 'PaymentInput' });
export type PaymentInput = z.infer<typeof PaymentInput>;
