import { addDays, addMonths, formatDays, formatMonth } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { counted } from '../../../shared/text.ts';
import { NO_PROPERTY } from '../../transaction/listed.ts';
import { pence, strong } from '../body.ts';
import { monthsOf, type Span, spanWords } from '../period.ts';
import type { Column, Drill, Note, Report, ReportParams, Row } from '../report.ts';
import {
  CAPITAL,
  changeColumn,
  figure,
  grouped,
  type MoneySum,
  PAID_ONLY,
  profitOf,
  type Totals,
  totalsOf,
} from './sums.ts';

type Body = Omit<Report, 'name' | 'title'>;
type Line = Pick<Row, 'id' | 'more' | 'record' | 'drill'> & { name: string; now: Totals; was: Totals };

export function profitAndLoss(
  params: ReportParams,
  sums: readonly MoneySum[],
  before: readonly MoneySum[] | null,
): Body {
  return params.query.by === 'month' ? byMonth(params, sums, before) : byProperty(params, sums, before);
}

function byProperty(params: ReportParams, sums: readonly MoneySum[], before: readonly MoneySum[] | null): Body {
  const { span, query } = params;
  const isPlaced = ({ propertyId }: MoneySum) => propertyId !== null || query.property === NO_PROPERTY;
  const shown = sums.filter(isPlaced);
  const shownBefore = before?.filter(isPlaced) ?? [];
  const key = ({ propertyId }: MoneySum) => propertyId ?? NO_PROPERTY;
  const [groups, groupsBefore] = [grouped(shown, key), grouped(shownBefore, key)];
  const lines = [...new Set([...groups.keys(), ...groupsBefore.keys()])].map((id): Line => {
    const [now, then] = [groups.get(id) ?? [], groupsBefore.get(id) ?? []];
    const { address, city } = [...now, ...then][0] ?? {};
    return {
      id,
      name: address ?? 'No property',
      ...(city && { more: city }),
      ...(id !== NO_PROPERTY && { record: { kind: 'property', id } as const }),
      drill: drillOf(span, query, { property: id }),
      now: totalsOf(now),
      was: totalsOf(then),
    };
  });
  lines.sort((one, other) => profitOf(other.now) - profitOf(one.now) || (one.name < other.name ? -1 : 1));
  const isOnlyOne = lines.length === 1;
  return {
    ...table(params, {
      lines,
      title: 'Property',
      words: isOnlyOne ? '1 property' : `${lines.length} properties`,
      before,
    }),
    notes: [PAID_ONLY, ...notPlaced(params, sums), ...ofCapital(params, shown)],
  };
}

function byMonth(params: ReportParams, sums: readonly MoneySum[], before: readonly MoneySum[] | null): Body {
  const { span, compared, query } = params;
  const months = monthsOf(span);
  const groups = grouped(sums, ({ month }) => month ?? '');
  const groupsBefore = grouped(before ?? [], ({ month }) => month ?? '');
  const monthsBefore = compared ? monthsOf(compared) : [];
  const lines = months.map((month, place): Line => {
    const [now, then] = [groups.get(month) ?? [], groupsBefore.get(monthsBefore[place] ?? '') ?? []];
    return {
      id: month.slice(0, 7),
      name: formatMonth(month),
      drill: drillOf(daysIn(month, span), query, {}),
      now: totalsOf(now),
      was: totalsOf(then),
    };
  });
  const isEmpty = sums.length === 0;
  return {
    ...table(params, { lines: isEmpty ? [] : lines, title: 'Month', words: counted(lines.length, 'month'), before }),
    notes: [PAID_ONLY, ...ofCapital(params, sums)],
  };
}

export function profitByOwner(
  params: ReportParams,
  owners: readonly { id: string | null; name: string; sums: readonly MoneySum[]; before: readonly MoneySum[] }[],
  compares: boolean,
): Body {
  const lines = owners.map(
    ({ id, name, sums, before }): Line => ({
      id: id ?? 'all',
      name,
      drill: drillOf(params.span, params.query, id ? { owner: id } : {}),
      now: totalsOf(sums),
      was: totalsOf(before),
    }),
  );
  const all = owners.flatMap(({ sums }) => sums);
  const before = compares ? owners.flatMap((owner) => owner.before) : null;
  return {
    ...table(params, {
      lines: all.length > 0 ? lines : [],
      title: 'Owner',
      words: counted(lines.length, 'owner'),
      before,
    }),
    line: `${formatDays(params.span)}, by shares for tax`,
    notes: [PAID_ONLY, ...ofCapital(params, all)],
  };
}

/** Returns the days of a month that are within a span. */
export function daysIn(month: string, { from, to }: Span): Span {
  const last = addDays(addMonths(month, 1), -1);
  return { from: month < from ? from : month, to: last > to ? to : last };
}

function drillOf(span: Span, { property, category, owner }: ReportParams['query'], own: Partial<Drill>): Drill {
  const chosen = { ...(property && { property }), ...(category && { category }), ...(owner && { owner }) };
  return { ...span, ...chosen, ...own };
}

type Lines = { lines: Line[]; title: string; words: string; before: readonly MoneySum[] | null };

function table(params: ReportParams, { lines, title, words, before }: Lines): Omit<Body, 'notes'> {
  const { span, compared, facts } = params;
  const hasInterest = lines.some(({ now, was }) => now.interest !== 0 || was.interest !== 0);
  const columns: Column[] = [
    { id: 'name', title, kind: 'text' },
    pence('income', 'Income'),
    pence('expenses', 'Expenses'),
    ...(hasInterest ? [pence('interest', 'Mortgage interest')] : []),
    strong(pence('profit', 'Profit')),
    ...(before ? [changeColumn(params)] : []),
  ];
  const cellsOf = (name: string, now: Totals, was: Totals) => [
    name,
    now.income,
    now.expenses,
    ...(hasInterest ? [now.interest] : []),
    profitOf(now),
    ...(before ? [was.rows === 0 && now.rows > 0 ? 'New' : profitOf(now) - profitOf(was)] : []),
  ];
  const [now, then] = [sum(lines.map((line) => line.now)), sum(lines.map((line) => line.was))];
  const figureOf = (name: string, of: (totals: Totals) => number) =>
    figure(name, of(now), then.rows > 0 ? of(then) : undefined);
  return {
    ...span,
    compared,
    line: `${formatDays(span)}, ${counted(now.rows, 'transaction')}, by the day money moved`,
    facts,
    figures: [
      figureOf('Income', ({ income }) => income),
      figureOf('Expenses', ({ expenses }) => -expenses),
      ...(hasInterest ? [figureOf('Mortgage interest', ({ interest }) => -interest)] : []),
      figureOf('Profit', profitOf),
    ],
    columns,
    rows: lines.map(({ id, name, now, was, ...rest }) => ({ id, cells: cellsOf(name, now, was), ...rest })),
    totals: lines.length > 0 ? cellsOf(words, now, then) : null,
    chart: { left: hasInterest ? ['expenses', 'interest'] : ['expenses'], right: ['income'], end: 'profit' },
    empty: {
      title: `No income or expenses ${spanWords(span)}.`,
      words: 'Choose other dates, or add what you have received and paid.',
    },
  };
}

function sum(all: readonly Totals[]): Totals {
  const total = { rows: 0, income: 0, expenses: 0, interest: 0, capital: 0 };
  for (const one of all)
    for (const name of ['rows', 'income', 'expenses', 'interest', 'capital'] as const) total[name] += one[name];
  return total;
}

const rowsOf = (sums: readonly MoneySum[]) => sums.reduce((count, { rows }) => count + rows, 0);
const penceOf = (sums: readonly MoneySum[]) => sums.reduce((total, { pence }) => total + pence, 0);

function notPlaced({ span, query }: ReportParams, sums: readonly MoneySum[]): Note[] {
  const omitted = sums.filter(({ propertyId }) => propertyId === null);
  if (omitted.length === 0 || query.property === NO_PROPERTY) return [];
  const belong = rowsOf(omitted) === 1 ? 'has no property and is' : 'have no property and are';
  const [received, paid] = [({ pence }: MoneySum) => pence > 0, ({ pence }: MoneySum) => pence < 0].map((is) =>
    penceOf(omitted.filter(is)),
  );
  // A net amount would hide how much is missing.
  const text =
    received && paid
      ? `${counted(rowsOf(omitted), 'transaction')} ${belong} not shown: ${formatPence(received)} received and ${formatPence(-paid)} paid.`
      : `${counted(rowsOf(omitted), 'transaction')} of ${formatPence(penceOf(omitted))} ${belong} not shown.`;
  return [
    {
      text,
      link: { words: 'See them', drill: drillOf(span, query, { property: NO_PROPERTY }) },
    },
  ];
}

/** Explains the difference from Finance, which counts capital as expenses. */
function ofCapital({ span, query }: ReportParams, sums: readonly MoneySum[]): Note[] {
  const omitted = sums.filter(({ category }) => CAPITAL.includes(category));
  if (omitted.length === 0) return [];
  const are = rowsOf(omitted) === 1 ? 'is' : 'are';
  return [
    {
      text: `${counted(rowsOf(omitted), 'transaction')} of ${formatPence(penceOf(omitted))} ${are} mortgage capital or improvements. They are not letting costs, so the profit leaves them out. Finance counts them as expenses.`,
      link: {
        words: 'See them',
        drill: drillOf(span, query, { category: [...new Set(omitted.map(({ category }) => category))].join() }),
      },
    },
  ];
}
