import { z } from 'zod';
import { MAX_PENCE } from '../../shared/money.ts';
import { listSchema } from '../../shared/records/list-schema.ts';
import { AMOUNT_REQUIRED, dayField, line } from '../../shared/schemas.ts';
import { fileUrl, StoredFile } from '../file/file.ts';
import {
  CATEGORY_NAME,
  CATEGORY_NAMES,
  isOnlyIncome,
  MAX_BULK_ROWS,
  NO_PROPERTY,
  STATUSES,
  TAX_LINE_IDS,
  TRANSACTION_LIST,
  TYPES,
} from './listed.ts';

const SOURCES = ['hand', 'bank', 'file'] as const;

/** The sign of an expense is ignored, because expenses are always stored below zero. */
const pence = z
  .number({ error: AMOUNT_REQUIRED })
  .refine((pence) => pence !== 0, AMOUNT_REQUIRED)
  .refine((pence) => Math.abs(pence) <= MAX_PENCE, 'Enter £99,999,999.99 or less')
  .int('Pence are whole numbers')
  .describe('Pence; the sign of an expense is ignored, and income has none');
export const INCOME_HAS_NO_MINUS = 'Enter income without a minus sign';

export const NO_SUCH_PROPERTY = 'This property no longer exists. Choose another.';
const propertyId = z.uuid(NO_SUCH_PROPERTY).nullable().describe('Null for no property');
export const NO_SUCH_SUPPLIER = 'This supplier no longer exists. Choose another.';
const supplierId = z.uuid(NO_SUCH_SUPPLIER).nullable().describe('Null for no supplier');
export const NO_SUCH_ACCOUNT = 'This bank account no longer exists. Choose another.';
const bankAccountId = z.uuid(NO_SUCH_ACCOUNT).nullable().describe('Null for no bank account');
export const NO_SUCH_TENANCY = 'This tenancy no longer exists. Choose another.';
const tenancyId = z
  .uuid(NO_SUCH_TENANCY)
  .nullable()
  .describe('The tenancy whose ledger has it: income is a payment, an expense is a returned payment');
const oneFile = z.object({ url: fileUrl('transaction-files') });
const file = oneFile.nullable();

/** The same limit as in the database. */
export const MAX_FILES = 20;
export const TOO_MANY_FILES = `Add ${MAX_FILES} files or fewer`;
const moreFiles = z
  .array(oneFile)
  .max(MAX_FILES - 1, TOO_MANY_FILES)
  .describe('Files after the first');

export const FIRST_DAY = '1990-01-01';
export const OUT_OF_RANGE = 'Enter a date from 01 Jan 1990 to five years from now';

/** Returns the latest date that can be entered on `today`, five years ahead. */
export function lastDay(today: string): string {
  const [year = '', month = '', date = ''] = today.split('-');
  const day = month === '02' && date === '29' ? '28' : date;
  return `${Number(year) + 5}-${month}-${day}`;
}

/** Callers check `lastDay(today)`, because the upper limit depends on the clock. */
const transactionDay = dayField('Date is required').refine((day) => day >= FIRST_DAY, {
  error: OUT_OF_RANGE,
  when: ({ issues }) => issues.length === 0,
});

export const CATEGORY_REQUIRED = 'Choose a category';
const type = z.enum(TYPES, { error: 'Choose income or expense' });

export const TransactionInput = z
  .object({
    type: type.default('expense'),
    refund: z.boolean('Choose yes or no').default(false).describe('Income that refunds an expense'),
    propertyId: propertyId.default(null),
    amount: pence,
    category: z.string(CATEGORY_REQUIRED).regex(CATEGORY_NAME, CATEGORY_REQUIRED).describe('Built in or your own'),
    description: line({ min: 1, max: 200, message: 'Description is required' }),
    date: transactionDay,
    status: z.enum(['completed', 'pending'], { error: 'Choose Paid or To pay' }).default('completed'),
    supplierId: supplierId.default(null),
    bankAccountId: bankAccountId.default(null),
    tenancyId: tenancyId.default(null),
    reference: line({ max: 200 }).default(''),
    file: file.default(null),
    moreFiles: moreFiles.default([]),
  })
  .superRefine(({ type, refund, amount, category, tenancyId }, context) => {
    const problem = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (type === 'income' && amount < 0) problem('amount', INCOME_HAS_NO_MINUS);
    if (type === 'expense' && isOnlyIncome(category) && !(tenancyId && category === 'rent'))
      problem('category', CATEGORY_REQUIRED);
    if (type === 'expense' && refund) problem('refund', 'Only income can be a refund');
  })
  .meta({ id: 'TransactionInput' });
export type TransactionInput = z.infer<typeof TransactionInput>;

/** Fields to change. `type`, if present, must be the current type. */
export const TransactionChange = z
  .object({
    type,
    propertyId,
    amount: pence,
    category: TransactionInput.shape.category,
    description: TransactionInput.shape.description,
    date: transactionDay,
    status: TransactionInput.shape.status.unwrap(),
    supplierId,
    bankAccountId,
    tenancyId,
    file,
    moreFiles,
    receiptWaived: z.boolean('Choose yes or no').describe('True if it needs no receipt'),
    taxLine: z.enum(TAX_LINE_IDS, 'Choose where it goes').nullable().describe('Null follows the category'),
  })
  .partial()
  .meta({ id: 'TransactionChange' });
export type TransactionChange = z.infer<typeof TransactionChange>;

export const Transaction = z
  .object({
    id: z.uuid(),
    date: z.string().describe('YYYY-MM-DD'),
    description: z.string(),
    category: z.string(),
    type: z.enum(TYPES),
    source: z.enum(SOURCES).describe('The source of the entry'),
    refund: z.boolean().describe('Income that refunds an expense'),
    status: z.enum(STATUSES),
    reference: z.string(),
    amount: z.number().int().describe('Pence, below zero for an expense'),
    propertyId: z.uuid().nullable(),
    propertyAddress: z.string().nullable().describe('Address and city, kept after the property is deleted'),
    bankAccountId: z.uuid().nullable(),
    bankAccount: z.string().nullable().describe('Name of its bank account'),
    supplierId: z.uuid().nullable(),
    supplier: z.string().nullable().describe('Name of the supplier'),
    tenancyId: z.uuid().nullable().describe('The tenancy whose ledger has it'),
    tenancy: z.string().nullable().describe('The names on that ledger'),
    splitId: z.uuid().nullable().describe('For a part, the first part of its split'),
    splitAmount: z
      .number()
      .int()
      .nullable()
      .describe('For a part, the sum of all parts; pence, below zero for an expense'),
    file: StoredFile.nullable().describe('A receipt or an invoice, the first of its files'),
    moreFiles: z.array(StoredFile).describe('Its other files'),
    receiptWaived: z.boolean().describe('The landlord needs no receipt for it'),
    taxLine: z.enum(TAX_LINE_IDS).nullable().describe('The place on the tax return; null follows the category'),
    version: z.number().int().describe('Incremented by each change; the ETag'),
  })
  .meta({ id: 'Transaction' });
export type Transaction = z.infer<typeof Transaction>;

export const TransactionListFilter = listSchema(TRANSACTION_LIST, {
  search: 'description, reference, category or property address; or an amount or a date',
  more: {
    category: z.string().max(1000).regex(CATEGORY_NAMES).describe('Any of these categories, with commas between'),
    propertyId: z.uuid().or(z.literal(NO_PROPERTY)),
    from: dayField('Date is required').describe('The first day, YYYY-MM-DD'),
    to: dayField('Date is required').describe('The last day, YYYY-MM-DD'),
    /** Matches only this transaction, if the other filters match it. */
    id: z.uuid(),
  },
});
export type TransactionListFilter = z.infer<typeof TransactionListFilter>;

/** The filter of sums, which have no order. */
export const TransactionFilter = TransactionListFilter.omit({ sort: true, id: true });
export type TransactionFilter = z.infer<typeof TransactionFilter>;

export const SummaryFilter = TransactionFilter.pick({ from: true, to: true });
export type SummaryFilter = z.infer<typeof SummaryFilter>;

export const TransactionTotals = z
  .object({
    count: z.number().int(),
    income: z.number().int().describe('Pence'),
    expenses: z.number().int().describe('Pence, above zero'),
    asOf: z.string().describe('The moment, for a bulk change of this filter'),
  })
  .meta({ id: 'TransactionTotals' });
export type TransactionTotals = z.infer<typeof TransactionTotals>;

const moved = {
  income: z.number().int().describe('Pence'),
  expenses: z.number().int().describe('Pence, above zero'),
};

export const TransactionSums = z
  .object({
    properties: z.array(
      z.object({
        id: z.uuid().nullable().describe('Null without a property, or if it was deleted'),
        address: z.string().nullable().describe('Address and city'),
        ...moved,
      }),
    ),
    categories: z.array(z.object({ category: z.string(), ...moved })),
  })
  .meta({ id: 'TransactionSums' });
export type TransactionSums = z.infer<typeof TransactionSums>;

const owed = z.object({
  count: z.number().int(),
  amount: z.number().int().describe('Pence, above zero'),
  day: z.string().nullable().describe('YYYY-MM-DD: the first of them to be paid; null where there are none'),
});

const sums = z.object({ income: z.number().int().nullable(), expenses: z.number().int().nullable() });

export const FinanceSummary = z
  .object({
    count: z.number().int(),
    income: z.number().int().describe('Pence'),
    expenses: z.number().int().describe('Pence, above zero'),
    thisMonth: sums.describe('For this month up to today, regardless of the filter; null without transactions'),
    lastMonth: sums.describe('For the same days of last month'),
    pending: owed,
    overdue: owed,
    categories: z.array(z.string()).describe('Every category in use'),
    personal: z.number().int().describe('Number of transactions not for the lets, for all dates'),
  })
  .meta({ id: 'FinanceSummary' });
export type FinanceSummary = z.infer<typeof FinanceSummary>;

export const PropertyMoney = z
  .object({
    received: z
      .object({ amount: z.number().int().describe('Pence'), date: z.string().describe('YYYY-MM-DD') })
      .nullable()
      .describe('The latest income'),
    costs: z.number().int().describe('Expenses paid in the last 12 months; pence, above zero'),
  })
  .meta({ id: 'PropertyMoney' });
export type PropertyMoney = z.infer<typeof PropertyMoney>;

export const BulkChange = z
  .object({
    rows: z
      .array(z.object({ id: z.uuid(), version: z.number().int().min(1) }))
      .min(1)
      .max(MAX_BULK_ROWS, 'Choose 1,000 transactions or fewer')
      .optional(),
    filter: TransactionFilter.extend({
      asOf: z
        .string()
        .regex(/^\d+:\d+:[\d,]*$/)
        .max(10_000)
        .describe('From the totals; rows changed since then are skipped'),
    }).optional(),
    change: z.union(
      [
        z.strictObject({ propertyId }),
        z.strictObject({ category: TransactionChange.shape.category.unwrap() }),
        z.strictObject({ taxLine: TransactionChange.shape.taxLine.unwrap() }),
        z.strictObject({ paid: z.literal(true) }),
        z.strictObject({ remove: z.literal(true) }),
        z
          .strictObject({ personal: z.boolean() })
          .describe(
            'Marks them as not for the lets, or moves them back with the category that follows from their text',
          ),
      ],
      'Set a property, a category or a tax line, mark as paid, mark as not for the lets, or delete',
    ),
    dryRun: z.boolean().default(false).describe('Only counts, without changing anything'),
  })
  .refine(({ rows, filter }) => (rows === undefined) !== (filter === undefined), {
    path: ['rows'],
    error: 'Set either rows or a filter',
    when: ({ issues }) => issues.length === 0,
  })
  .meta({ id: 'BulkChange' });
export type BulkChange = z.infer<typeof BulkChange>;

/** `done` counts changed rows, `left` skipped rows by reason. */
export const BulkOutcome = z
  .object({
    done: z.number().int(),
    income: z.number().int().describe('Number of income rows among them'),
    left: z.array(
      z.object({
        reason: z.enum(['income', 'part', 'not_for_expenses', 'already_paid', 'conflict', 'not_found']),
        count: z.number().int(),
      }),
    ),
    batch: z.uuid().nullable().describe('For Undo, valid for ten minutes; null without changes'),
  })
  .meta({ id: 'BulkOutcome' });
export type BulkOutcome = z.infer<typeof BulkOutcome>;

export const BulkUndo = z.object({ batch: z.uuid() }).meta({ id: 'BulkUndo' });

/** `done` counts restored rows, `kept` rows that have changed since the bulk change. */
export const UndoOutcome = z.object({ done: z.number().int(), kept: z.number().int() }).meta({ id: 'UndoOutcome' });
export type UndoOutcome = z.infer<typeof UndoOutcome>;
