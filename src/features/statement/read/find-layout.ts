import { categoryLabel } from '../../transaction/labels.ts';
import { INCOME_CATEGORIES } from '../../transaction/listed.ts';
import { isAmount, isDate } from './fields.ts';
import { type Heading, LAYOUTS, type Layout } from './layouts.ts';
import { type Columns, NO_MORE_COLUMNS, plainHeading } from './mapping.ts';
import { FIRST_ROWS } from './rows.ts';
import type { Row } from './statement.ts';

/** HSBC and first direct export date, description and amount without headings. */
const PLAIN_COLUMNS: Columns = {
  ...NO_MORE_COLUMNS,
  dates: [0],
  order: 'dmy',
  amount: 2,
  out: null,
  into: null,
  reversed: false,
  texts: [1],
  reference: null,
};

export type Found = {
  layout: Layout | undefined;
  columns: Columns | undefined;
  headings: string[];
  from: number;
  /** Whether the layout's headings guarantee day-first dates. */
  certain: boolean;
};

/** Finds the layout by its headings. Without a known layout, returns the headings and the first row of the table. */
export function findLayout(rows: readonly Row[]): Found {
  for (const [at, { cells }] of rows.slice(0, FIRST_ROWS).entries()) {
    const headings = cells.map(plainHeading);
    const layout = LAYOUTS.find((one) => fits(one, headings));
    if (layout)
      return { layout, columns: columnsOf(layout, headings), headings: cells, from: at + 1, certain: !layout.exact };
  }
  const first = firstOfTable(rows);
  const above = rows[first - 1]?.cells ?? [];
  const headings = above.filter((cell) => cell.trim() !== '').length > 1 && !above.some(isAmount) ? above : [];
  const plain = first === 0 && isPlain(rows.slice(0, FIRST_ROWS));
  return {
    layout: plain ? LAYOUTS.find(({ id }) => id === 'plain') : undefined,
    columns: plain ? PLAIN_COLUMNS : undefined,
    headings,
    from: first < 0 ? rows.length : first,
    certain: false,
  };
}

/** Returns the first dated row with an amount, below any headings. A balance line may precede the headings. */
function firstOfTable(rows: readonly Row[]): number {
  const firsts = rows.slice(0, FIRST_ROWS);
  const isDated = ({ cells }: Row) => cells.some(isDate) && cells.some(isAmount);
  const first = firsts.findIndex(isDated);
  const width = firsts[first]?.cells.length;
  const headings = firsts.findIndex(({ cells }, at) => at > first && cells.length !== width && areHeadings(cells));
  const below = firsts.findIndex((row, at) => at > headings && isDated(row));
  let start = headings >= 0 && below >= 0 ? below : first;
  // A dated row above with an unreadable amount is part of the table.
  const isAbove = (row: Row | undefined) => row?.cells.some(isDate) && row.cells.length === firsts[start]?.cells.length;
  while (isAbove(firsts[start - 1])) start -= 1;
  return start;
}

function areHeadings(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return (
    filled.length > 2 && cells.some((cell) => /\bdate\b/i.test(cell)) && !cells.some(isDate) && !cells.some(isAmount)
  );
}

function fits({ headings, exact }: Layout, found: readonly string[]): boolean {
  if (!headings.every((heading) => found.includes(heading))) return false;
  return !exact || found.every((one) => one === '' || headings.includes(one) || exact.also.includes(one));
}

/** More than half of the rows must fit, because some may be damaged. */
function isPlain(rows: readonly Row[]): boolean {
  const plain = rows.filter(({ cells: [date = '', , amount = '', balance = '', ...more] }) => {
    const fourth = balance.trim() === '' || isAmount(balance);
    return isDate(date) && isAmount(amount) && fourth && more.every((cell) => cell.trim() === '');
  });
  return plain.length * 2 > rows.length;
}

function columnsOf(layout: Layout, headings: readonly string[]): Columns {
  const at = (heading: Heading) => headings.indexOf(heading);
  const maybe = (heading: Heading | undefined) => (heading && headings.includes(heading) ? at(heading) : null);
  const { date, begun, total } = layout;
  const whole = total && headings.includes(total) ? total : undefined;
  const amount = whole ?? layout.amount;
  const signed = typeof amount === 'string';
  return {
    ...NO_MORE_COLUMNS,
    dates: [date, begun].flatMap((heading) => maybe(heading) ?? []),
    order: 'dmy',
    amount: signed ? at(amount) : null,
    out: signed ? null : at(amount.out),
    into: signed ? null : at(amount.into),
    reversed: layout.reversed ?? false,
    texts: layout.texts.flatMap((heading) => maybe(heading) ?? []),
    reference: maybe(layout.reference),
    memo: maybe(layout.memo),
    kind: maybe(layout.kind),
    externalId: maybe(layout.externalId),
    category: maybe(layout.category),
    status: maybe(layout.status),
    state: maybe(layout.state),
    fee: whole ? null : maybe(layout.fee),
    currency: maybe(layout.currency?.find((heading) => headings.includes(heading))),
    accountNumber: maybe(layout.accountNumber),
    sortCode: maybe(layout.sortCode),
    section: maybe(layout.section),
  };
}

const OWN_CATEGORIES = new Map(
  INCOME_CATEGORIES.map((category): [string, string] => [categoryLabel(category), category]),
);

/** Returns the category for a label in Tenure's export: 'tax' for 'Taxes'. */
export function categoryOfLabel(label: string): string {
  return OWN_CATEGORIES.get(label) ?? label.toLowerCase();
}
