import { isOwnTransfer } from '../../bank-row/entry.ts';
import { maskNumberCell, maskNumbers, maskSortCodeCell, oneAccount } from './accounts.ts';
import { type DateOrder, possibleOrders, readAmount, readText } from './fields.ts';
import { categoryOfLabel, type Found, findLayout } from './find-layout.ts';
import { formatsOf } from './formats.ts';
import type { Layout } from './layouts.ts';
import { linesOf } from './lines.ts';
import { type Columns, columnsOfMapping, likelyMapping, plainHeading } from './mapping.ts';
import { currencyOfHeading, notPostedOf, type Side, sideOf } from './marks.ts';
import {
  otherCurrency,
  type Question,
  type RawLine,
  REFUSED,
  type Reading,
  type Row,
  SAMPLES,
  type Statement,
  severalAccounts,
} from './statement.ts';

export function readCsv(rows: readonly Row[], reading: Reading): Statement {
  const found = findLayout(rows);
  const { layout, headings } = found;
  const below = rows.slice(found.from).filter((row) => isLine(row, layout));
  if (!below.some(({ cells }) => cells.length > 1))
    return { kind: 'refused', reason: layout ? REFUSED.noLines : REFUSED.noTable };
  const { mapping } = reading;
  const columns = mapping ? columnsOfMapping(mapping, { headings, rows: below }) : found.columns;
  if (!columns) return question(found, below, { what: 'columns' });
  if (!mapping && layout?.exact && isCard(below, columns))
    return question(found, below, { what: 'columns', why: CARD, likely: { ...PLAIN_MAPPING, reversed: true } });
  const order = mapping?.order ?? reading.order ?? orderOf(below, columns, found.certain);
  if (!order) return question(found, below, { what: 'order' });
  const currency = currencyOfHeadings(headings, columns);
  if (currency) return { kind: 'refused', reason: otherCurrency(currency) };
  const account = oneAccount(namedAccounts(below, columns), reading.fingerprint);
  if ('reason' in account) return account;
  const sections = namedSections(below, columns);
  if (sections.length > 1) return { kind: 'refused', reason: severalAccounts(sections) };
  const { id, name, bank } = (!mapping && layout) || { id: 'mapped', name: 'CSV', bank: undefined };
  const sideIn = sideReader(below, columns);
  const raw = below.map((row) => rawLine(row, { columns, layout: id, sideIn }));
  const { today } = reading;
  const statement = linesOf(
    raw,
    { layout: id, name, bank, order, ...account, warnings: [] },
    { today, reversed: columns.reversed },
  );
  if (statement.kind !== 'lines' || !(mapping ?? reading.order)) return statement;
  const again = mapping
    ? question(found, below, { what: 'columns', likely: mapping })
    : question(found, below, { what: 'order', likely: { order } });
  return { ...statement, mapped: { question: again, formats: formatsOf(below, columns) } };
}

function isLine({ cells }: Row, layout: Layout | undefined): boolean {
  return cells.some((cell) => cell.trim() !== '') && !layout?.footer?.test(cells[0] ?? '');
}

type Params = Pick<Question, 'what'> & Partial<Pick<Question, 'why' | 'likely'>>;

function question({ layout, headings }: Found, rows: readonly Row[], { what, why, likely }: Params): Question {
  return {
    kind: 'ask',
    what,
    ...(why && { why }),
    name: layout?.name,
    header: headings.length > 0 ? headings.map(plainHeading).join('\n') : undefined,
    headings: headings.map((heading) => maskNumbers(readText(heading, 80))),
    samples: rows.slice(0, SAMPLES).map(({ cells }) => cells.map((cell) => maskNumbers(readText(cell, 80)))),
    likely: likely ?? (what === 'columns' ? likelyMapping(headings, rows) : {}),
  };
}

const CARD = 'This looks like a credit card statement, where spending has no minus. Check the columns and the sign.';
const PLAIN_MAPPING = { date: 0, text: 1, amount: 2, out: null, into: null, side: null, reference: null };

/** American Express statements have the same headings, but payments to the card are below zero. */
function isCard(rows: readonly Row[], { amount, texts }: Columns): boolean {
  return rows.some(({ cells }) => {
    const read = readAmount(cells[amount ?? -1] ?? '');
    return 'value' in read && read.value < 0 && /payment received/i.test(cells[texts[0] ?? -1] ?? '');
  });
}

/** Returns undefined for ambiguous dates, and for dates that contradict the layout. */
function orderOf(rows: readonly Row[], { dates, order }: Columns, certain: boolean): DateOrder | undefined {
  const orders = possibleOrders(rows.map(({ cells }) => firstFilled(cells, dates)));
  if (!orders) return order;
  if (orders.size === 1) return certain && !orders.has(order) ? undefined : [...orders][0];
  return certain ? order : undefined;
}

function currencyOfHeadings(headings: readonly string[], { amount, out, into }: Columns): string | undefined {
  return [amount, out, into].flatMap((at) => currencyOfHeading(headings[at ?? -1] ?? '') ?? [])[0];
}

function namedAccounts(rows: readonly Row[], { accountNumber, sortCode }: Columns) {
  const named = new Map<string, { sortCode: string; number: string }>();
  if (accountNumber === null) return [];
  for (const { cells, fault } of rows) {
    const one = { sortCode: sortCode === null ? '' : (cells[sortCode] ?? ''), number: cells[accountNumber] ?? '' };
    if (!fault) named.set(`${one.sortCode} ${one.number}`, one);
  }
  return [...named.values()];
}

function namedSections(rows: readonly Row[], { section }: Columns): string[] {
  if (section === null) return [];
  const named = rows.flatMap(({ cells, fault }) => (fault ? [] : maskNumbers(readText(cells[section] ?? '', 40))));
  return [...new Set(named)].filter((name) => name !== '');
}

/** Reads the debit/credit column. If it names only one side, an empty cell means the other. */
function sideReader(rows: readonly Row[], { side }: Columns): (cells: readonly string[]) => Side | null | undefined {
  if (side === null) return () => undefined;
  const cellOf = (cells: readonly string[]) => cells[side]?.trim() ?? '';
  const named = new Set(rows.flatMap(({ cells }) => sideOf(cellOf(cells)) ?? []));
  const [only] = named.size === 1 ? named : [];
  const other = only && (only === 'in' ? 'out' : 'in');
  return (cells) => sideOf(cellOf(cells)) ?? (cellOf(cells) === '' ? other : undefined) ?? null;
}

const firstFilled = (cells: readonly string[], columns: readonly number[]) =>
  columns.map((at) => cells[at] ?? '').find((cell) => cell.trim() !== '') ?? '';

type Layouted = { columns: Columns; layout: string; sideIn: ReturnType<typeof sideReader> };

function rawLine({ line, cells, fault }: Row, { columns, layout, sideIn }: Layouted): RawLine {
  const of = (at: number | null) => (at === null ? '' : (cells[at] ?? ''));
  const { amount, out, into, accountNumber, sortCode } = columns;
  const kind = of(columns.kind).trim();
  const category = isOwnTransfer(kind) ? kind : of(columns.category).trim();
  const text = firstFilled(cells, columns.texts);
  const memo = of(columns.memo);
  const side = sideIn(cells);
  const unpaid = layout === 'tenure' && of(columns.status) !== 'Paid' ? 'unpaid' : null;
  return {
    line,
    date: firstFilled(cells, columns.dates),
    amount: amount === null ? { out: of(out), into: of(into) } : of(amount),
    ...(side !== undefined && { side }),
    fee: of(columns.fee).trim(),
    currency: of(columns.currency).trim().toUpperCase(),
    text,
    reference: of(columns.reference).trim() || (memo === text ? '' : memo),
    externalId: of(columns.externalId).trim() || null,
    category: (layout === 'tenure' ? categoryOfLabel(category) : category) || null,
    notPosted: unpaid ?? notPostedOf(of(columns.state)) ?? null,
    shown: () =>
      cells
        .map((cell, at) => {
          if (at === sortCode) return maskSortCodeCell(cell);
          return (at === accountNumber ? maskNumberCell(cell) : cell).slice(0, 300).trim();
        })
        .filter(Boolean)
        .join(', '),
    fault,
  };
}
