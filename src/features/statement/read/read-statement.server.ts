/** A statement file, from its bytes to what is in it. */
import { maskNumbers, oneAccount } from './accounts.ts';
import { readCsv } from './csv.server.ts';
import { decodeStatement } from './decode.ts';
import { possibleOrders } from './fields.ts';
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
  const { accounts, currency = 'GBP', raw } = readOfx(text);
  if (currency !== 'GBP') return { kind: 'refused', reason: otherCurrency(currency) };
  const account = oneAccount(accounts, reading.fingerprint);
  if ('reason' in account) return account;
  return linesOf(raw, { layout: 'ofx', name: 'OFX', bank: undefined, order: 'ymd', ...account }, reading);
}

function fromQif(text: string, reading: Reading): Statement {
  const raw = readQif(text);
  const [only, ...others] = possibleOrders(raw.map(({ date }) => date)) ?? ['ymd' as const];
  const order = reading.order ?? (others.length > 0 ? undefined : only);
  const told = { layout: 'qif', name: 'QIF', bank: undefined, account: undefined };
  if (order) return linesOf(raw, { ...told, order }, reading);
  return {
    kind: 'ask',
    what: 'order',
    name: 'QIF',
    header: undefined,
    headings: ['Date', 'Amount', 'Text'],
    samples: raw.slice(0, SAMPLES).map((one) => [one.date, typedAmount(one.amount), one.text].map(maskNumbers)),
    likely: {},
  };
}
