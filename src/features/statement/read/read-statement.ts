/** A statement file, from its bytes to what is in it. */
import { maskNumbers, oneAccount } from './accounts.ts';
import { readCsv } from './csv.ts';
import { decodeStatement } from './decode.ts';
import { possibleOrders, readText } from './fields.ts';
import { linesOf, typedAmount } from './lines.ts';
import { isOfx, readOfx } from './ofx.ts';
import { isQif, readQif } from './qif.ts';
import { otherCurrency, REFUSED, type Reading, SAMPLES, type Statement } from './statement.ts';

export function readStatement(bytes: Uint8Array, reading: Reading): Statement {
  const text = decodeStatement(bytes);
  if (text === undefined) return { kind: 'refused', reason: REFUSED.notText };
  if (text.trim() === '') return { kind: 'refused', reason: REFUSED.empty };
  if (isOfx(text)) return fromOfx(text, reading);
  if (isQif(text)) return fromQif(text, reading);
  return readCsv(text, reading);
}

function fromOfx(text: string, reading: Reading): Statement {
  const { accounts, raw } = readOfx(text);
  const currencies = new Set(raw.map(({ currency = 'GBP' }) => currency));
  const [only = 'GBP'] = currencies;
  if (currencies.size === 1 && only !== 'GBP') return { kind: 'refused', reason: otherCurrency(only) };
  const account = oneAccount(accounts, reading.fingerprint);
  if ('reason' in account) return account;
  const given = { layout: 'ofx', name: 'OFX', bank: undefined, order: 'ymd', ...account } as const;
  return linesOf(raw, { ...given, warnings: [] }, reading);
}

function fromQif(text: string, reading: Reading): Statement {
  const read = readQif(text);
  if ('reason' in read) return { kind: 'refused', reason: read.reason };
  const { raw, warnings } = read;
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
      .map((one) => [one.date, typedAmount(one.amount), one.text].map((cell) => maskNumbers(readText(cell, 80)))),
    likely: {},
  };
}
