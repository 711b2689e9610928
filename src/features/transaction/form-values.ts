/** A transaction as its dialogs hold it: every field as text, and what of it a save sends. */
import { z } from 'zod';
import { penceAsTyped, typedPounds } from '../../shared/money.ts';
import { AMOUNT_REQUIRED, type Transaction, TransactionChange, TransactionInput } from './transaction.ts';
import { lastDay, OUT_OF_RANGE } from './transaction-day.ts';

const { amount, category, description, date, status } = TransactionInput.shape;

/**
 * What may be typed on the landlord's day `today`. `before` is the transaction as it was, where there is one: of income everything
 * but property and category stays as it was.
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
    category: asItWasOr(income ? TransactionChange.shape.category.unwrap() : category, before?.category),
    description: asItWasOr(description, before?.description),
    date: asItWasOr(day, before?.date),
    status: status.unwrap(),
  });
}
export type TransactionFormValues = z.input<ReturnType<typeof transactionForm>>;
/** What the form makes of it, when all of it is right. The amount has no sign. */
export type TransactionFormOutput = z.output<ReturnType<typeof transactionForm>>;

/** An expense is kept below zero whatever sign was typed. */
const typedExpense = typedPounds(AMOUNT_REQUIRED).transform(Math.abs).pipe(amount);

/** What an import has brought may stay, and keeps nobody from changing the rest; anything else follows the rule. */
function asItWasOr(rule: z.ZodType<string>, was: string | undefined) {
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

/** The form filled with a transaction. */
export function toFormValues(transaction: Transaction): TransactionFormValues {
  const filled = asFilled(transaction);
  return { ...filled, propertyId: filled.propertyId ?? '', amount: penceAsTyped(filled.amount) };
}

/** A transaction in the words of a filled form: without sign, and overdue as it was entered. */
export function asFilled(transaction: Transaction): TransactionFormOutput {
  return {
    propertyId: transaction.propertyId,
    amount: Math.abs(transaction.amount),
    category: transaction.category,
    description: transaction.description,
    date: transaction.date,
    status: transaction.status === 'completed' ? 'completed' : 'pending',
  };
}

/** What of a filled form is not as it was: all that a save sends. */
export function changeOf(filled: TransactionFormOutput, before: Transaction): TransactionChange {
  const was: Record<string, unknown> = asFilled(before);
  return Object.fromEntries(Object.entries(filled).filter(([field, value]) => value !== was[field]));
}
