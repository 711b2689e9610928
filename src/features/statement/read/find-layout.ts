/** The layout of a CSV file, and the columns it reads. */
import { CATEGORY_LABELS } from '../../transaction/labels.ts';
import { isAmount, isDate } from './fields.ts';
import { type Heading, LAYOUTS, type Layout } from './layouts.ts';
import { type Columns, NO_MORE_COLUMNS, plainHeading } from './mapping.ts';
import type { Row } from './statement.ts';

/** HSBC and first direct write the columns of `plain` without a heading. */
const PLAIN_COLUMNS: Columns = {
  date: 0,
  order: 'dmy',
  amount: 2,
  out: null,
  into: null,
  reversed: false,
  texts: [1],
  reference: null,
  ...NO_MORE_COLUMNS,
};

const HEADER_WITHIN = 10;

export type Found = {
  layout: Layout | undefined;
  columns: Columns | undefined;
  headings: string[];
  /** The rows below the heading. */
  from: number;
  /** Whether the layout's own headings say that the day stands first. */
  certain: boolean;
};

/** The layout of a file, or only where its rows begin. */
export function findLayout(rows: readonly Row[]): Found {
  for (const [at, { cells }] of rows.slice(0, HEADER_WITHIN).entries()) {
    const headings = cells.map(plainHeading);
    const layout = LAYOUTS.find((one) => fits(one, headings));
    if (layout)
      return { layout, columns: columnsOf(layout, headings), headings: cells, from: at + 1, certain: !layout.exact };
  }
  const first = rows.slice(0, HEADER_WITHIN).findIndex(({ cells }) => cells.some(isDate) && cells.some(isAmount));
  const above = rows[first - 1]?.cells ?? [];
  const headings = above.filter((cell) => cell.trim() !== '').length > 1 && !above.some(isAmount) ? above : [];
  const plain = first === 0 && isPlain(rows.slice(0, HEADER_WITHIN));
  return {
    layout: plain ? LAYOUTS.find(({ id }) => id === 'plain') : undefined,
    columns: plain ? PLAIN_COLUMNS : undefined,
    headings,
    from: first < 0 ? rows.length : first,
    certain: false,
  };
}

function fits({ headings, exact }: Layout, found: readonly string[]): boolean {
  if (!headings.every((heading) => found.includes(heading))) return false;
  return !exact || found.every((one) => one === '' || headings.includes(one) || exact.also.includes(one));
}

/** Most are: one may be torn. */
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
  const { amount } = layout;
  const signed = typeof amount === 'string';
  return {
    date: at(layout.date),
    order: 'dmy',
    amount: signed ? at(amount) : null,
    out: signed ? null : at(amount.out),
    into: signed ? null : at(amount.into),
    reversed: false,
    texts: layout.texts.map(at),
    reference: maybe(layout.reference),
    externalId: maybe(layout.externalId),
    category: maybe(layout.category),
    status: maybe(layout.status),
    accountNumber: maybe(layout.accountNumber),
    sortCode: maybe(layout.sortCode),
  };
}

const OWN_CATEGORIES = new Map(Object.entries(CATEGORY_LABELS).map(([category, label]) => [label, category]));

/** Our own category of the label that our export writes: 'Taxes' is 'tax'. */
export function categoryOfLabel(label: string): string {
  return OWN_CATEGORIES.get(label) ?? label.toLowerCase();
}
