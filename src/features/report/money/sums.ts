/** Sums of paid transactions, and how the reports of money group them. Pure. */
import { pence } from '../body.ts';
import type { Column, Figure, Note, ReportParams } from '../report.ts';

/** `pence` is negative for expenses. */
export type MoneySum = {
  propertyId: string | null;
  address: string | null;
  city: string | null;
  /** The property whose shares apply, even if deleted. `day` is a day of the share period. */
  sharedProperty: string | null;
  day: string;
  /** First day of the month; null unless sums are by month. */
  month: string | null;
  category: string;
  type: 'income' | 'expense';
  rows: number;
  pence: number;
};

export const MORTGAGE_INTEREST = 'mortgage interest';
export const MORTGAGE_CAPITAL = 'mortgage capital';

/** Categories that are not costs of letting: they repay a loan, or raise the value of the property. */
export const CAPITAL: readonly string[] = [MORTGAGE_CAPITAL, 'improvement'];

export type Totals = { rows: number; income: number; expenses: number; interest: number; capital: number };

const NONE: Totals = { rows: 0, income: 0, expenses: 0, interest: 0, capital: 0 };

function placeOf({ category, type }: Pick<MoneySum, 'category' | 'type'>): Exclude<keyof Totals, 'rows'> {
  if (CAPITAL.includes(category)) return 'capital';
  if (type === 'income') return 'income';
  return category === MORTGAGE_INTEREST ? 'interest' : 'expenses';
}

export function totalsOf(sums: readonly MoneySum[]): Totals {
  const totals = { ...NONE };
  for (const sum of sums) {
    totals.rows += sum.rows;
    totals[placeOf(sum)] += sum.pence;
  }
  return totals;
}

export const profitOf = ({ income, expenses, interest }: Totals) => income + expenses + interest;

export function grouped<Sum>(sums: readonly Sum[], keyOf: (sum: Sum) => string): Map<string, Sum[]> {
  const groups = new Map<string, Sum[]>();
  for (const sum of sums) {
    const key = keyOf(sum);
    const group = groups.get(key);
    if (group) group.push(sum);
    else groups.set(key, [sum]);
  }
  return groups;
}

export const figure = (name: string, value: number, before?: number): Figure => ({
  name,
  kind: 'pence',
  value,
  change: before === undefined ? null : value - before,
});

export function changeColumn({ compared }: Pick<ReportParams, 'compared'>): Column {
  return pence('change', `On ${compared?.words ?? ''}`);
}

export const PAID_ONLY: Note = { text: 'Only paid transactions count, on their date, as in Finance.' };
