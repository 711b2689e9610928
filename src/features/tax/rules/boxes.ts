/** Boxes of SA105 from totals by tax line. Amounts are pence. */
import { TAX_LINE_IDS, type TaxLine } from '../../transaction/listed.ts';
import { TAX_LINES } from './lines.ts';
import type { LineTotals } from './sums.ts';

/** Labels of SA105 for 2025-26. */
const BOX_LABELS = [
  ['20', 'Total rents and other income'],
  ['21', 'Tax taken off any income in box 20'],
  ['22', 'Premiums for the grant of a lease'],
  ['23', 'Reverse premiums and inducements'],
  ['24', 'Rent, rates, insurance and ground rents'],
  ['25', 'Property repairs and maintenance'],
  ['26', 'Non-residential finance costs'],
  ['27', 'Legal, management and other professional fees'],
  ['28', 'Costs of services provided, including wages'],
  ['29', 'Other allowable property expenses'],
  ['36', 'Costs of replacing domestic items'],
  ['44', 'Residential finance costs'],
  ['45', 'Unused residential finance costs brought forward'],
] as const;
export type Box = (typeof BOX_LABELS)[number][0];

/** Boxes of the annual tax return that no update contains. */
const AT_YEAR_END: readonly Box[] = ['36'];
const INCOME: readonly Box[] = ['20', '22', '23'];
const EXPENSES: readonly Box[] = ['24', '25', '26', '27', '28', '29'];
/** Residential finance costs and tax taken off are in neither list. */
export const INCOME_LINES = linesIn(INCOME);
export const EXPENSE_LINES = linesIn(EXPENSES);

function linesIn(boxes: readonly string[]): readonly TaxLine[] {
  return TAX_LINE_IDS.filter((line) => boxes.includes(TAX_LINES[line].box ?? ''));
}

type BoxAmount = { box: Box; label: string; pence: number };

/** `broughtForward` is the amount of box 45. */
export type Amounts = { totals: LineTotals; broughtForward: number };

export type Figures = {
  boxes: BoxAmount[];
  income: number;
  expenses: number;
  /** Income less expenses, before residential finance costs. */
  profit: number;
  /** Boxes with an amount that are in the tax return but not in updates. */
  atYearEnd: BoxAmount[];
};

export function figuresOf({ totals, broughtForward }: Amounts): Figures {
  const sum = (lines: readonly TaxLine[]) => lines.reduce((sum, line) => sum + totals[line], 0);
  const all = BOX_LABELS.map(([box, label]) => ({
    box,
    label,
    pence: box === '45' ? broughtForward : sum(linesIn([box])),
  }));
  const [income, expenses] = [sum(INCOME_LINES), sum(EXPENSE_LINES)];
  return {
    boxes: all.filter(({ box }) => !AT_YEAR_END.includes(box)),
    income,
    expenses,
    profit: income - expenses,
    atYearEnd: all.filter(({ box, pence }) => AT_YEAR_END.includes(box) && pence !== 0),
  };
}
