/** The form values of a transaction, the change that a save sends, and the differences between two versions. */
import { z } from 'zod';
import { formatDay } from '../../../shared/dates.ts';
import { type Merge, mergeFields, type Versions } from '../../../shared/merge.ts';
import { formatPence, penceAsTyped, typedPounds } from '../../../shared/money.ts';
import { categoryLabel, FIELD_LABELS, PAID_OPTIONS, WITHOUT_PROPERTY } from '../labels.ts';
import {
  AMOUNT_REQUIRED,
  lastDay,
  OUT_OF_RANGE,
  type Transaction,
  TransactionChange,
  TransactionInput,
} from '../transaction.ts';

const { amount, category, description, date, status } = TransactionInput.shape;

/**
 * `today` is the landlord's day. `before` is the transaction that is edited, if any: of income everything but property and category
 * keeps its value.
 */
export function transactionForm({ today, before }: { today: string; before?: Transaction }) {
  const income = before?.type === 'income';
  const day = date.refine((typed) => typed <= lastDay(today), {
    error: OUT_OF_RANGE,
    when: ({ issues }) => issues.length === 0,
  });
  return z.object({
    propertyId: z.string().transform((id) => id || null),
    amount: income ? z.string().transform(() => before.amount) : typedExpense,
    category: unchangedOr(income ? TransactionChange.shape.category.unwrap() : category, before?.category),
    description: unchangedOr(description, before?.description),
    date: unchangedOr(day, before?.date),
    status: status.unwrap(),
  });
}
export type TransactionFormValues = z.input<ReturnType<typeof transactionForm>>;
/** The amount has no sign. */
export type TransactionFormOutput = z.output<ReturnType<typeof transactionForm>>;

const typedExpense = typedPounds(AMOUNT_REQUIRED).transform(Math.abs).pipe(amount);

/** An imported value that breaks the rule does not prevent changing other fields. */
function unchangedOr(rule: z.ZodType<string>, was: string | undefined) {
  return z.string().transform((typed, context) => {
    if (typed === was) return typed;
    const { data, error } = rule.safeParse(typed);
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message });
    return data ?? z.NEVER;
  });
}

/** A new expense, on the landlord's day. */
export function blankTransaction(today: string): TransactionFormValues {
  return { propertyId: '', amount: '', category: '', description: '', date: today, status: 'completed' };
}

export function toFormValues(transaction: Transaction): TransactionFormValues {
  const filled = toFormOutput(transaction);
  return { ...filled, propertyId: filled.propertyId ?? '', amount: penceAsTyped(filled.amount) };
}

/** Without the sign; overdue as it was entered, pending. */
export function toFormOutput(transaction: Transaction): TransactionFormOutput {
  return {
    propertyId: transaction.propertyId,
    amount: Math.abs(transaction.amount),
    category: transaction.category,
    description: transaction.description,
    date: transaction.date,
    status: transaction.status === 'completed' ? 'completed' : 'pending',
  };
}

/** The fields that differ from `before`: all that a save sends. */
export function changeOf(filled: TransactionFormOutput, before: Transaction): TransactionChange {
  const was: Record<string, unknown> = toFormOutput(before);
  return Object.fromEntries(Object.entries(filled).filter(([field, value]) => value !== was[field]));
}

type Field = keyof typeof FIELD_LABELS;
const FIELDS = Object.keys(FIELD_LABELS) as Field[];

/** `place` is address and city of the property in `mine`, where known. */
export function mergeTransactions(
  { base, mine, theirs }: Versions<TransactionFormOutput, Transaction>,
  place = 'Another property',
): Merge<TransactionFormOutput> {
  const shown = (field: Field) => (value: TransactionFormOutput[Field]) =>
    displayed({ ...mine, [field]: value }, field, value === mine.propertyId ? place : (theirs.propertyAddress ?? ''));
  const shape = FIELDS.map((field) => [field, { label: FIELD_LABELS[field], show: shown(field) }] as const);
  const versions = { base: toFormOutput(base), mine, theirs: toFormOutput(theirs) };
  return mergeFields(versions, Object.fromEntries(shape));
}

function displayed(version: TransactionFormOutput, field: Field, place: string): string {
  if (field === 'propertyId') return version.propertyId === null ? WITHOUT_PROPERTY : place;
  if (field === 'amount') return formatPence(version.amount);
  if (field === 'category') return categoryLabel(version.category);
  if (field === 'date') return formatDay(version.date);
  if (field === 'status') return PAID_OPTIONS.find(({ value }) => value === version.status)?.label ?? '';
  return version.description;
}
