/** A CSV statement: in the layout of a bank, or in one that the landlord has explained. */
import { maskNumberCell, maskNumbers, maskSortCodeCell, oneAccount } from './accounts.ts';
import { type DateOrder, possibleOrders, readText } from './fields.ts';
import { categoryOfLabel, type Found, findLayout } from './find-layout.ts';
import type { Layout } from './layouts.ts';
import { linesOf } from './lines.ts';
import { type Columns, columnsOfMapping, likelyMapping, plainHeading } from './mapping.ts';
import { readRows } from './rows.server.ts';
import { type Question, type RawLine, REFUSED, type Reading, type Row, SAMPLES, type Statement } from './statement.ts';

export function readCsv(text: string, reading: Reading): Statement {
  const rows = readRows(text);
  const found = findLayout(rows);
  const { layout } = found;
  const below = rows.slice(found.from).filter((row) => isLine(row, layout));
  if (!below.some(({ cells }) => cells.length > 1)) return { kind: 'refused', reason: REFUSED.noLines };
  const columns = reading.mapping ? columnsOfMapping(reading.mapping) : found.columns;
  if (!columns) return question(found, below, 'columns');
  const order = reading.mapping?.order ?? reading.order ?? orderOf(below, columns, found.certain);
  if (!order) return question(found, below, 'order');
  const account = oneAccount(namedAccounts(below, columns), reading.fingerprint);
  if ('reason' in account) return account;
  const { id, name, bank } = (!reading.mapping && layout) || { id: 'mapped', name: 'CSV', bank: undefined };
  const raw = below.map((row) => rawLine(row, columns, id));
  const { today } = reading;
  return linesOf(raw, { layout: id, name, bank, order, ...account }, { today, reversed: columns.reversed });
}

function isLine({ cells }: Row, layout: Layout | undefined): boolean {
  return cells.some((cell) => cell.trim() !== '') && !layout?.footer?.test(cells[0] ?? '');
}

function question({ layout, headings }: Found, rows: readonly Row[], what: Question['what']): Question {
  return {
    kind: 'ask',
    what,
    name: layout?.name,
    header: headings.length > 0 ? headings.map(plainHeading).join('\n') : undefined,
    headings: headings.map((heading) => maskNumbers(readText(heading, 80))),
    samples: rows.slice(0, SAMPLES).map(({ cells }) => cells.map((cell) => maskNumbers(readText(cell, 80)))),
    likely: what === 'columns' ? likelyMapping(headings) : {},
  };
}

/** Undefined where the dates could be read two ways, or speak against the layout's own. */
function orderOf(rows: readonly Row[], { date, order }: Columns, certain: boolean): DateOrder | undefined {
  const orders = possibleOrders(rows.map(({ cells }) => cells[date] ?? ''));
  if (!orders) return order;
  if (orders.size === 1) return certain && !orders.has(order) ? undefined : [...orders][0];
  return certain ? order : undefined;
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

function rawLine({ line, cells, fault }: Row, columns: Columns, layout: string): RawLine {
  const of = (at: number | null) => (at === null ? '' : (cells[at] ?? ''));
  const { amount, out, into, accountNumber, sortCode } = columns;
  const category = of(columns.category).trim();
  return {
    line,
    date: of(columns.date),
    amount: amount === null ? { out: of(out), into: of(into) } : of(amount),
    text: columns.texts.map(of).find((text) => text.trim() !== '') ?? '',
    reference: of(columns.reference),
    externalId: of(columns.externalId).trim() || null,
    category: (layout === 'tenure' ? categoryOfLabel(category) : category) || null,
    pending: layout === 'tenure' && of(columns.status) !== 'Paid',
    shown: () =>
      cells
        .map((cell, at) => {
          if (at === sortCode) return maskSortCodeCell(cell);
          return (at === accountNumber ? maskNumberCell(cell) : cell).trim();
        })
        .filter(Boolean)
        .join(', '),
    fault,
  };
}
