/** The bridge from Finance's totals to the boxes, in steps that add up to the penny. Amounts are pence. */

import type { TaxLine } from '../../transaction/listed.ts';
import { EXPENSE_LINES, INCOME_LINES } from './boxes.ts';
import type { LineSum } from './sums.ts';

const STEP_LABELS = {
  finance: 'Finance',
  refunds: 'Refunds, which lower their cost',
  returned: 'Returned rent, which lowers income',
  'not-in-boxes': 'Not taxed, not allowable, or at the year end',
  waiting: 'Needs an answer',
  'not-in-finance': 'Not in Finance’s totals',
  mileage: 'Mileage, which has no transactions',
  boxes: 'Boxes 20, 22 and 23, and boxes 24 to 29 and 44',
} as const;
type StepId = keyof typeof STEP_LABELS;
type Column = 'income' | 'costs';
export type BridgeStep = { id: StepId; label: string } & Record<Column, number>;

/** Omits steps that change neither column. `mileage` is the cost of journeys. */
export function bridge(sums: readonly LineSum[], mileage = 0): BridgeStep[] {
  const ids = Object.keys(STEP_LABELS) as StepId[];
  const steps = new Map(
    ids.map((id): [StepId, BridgeStep] => [id, { id, label: STEP_LABELS[id], income: 0, costs: 0 }]),
  );
  for (const id of ['mileage', 'boxes'] as const) {
    const step = steps.get(id);
    if (step) step.costs += mileage;
  }
  for (const { line, type, isCounted, pence } of sums) {
    const add = (id: StepId, column: Column, sign: 1 | -1 = 1) => {
      const step = steps.get(id);
      if (step) step[column] += sign * (column === 'income' ? pence : -pence);
    };
    const from = !isCounted ? null : type === 'income' ? 'income' : 'costs';
    const to = columnOf(line);
    if (from) add('finance', from);
    if (to) add('boxes', to);
    const step = stepOf(line, { from, to });
    // The changes cancel out if `from` and `to` are the same column.
    if (from) add(step, from, -1);
    if (to) add(step, to);
  }
  return [...steps.values()].filter(
    ({ id, income, costs }) => id === 'finance' || id === 'boxes' || income !== 0 || costs !== 0,
  );
}

function columnOf(line: TaxLine): Column | null {
  if (INCOME_LINES.includes(line)) return 'income';
  return EXPENSE_LINES.includes(line) || line === 'finance_residential' ? 'costs' : null;
}

function stepOf(line: TaxLine, { from, to }: Record<'from' | 'to', Column | null>): StepId {
  if (from === null) return 'not-in-finance';
  if (to === null) return line === 'ask' ? 'waiting' : 'not-in-boxes';
  return from === 'income' ? 'refunds' : 'returned';
}
