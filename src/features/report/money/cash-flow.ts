/** All money of the lets by month: income, costs, mortgages and deposits. Pure. */
import { formatDays, formatMonth } from '../../../shared/dates.ts';
import { counted } from '../../../shared/text.ts';
import { pence, strong, totalsRow } from '../body.ts';
import { monthsOf, spanWords } from '../period.ts';
import type { Column, Report, ReportParams, Row } from '../report.ts';
import { daysIn } from './profit-and-loss.ts';
import { figure, grouped, MORTGAGE_CAPITAL, MORTGAGE_INTEREST, type MoneySum, PAID_ONLY } from './sums.ts';

const MORTGAGE: readonly string[] = [MORTGAGE_INTEREST, MORTGAGE_CAPITAL, 'loan fees'];
const PLACES = ['income', 'expenses', 'mortgage', 'deposits'] as const;

export function cashFlow(
  { span, facts, query }: ReportParams,
  sums: readonly MoneySum[],
): Omit<Report, 'name' | 'title'> {
  const groups = grouped(sums, ({ month }) => month ?? '');
  const columns: Column[] = [
    { id: 'month', title: 'Month', kind: 'text' },
    pence('income', 'Income'),
    pence('expenses', 'Expenses'),
    pence('mortgage', 'Mortgages'),
    pence('deposits', 'Deposits'),
    strong(pence('net', 'Net')),
    pence('running', 'Running total'),
  ];
  let running = 0;
  const rows = (sums.length === 0 ? [] : monthsOf(span)).map((month): Row => {
    const of = totalsByPlace(groups.get(month) ?? []);
    running += of.net;
    return {
      id: month.slice(0, 7),
      cells: [formatMonth(month), of.income, of.expenses, of.mortgage, of.deposits, of.net, running],
      drill: {
        ...daysIn(month, span),
        ...(query.property && { property: query.property }),
        ...(query.owner && { owner: query.owner }),
      },
    };
  });
  const whole = totalsByPlace(sums);
  return {
    ...span,
    compared: null,
    line: `${formatDays(span)}, ${counted(
      sums.reduce((count, { rows }) => count + rows, 0),
      'transaction',
    )}, by the day money moved`,
    facts,
    figures: [
      figure(
        'Money in',
        sums.reduce((total, { pence }) => total + Math.max(0, pence), 0),
      ),
      figure(
        'Money out',
        sums.reduce((total, { pence }) => total + Math.max(0, -pence), 0),
      ),
      figure('Net', whole.net),
    ],
    columns,
    rows,
    totals: totalsRow(columns, rows, counted(rows.length, 'month'), ['running']),
    chart: { left: ['expenses', 'mortgage'], right: ['income'], end: 'net' },
    notes: [
      PAID_ONLY,
      { text: 'Mortgages are interest, capital and fees. Transfers between your accounts are left out.' },
    ],
    empty: {
      title: `No money in or out ${spanWords(span)}.`,
      words: 'Choose other dates, or add what you have received and paid.',
    },
  };
}

function totalsByPlace(sums: readonly MoneySum[]) {
  const of = { income: 0, expenses: 0, mortgage: 0, deposits: 0 };
  for (const { category, type, pence } of sums) {
    const place =
      category === 'deposit'
        ? 'deposits'
        : type === 'income'
          ? 'income'
          : MORTGAGE.includes(category)
            ? 'mortgage'
            : 'expenses';
    of[place] += pence;
  }
  return { ...of, net: PLACES.reduce((total, place) => total + of[place], 0) };
}
