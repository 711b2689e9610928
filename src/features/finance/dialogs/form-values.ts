/** Form values of a transaction, the changes that a save sends, and merging two versions. */
import { z } from 'zod';
import { formatDay } from '../../../shared/dates.ts';
import { formatPence, parsePounds, penceAsTyped } from '../../../shared/money.ts';
import { type Merge, mergeFields, type Versions } from '../../../shared/records/merge.ts';
import { AMOUNT_REQUIRED, typedPounds } from '../../../shared/schemas.ts';
import { StoredFile } from '../../file/file.ts';
import { categoryLabel, FIELD_LABELS, PAID_OPTIONS, WITHOUT_PROPERTY } from '../../transaction/labels.ts';
import {
  EXPENSE_CATEGORIES,
  INCOME_CATEGORIES,
  isLocked,
  isOnlyIncome,
  NO_PROPERTY,
  TYPES,
} from '../../transaction/listed.ts';
import {
  CATEGORY_REQUIRED,
  INCOME_HAS_NO_MINUS,
  lastDay,
  MAX_FILES,
  OUT_OF_RANGE,
  TOO_MANY_FILES,
  type Transaction,
  type TransactionChange,
  TransactionInput,
} from '../../transaction/transaction.ts';

const { amount, category, description, date, status } = TransactionInput.shape;

const REFUND_REQUIRED = 'Choose whether this is a refund';

const idOrNone = z.string().transform((id) => id || null);
/** Validates rules across fields even if single fields are invalid. */
const ALWAYS = { when: () => true };

/** `before` is the edited transaction. A new expense below zero must be marked as a refund, which is income, or not. */
export function transactionForm({ today, before }: { today: string; before?: Transaction }) {
  const day = date.refine((typed) => typed <= lastDay(today), {
    error: OUT_OF_RANGE,
    when: ({ issues }) => issues.length === 0,
  });
  return z
    .object({
      type: z.enum(TYPES),
      refund: z.enum(['', 'yes', 'no']),
      propertyId: idOrNone,
      amount:
        before && isLocked(before)
          ? z.string().transform(() => before.amount)
          : typedPounds(AMOUNT_REQUIRED).pipe(amount),
      category: unchangedOr(category, before?.category),
      description: unchangedOr(description, before?.description),
      date: unchangedOr(day, before?.date),
      status: status.unwrap(),
      supplierId: idOrNone,
      bankAccountId: idOrNone,
      tenancyId: idOrNone,
      file: StoredFile.nullable(),
      moreFiles: z.array(StoredFile).max(MAX_FILES - 1, TOO_MANY_FILES),
    })
    .refine(({ type, amount }) => !(type === 'income' && amount < 0), {
      path: ['amount'],
      error: INCOME_HAS_NO_MINUS,
      ...ALWAYS,
    })
    .refine(({ type, category }) => type === 'income' || category === before?.category || !isOnlyIncome(category), {
      path: ['category'],
      error: CATEGORY_REQUIRED,
      ...ALWAYS,
    })
    .refine((typed) => before !== undefined || typed.refund !== '' || !isNegative(typed), {
      path: ['refund'],
      error: REFUND_REQUIRED,
      ...ALWAYS,
    })
    .transform((typed) => {
      const refund = before ? before.refund : isNegative(typed) && typed.refund === 'yes';
      return { ...typed, type: refund ? 'income' : typed.type, refund, amount: Math.abs(typed.amount) } as const;
    });
}
export type TransactionFormValues = z.input<ReturnType<typeof transactionForm>>;
export type TransactionFormOutput = z.output<ReturnType<typeof transactionForm>>;

function isNegative({ type, amount }: { type: string; amount: number }): boolean {
  return type === 'expense' && amount < 0;
}

export function needsRefundAnswer({ type, amount }: Pick<TransactionFormValues, 'type' | 'amount'>): boolean {
  const typed = parsePounds(amount);
  return typed.ok && isNegative({ type, amount: typed.pence });
}

/** An unchanged imported value that breaks the rule does not block changes to other fields. */
function unchangedOr(rule: z.ZodType<string>, was: string | undefined) {
  return z.string().transform((typed, context) => {
    if (typed === was) return typed;
    const { data, error } = rule.safeParse(typed);
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message });
    return data ?? z.NEVER;
  });
}

type Start = { type?: 'expense' | 'income'; propertyId?: string | undefined; category?: string | undefined };

/** Returns an expense by default, dated today in London, with the property and category of the list's filter. */
export function blankTransaction(today: string, start: Start = {}): TransactionFormValues {
  const { type = 'expense', propertyId, category } = start;
  const categories: readonly string[] = type === 'income' ? INCOME_CATEGORIES : EXPENSE_CATEGORIES;
  return {
    type,
    refund: '',
    propertyId: propertyId && propertyId !== NO_PROPERTY ? propertyId : '',
    amount: '',
    category: categories.find((one) => one === category) ?? '',
    description: '',
    date: today,
    status: 'completed',
    supplierId: '',
    bankAccountId: '',
    tenancyId: '',
    file: null,
    moreFiles: [],
  };
}

export function toFormValues(transaction: Transaction): TransactionFormValues {
  const { propertyId, amount, supplierId, bankAccountId, tenancyId, ...filled } = toFormOutput(transaction);
  return {
    ...filled,
    refund: '',
    amount: penceAsTyped(amount),
    propertyId: propertyId ?? '',
    supplierId: supplierId ?? '',
    bankAccountId: bankAccountId ?? '',
    tenancyId: tenancyId ?? '',
  };
}

/** Returns the amount without its sign, and pending for overdue, as entered. */
export function toFormOutput(transaction: Transaction): TransactionFormOutput {
  const { type, refund, propertyId, category, description, date, supplierId, bankAccountId, tenancyId } = transaction;
  const { file, moreFiles } = transaction;
  const status = transaction.status === 'completed' ? 'completed' : 'pending';
  const amount = Math.abs(transaction.amount);
  const links = { propertyId, supplierId, bankAccountId, tenancyId };
  return { type, refund, amount, category, description, date, status, file, moreFiles, ...links };
}

export function changeOf(filled: TransactionFormOutput, before: Transaction): TransactionChange {
  const previous: Record<string, unknown> = toFormOutput(before);
  return Object.fromEntries(Object.entries(filled).filter(([field, value]) => urlOr(value) !== urlOr(previous[field])));
}

/** Returns the URL of a file, by which files are compared. */
function urlOr(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(urlOr).join(' ');
  return value && typeof value === 'object' && 'url' in value ? value.url : value;
}

/** `FIELD_LABELS` has no label for further files. */
const LABELS = { ...FIELD_LABELS, moreFiles: 'More files' };
type Field = keyof typeof LABELS;
const FIELDS = Object.keys(LABELS) as Field[];

/** `place` is address and city of the property in `mine`, if known. */
export function mergeTransactions(
  { base, mine, theirs }: Versions<TransactionFormOutput, Transaction>,
  place = 'Another property',
): Merge<TransactionFormOutput> {
  const ours = {
    propertyId: place,
    supplierId: 'Another supplier',
    bankAccountId: 'Another bank account',
    tenancyId: 'Another tenancy',
  };
  const others = {
    propertyId: theirs.propertyAddress ?? '',
    supplierId: theirs.supplier ?? '',
    bankAccountId: theirs.bankAccount ?? '',
    tenancyId: theirs.tenancy ?? '',
  };
  const shown = (field: Field) => (value: TransactionFormOutput[Field]) =>
    displayed({ ...mine, [field]: value }, field, value === mine[field] ? ours : others);
  const same = (one: unknown, other: unknown) => urlOr(one) === urlOr(other);
  const shape = FIELDS.map((field) => [field, { label: LABELS[field], show: shown(field), same }] as const);
  const versions = { base: toFormOutput(base), mine, theirs: toFormOutput(theirs) };
  return mergeFields(versions, Object.fromEntries(shape));
}

const NONE = {
  propertyId: WITHOUT_PROPERTY,
  supplierId: 'No supplier',
  bankAccountId: 'No bank account',
  tenancyId: 'No ledger',
} as const;
type Links = Record<keyof typeof NONE, string>;

function displayed(version: TransactionFormOutput, field: Field, names: Links): string {
  if (field === 'propertyId' || field === 'supplierId' || field === 'bankAccountId' || field === 'tenancyId')
    return version[field] === null ? NONE[field] : names[field];
  if (field === 'file') return version.file?.name ?? 'No file';
  if (field === 'moreFiles') return version.moreFiles.map(({ name }) => name).join(', ') || 'No more files';
  if (field === 'amount') return formatPence(version.amount);
  if (field === 'category') return categoryLabel(version.category);
  if (field === 'date') return formatDay(version.date);
  if (field === 'status') return PAID_OPTIONS.find(({ value }) => value === version.status)?.label ?? '';
  return version.description;
}
