/** Sums by tax line. Amounts are pence: in groups and sums signed as in Finance, in totals as in a box. */
import { formatPence } from '../../../shared/money.ts';
import { counted } from '../../../shared/text.ts';
import {
  isNotCounted,
  type Status,
  TAX_LINE_IDS,
  type TaxLine,
  type TransactionType,
} from '../../transaction/listed.ts';
import { type LineSettings, lineOf, TAX_LINES, type TaxRow } from './lines.ts';

/** Transactions of one property and period with the same facts. */
export type TaxGroup = TaxRow & { status: Status; rows: number; pence: number };

/** `isCounted`: in Finance's totals. */
export type LineSum = {
  line: TaxLine;
  type: TransactionType;
  refund: boolean;
  isCounted: boolean;
  rows: number;
  pence: number;
};

/** Only completed transactions count. Each group of a mixed letting's finance costs is divided and rounded once. */
export function lineSums(groups: readonly TaxGroup[], settings: LineSettings): LineSum[] {
  return groups
    .filter(({ status }) => status === 'completed')
    .flatMap((group): LineSum[] => {
      const { type, refund, rows, pence, category, ownLine } = group;
      const line = lineOf(group, settings);
      const sum = { line, type, refund, isCounted: !isNotCounted(category), rows, pence };
      if (line !== 'finance_residential' || ownLine !== null || settings.residentialPercent === 100) return [sum];
      const residential = percentOf(pence, settings.residentialPercent);
      return [
        { ...sum, pence: residential },
        { ...sum, line: 'finance_other', pence: pence - residential },
      ];
    });
}

/** Rounds half a penny up, below zero as above. */
function percentOf(pence: number, percent: number): number {
  return Math.sign(pence) * Math.floor((Math.abs(pence) * percent + 50) / 100);
}

export type LineTotals = Record<TaxLine, number>;

/** Above zero: income in a line of income, costs in the others. A refund above the costs is below zero. */
export function lineTotals(sums: readonly Pick<LineSum, 'line' | 'pence'>[]): LineTotals {
  const totals = Object.fromEntries(TAX_LINE_IDS.map((line) => [line, 0])) as LineTotals;
  for (const { line, pence } of sums) totals[line] += TAX_LINES[line].side === 'expense' ? -pence : pence;
  return totals;
}

/** Journeys are not transactions, so `mileage` is added to the costs of travel. */
export function totalsWithMileage(sums: readonly Pick<LineSum, 'line' | 'pence'>[], mileage: number): LineTotals {
  const totals = lineTotals(sums);
  return { ...totals, travel: totals.travel + mileage };
}

export type Waiting = { rows: number; pence: number };

/** Adds absolute amounts, so that income and expenses do not cancel each other. */
export function waitingRows(sums: readonly Pick<LineSum, 'line' | 'rows' | 'pence'>[]): Waiting {
  const waiting = { rows: 0, pence: 0 };
  for (const { line, rows, pence } of sums) {
    if (line !== 'ask') continue;
    waiting.rows += rows;
    waiting.pence += Math.abs(pence);
  }
  return waiting;
}

/** '12 transactions (£1,340.00) need an answer'; empty if none do. */
export function waitingText({ rows, pence }: Waiting): string {
  if (rows === 0) return '';
  return `${counted(rows, 'transaction')} (${formatPence(pence)}) ${rows === 1 ? 'needs' : 'need'} an answer`;
}
