import { z } from 'zod';
import { formatDay } from '../../shared/dates.ts';
import {
  count,
  day,
  fields,
  flag,
  maybeDay,
  maybePence,
  option,
  pence as penceOf,
  recordId,
  text,
} from '../../shared/fields.ts';
import { listSchema } from '../../shared/records/list-schema.ts';
import { dayField, pence, penceField, typedPence } from '../../shared/schemas.ts';
import { KIND_LABELS, KINDS, LOAN_LIST, MAX_LINKS } from './listed.ts';

const REQUIRED = {
  property: 'Choose the property of the loan',
  amount: 'Enter the amount of the loan',
  months: 'Enter a term of 1 to 600 months',
  percent: 'Enter a rate from 0 to 25%, with three decimals at most',
  from: 'Enter the date from which the rate applies',
  rates: 'Enter the interest rate',
} as const;

const propertyId = {
  ...recordId('Property', REQUIRED.property),
  wide: true,
  stored: z.string().nullable().describe('Null after the property was deleted'),
  toForm: (id: string) => id ?? '',
};

const percent = z
  .number({ error: REQUIRED.percent })
  .min(0, REQUIRED.percent)
  .max(25, REQUIRED.percent)
  .multipleOf(0.001, REQUIRED.percent);
const typedPercent = z
  .string()
  .transform((typed) => Number(typed.replace('%', '').trim() || Number.NaN))
  .pipe(percent);
const MAX_RATES = 50;

type Rate = { from: string; percent: number };

/** Each rate applies from its day until the next rate. Output is sorted by date. */
function ratesOf<Item extends z.ZodType<Rate>>(item: Item) {
  return z
    .array(item, { error: REQUIRED.rates })
    .min(1, REQUIRED.rates)
    .max(MAX_RATES, `Enter ${MAX_RATES} rates or fewer`)
    .check(({ value, issues }) => {
      for (const [place, { from }] of value.entries())
        if (value.findIndex((one) => one.from === from) < place)
          issues.push({ code: 'custom', path: [place, 'from'], message: 'Two rates start on this day', input: value });
    })
    .transform((rates) => rates.toSorted((one, other) => (one.from < other.from ? -1 : 1)));
}

const rate = z.object({ from: dayField(REQUIRED.from), percent });
const showRates = (rates: readonly Rate[]) =>
  rates.map(({ from, percent }) => `${percent}% from ${formatDay(from)}`).join(', ');
const rates = {
  kind: 'custom' as const,
  label: 'Interest rates',
  wide: true,
  optional: false,
  input: ratesOf(rate).describe('The first also applies before its date'),
  form: ratesOf(rate.extend({ percent: typedPercent })),
  stored: z.array(rate),
  blank: [{ from: '', percent: '' }],
  toForm: (value: Rate[]) => value.map(({ from, percent }) => ({ from, percent: String(percent) })),
  show: showRates,
  same: (one: Rate[], other: Rate[]) => showRates(one) === showRates(other),
};

const amount = penceField(REQUIRED.amount).min(1, REQUIRED.amount);
const months = z
  .number({ error: REQUIRED.months })
  .int(REQUIRED.months)
  .min(1, REQUIRED.months)
  .max(600, REQUIRED.months);
const value = penceField('Enter a value above £0.00').min(1, 'Enter a value above £0.00').nullable();

export const LOAN = fields({
  propertyId,
  lender: text('Lender', { min: 1, max: 200, message: 'Enter the lender' }),
  amount: { ...penceOf('Amount', REQUIRED.amount), input: amount, form: typedPence(REQUIRED.amount).pipe(amount) },
  opened: {
    ...day('Opened', 'Enter the day on which the loan was opened'),
    hint: 'The first payment is a month later.',
  },
  months: { ...count('Term in months', REQUIRED.months, months), hint: '300 for 25 years.' },
  kind: option('Payments', KINDS, {
    message: 'Choose repayment or interest only',
    placeholder: 'Choose the kind of payments',
    show: (kind) => KIND_LABELS[kind as keyof typeof KIND_LABELS],
  }),
  fixedUntil: { ...maybeDay('Fixed rate until'), hint: 'We remind you 180, 90 and 30 days before.' },
  rates,
  valueWhenLet: {
    ...maybePence('Value when first let'),
    input: value.default(null).describe('Pence. Interest counts on a loan up to this value'),
    hint: 'Interest counts on a loan up to this value.',
  },
  capitalAdded: {
    ...maybePence('Capital added later'),
    hint: 'Improvements that you paid for with your own money, which raise that limit.',
  },
  limitConfirmed: flag('Limit of interest', {
    show: (confirmed) => (confirmed ? 'Confirmed' : 'Not confirmed'),
    description: 'Whether interest is limited by the value when first let; without it, all interest counts',
  }),
});

export const LoanInput = LOAN.input.meta({ id: 'LoanInput' });
export type LoanInput = z.infer<typeof LoanInput>;

const LoanStatement = z
  .object({
    id: z.uuid(),
    from: z.string().describe('YYYY-MM-DD'),
    to: z.string().describe('YYYY-MM-DD, included'),
    interest: pence,
  })
  .meta({ id: 'LoanStatement' });

export const Loan = LOAN.record
  .extend({ property: z.string().nullable().describe('Address and city, kept after the property is deleted') })
  .meta({ id: 'Loan' });
export type Loan = z.infer<typeof Loan>;

export const LoanRecord = Loan.extend({ statements: z.array(LoanStatement) }).meta({ id: 'LoanRecord' });
export type LoanRecord = z.infer<typeof LoanRecord>;

export const LoanQuery = listSchema(LOAN_LIST, {
  search: 'lender or property',
  more: { propertyId: z.uuid().describe('Only those of this property') },
});
export type LoanQuery = z.output<typeof LoanQuery>;

/** Interest, private interest and capital add up to the amount, unless the landlord changed them in Finance. */
export const LoanPaymentItem = z
  .object({
    id: z.uuid().describe('Id of the transaction; with parts, of the first'),
    day: z.string(),
    description: z.string(),
    amount: pence.describe('Pence paid'),
    interest: pence.describe('Pence of interest that counts'),
    private: pence.describe('Pence of interest above the limit'),
    capital: pence.describe('Pence repaid'),
    estimated: z.boolean().describe('False if a statement of the lender has its interest'),
    differs: z.boolean().describe('Whether the parts are not those of the loan’s terms and statements'),
  })
  .meta({ id: 'LoanPayment' });
export type LoanPaymentItem = z.infer<typeof LoanPaymentItem>;

export const LoanPayments = z
  .object({ items: z.array(LoanPaymentItem).describe('Newest first') })
  .meta({ id: 'LoanPayments' });
export type LoanPayments = z.infer<typeof LoanPayments>;

export const LoanCandidate = z
  .object({
    id: z.uuid(),
    day: z.string(),
    description: z.string(),
    category: z.string(),
    amount: pence.describe('Pence paid'),
    likely: z.boolean().describe('By category, amount, or the lender’s name'),
  })
  .meta({ id: 'LoanCandidate' });
export type LoanCandidate = z.infer<typeof LoanCandidate>;

export const LoanCandidates = z
  .object({ items: z.array(LoanCandidate).describe('Paid expenses of the property or without one, likely ones first') })
  .meta({ id: 'LoanCandidates' });

export const LoanLinkInput = z
  .object({
    ids: z
      .array(z.uuid())
      .min(1, 'Choose a payment')
      .max(MAX_LINKS, `Choose ${MAX_LINKS} payments or fewer`)
      .describe('Ids of transactions'),
  })
  .meta({ id: 'LoanLinkInput' });

export const LoanOutcome = z
  .object({
    changed: z.number().int().describe('How many payments have new parts'),
    batch: z.uuid().describe('For Undo, valid for ten minutes'),
  })
  .meta({ id: 'LoanOutcome' });
export type LoanOutcome = z.infer<typeof LoanOutcome>;

const INTEREST_REQUIRED = 'Enter the interest of the statement';
const statementDays = { from: dayField('Enter the first day'), to: dayField('Enter the last day') };
const inOrder = <Schema extends z.ZodType<{ from: string; to: string }>>(schema: Schema) =>
  schema.refine(({ from, to }) => from <= to, {
    path: ['to'],
    error: 'The last day must not be before the first',
    when: ({ value }) => z.object(statementDays).safeParse(value).success,
  });

export const LoanStatementInput = inOrder(z.object({ ...statementDays, interest: penceField(INTEREST_REQUIRED) })).meta(
  {
    id: 'LoanStatementInput',
  },
);
export type LoanStatementInput = z.infer<typeof LoanStatementInput>;

export const StatementForm = inOrder(z.object({ ...statementDays, interest: typedPence(INTEREST_REQUIRED) }));

const { form: schema } = LOAN;

export const LOAN_FORM = {
  schema,
  record: LoanRecord,
  blank: LOAN.blank,
  toForm: (loan: LoanRecord): z.input<typeof schema> => LOAN.toForm(loan as never),
  toInput: (output: z.output<typeof schema>): LoanInput => output,
  merge: LOAN.merge,
};
