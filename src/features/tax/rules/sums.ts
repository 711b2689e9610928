/** Sums by tax line. Amounts are pence: signed as in Finance in groups and sums, positive as in a box in totals. */
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

/** Transactions with the same facts, and of the same property if it is mixed. */
export type TaxGroup = TaxRow & { status: Status; rows: number; pence: number };

/** `isCounted` means included in Finance's totals. */
export type LineSum = {
  line: TaxLine;
  type: TransactionType;
  refund: boolean;
  isCounted: boolean;
  rows: number;
  pence: number;
};

/** Counts completed transactions only. Each group of a mixed letting's finance costs is divided and rounded once. */
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

/** Rounds half a penny away from zero. */
function percentOf(pence: number, percent: number): number {
  return Math.sign(pence) * Math.floor((Math.abs(pence) * percent + 50) / 100);
}

export type LineTotals = Record<TaxLine, number>;

/** Costs are positive in expense lines; other lines keep their sign. Refunds can make a line negative. */
export function lineTotals(sums: readonly Pick<LineSum, 'line' | 'pence'>[]): LineTotals {
  const totals = Object.fromEntries(TAX_LINE_IDS.map((line) => [line, 0])) as LineTotals;
  for (const { line, pence } of sums) totals[line] += TAX_LINES[line].side === 'expense' ? -pence : pence;
  return totals;
}

/** Adds `mileage`, the cost of journeys, to travel, because journeys are not transactions. */
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

/** Such as '12 transactions (£1,340.00) need an answer', or '' if none do. */
export function waitingText({ rows, pence }: Waiting): string {
  if (rows === 0) return '';
  return `${counted(rows, 'transaction')} (${formatPence(pence)}) ${rows === 1 ? 'needs' : 'need'} an answer`;
}
