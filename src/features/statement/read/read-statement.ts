import { maskNumbers, oneAccount } from './accounts.ts';
import { readCsv } from './csv.ts';
import { decodeStatement } from './decode.ts';
import { possibleOrders, readText } from './fields.ts';
import { linesOf } from './lines.ts';
import { isOfx, type OfxFile, readOfx } from './ofx.ts';
import { isQif, type QifFile, qifLine, readQif } from './qif.ts';
import { readRows } from './rows.ts';
import { otherCurrency, REFUSED, type Reading, type Row, SAMPLES, type Statement } from './statement.ts';

/** Output of the parser for a format, or the `reason` why the file cannot be read. */
export type Source =
  | { format: 'csv'; rows: Row[] }
  | ({ format: 'qif' } & QifFile)
  | ({ format: 'ofx' } & OfxFile)
  | { reason: string };

export function readSource(bytes: Uint8Array): Source {
  const text = decodeStatement(bytes);
  if (text === undefined) return { reason: REFUSED.notText };
  if (text.trim() === '') return { reason: REFUSED.empty };
  if (isOfx(text)) return { format: 'ofx', ...readOfx(text) };
  if (isQif(text)) return { format: 'qif', ...readQif(text) };
  return { format: 'csv', ...readRows(text) };
}

export function readStatement(source: Source, reading: Reading): Statement {
  if ('reason' in source) return { kind: 'refused', reason: source.reason };
  if (source.format === 'ofx') return fromOfx(source, reading);
  return source.format === 'qif' ? fromQif(source, reading) : readCsv(source.rows, reading);
}

function fromOfx({ accounts, raw }: OfxFile, reading: Reading): Statement {
  const currencies = new Set(raw.map(({ currency = 'GBP' }) => currency));
  const [only = 'GBP'] = currencies;
  if (currencies.size === 1 && only !== 'GBP') return { kind: 'refused', reason: otherCurrency(only) };
  const account = oneAccount(accounts, reading.fingerprint);
  if ('reason' in account) return account;
  const given = { layout: 'ofx', name: 'OFX', bank: undefined, order: 'ymd', ...account } as const;
  return linesOf(raw, { ...given, warnings: [] }, reading);
}

function fromQif({ rows, warnings }: QifFile, reading: Reading): Statement {
  const raw = rows.map(qifLine);
  const [only, ...others] = possibleOrders(raw.map(({ date }) => date)) ?? ['ymd' as const];
  const order = reading.order ?? (others.length > 0 ? undefined : only);
  const given = { layout: 'qif', name: 'QIF', bank: undefined, account: undefined, warnings };
  if (order) return linesOf(raw, { ...given, order }, reading);
  return {
    kind: 'ask',
    what: 'order',
    name: 'QIF',
    header: undefined,
    headings: ['Date', 'Amount', 'Text'],
    samples: raw
      .slice(0, SAMPLES)
      .map((one) => [one.date, one.amount, one.text].map((cell) => maskNumbers(readText(cell, 80)))),
    likely: {},
  };
}
