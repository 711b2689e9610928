/** Income and expenses by category, equal to Finance for the same days. Pure. */
import { formatDays } from '../../../shared/dates.ts';
import { counted } from '../../../shared/text.ts';
import { categoryLabel } from '../../transaction/labels.ts';
import { pence, strong, totalsRow } from '../body.ts';
import { spanWords } from '../period.ts';
import type { Column, Report, ReportParams, Row } from '../report.ts';
import { changeColumn, figure, grouped, type MoneySum, PAID_ONLY } from './sums.ts';

type Sides = { rows: number; income: number; expenses: number };

export function incomeAndExpenses(
  params: ReportParams,
  sums: readonly MoneySum[],
  before: readonly MoneySum[] | null,
): Omit<Report, 'name' | 'title'> {
  const { span, compared, facts, query } = params;
  const [now, then] = [sides(sums), before && sides(before)];
  const columns: Column[] = [
    { id: 'category', title: 'Category', kind: 'text' },
    { id: 'rows', title: 'Transactions', kind: 'count' },
    pence('income', 'Income'),
    pence('expenses', 'Expenses'),
    strong(pence('net', 'Net')),
    ...(before ? [changeColumn(params)] : []),
  ];
  const [groups, groupsBefore] = [grouped(sums, byCategory), grouped(before ?? [], byCategory)];
  const rows = [...new Set([...groups.keys(), ...groupsBefore.keys()])]
    .map((category): Row & Sides => {
      const { rows, income, expenses } = sides(groups.get(category) ?? []);
      const previous = sides(groupsBefore.get(category) ?? []);
      const change = previous.rows === 0 ? 'New' : income + expenses - previous.income - previous.expenses;
      return {
        id: category,
        cells: [categoryLabel(category), rows, income, expenses, income + expenses, ...(before ? [change] : [])],
        // Rows of a supplier do not expand, because Finance has no filter by supplier.
        ...(!query.supplier && {
          drill: {
            ...span,
            category,
            ...(query.property && { property: query.property }),
            ...(query.owner && { owner: query.owner }),
          },
        }),
        rows,
        income,
        expenses,
      };
    })
    .sort((one, other) => other.income - one.income || one.expenses - other.expenses || (one.id < other.id ? -1 : 1))
    .map(({ rows: _, income: __, expenses: ___, ...row }) => row);
  const totals = totalsRow(columns, rows, counted(rows.length, 'category', 'categories'));
  if (then && totals) totals[totals.length - 1] = now.income + now.expenses - then.income - then.expenses;
  const figureOf = (name: string, of: (sides: Sides) => number) =>
    figure(name, of(now), then && then.rows > 0 ? of(then) : undefined);
  return {
    ...span,
    compared,
    line: `${formatDays(span)}, ${counted(now.rows, 'transaction')}`,
    facts,
    figures: [
      figureOf('Income', ({ income }) => income),
      figureOf('Expenses', ({ expenses }) => -expenses),
      figureOf('Net', ({ income, expenses }) => income + expenses),
    ],
    columns,
    rows,
    totals,
    chart: { left: ['expenses'], right: ['income'], end: 'net' },
    notes: [PAID_ONLY, { text: 'Deposits and transfers between accounts are neither income nor expenses.' }],
    empty: {
      title: `No income or expenses ${spanWords(span)}.`,
      words: 'Choose other dates, or add what you have received and paid.',
    },
  };
}

const byCategory = ({ category }: MoneySum) => category;

function sides(sums: readonly MoneySum[]): Sides {
  const sides = { rows: 0, income: 0, expenses: 0 };
  for (const { rows, type, pence } of sums) {
    sides.rows += rows;
    sides[type === 'income' ? 'income' : 'expenses'] += pence;
  }
  return sides;
}
