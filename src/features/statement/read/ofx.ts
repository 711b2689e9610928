/** Reads OFX as SGML (unclosed tags) and XML. Own code: libraries give no line numbers and reject truncated files. */
import { isDay, londonDay } from '../../../shared/dates.ts';
import { decodeEntities } from './entities.ts';
import { MAX_LINES, type RawLine, TORN } from './statement.ts';

/** Some programs export only the transaction list. */
export function isOfx(text: string): boolean {
  return /<(?:OFX|BANKTRANLIST|STMTRS|CCSTMTRS|STMTTRN)>/i.test(text.slice(0, 5000));
}

export type OfxFile = {
  accounts: { sortCode: string; number: string }[];
  raw: RawLine[];
};

type Transaction = { line: number; parts: Map<string, string>; currency: string; pending: boolean; inForeign: boolean };

/** FITID is not used: many banks renumber each download, so equal ids can be different payments. */
export function readOfx(text: string): OfxFile {
  const found: OfxFile = { accounts: [], raw: [] };
  let account: OfxFile['accounts'][number] | undefined;
  let currency = 'GBP';
  let transaction: Transaction | undefined;
  const end = (closed: boolean) => {
    if (transaction) found.raw.push(rawLine(transaction, closed));
    transaction = undefined;
  };
  for (const { name, closing, content, line } of elements(text)) {
    if (found.raw.length > MAX_LINES) break;
    if (name === 'STMTTRN' || name === 'STMTTRNP') {
      end(closing);
      const pending = name === 'STMTTRNP';
      if (!closing) transaction = { line, parts: new Map(), currency, pending, inForeign: false };
    } else if (name === 'CURRENCY' && transaction) transaction.inForeign = !closing;
    else if (closing) {
      if (name === 'BANKTRANLIST' || name === 'BANKTRANLISTP') end(true);
    } else if (transaction) {
      if (name === 'CURSYM' && transaction.inForeign) transaction.currency = content;
      // Keep the first value of a name: a foreign amount may follow in nested elements.
      if (!transaction.parts.has(name)) transaction.parts.set(name, content);
    } else if (name === 'BANKACCTFROM' || name === 'CCACCTFROM') {
      account = { sortCode: '', number: '' };
      found.accounts.push(account);
    } else if (name === 'BANKID' && account) account.sortCode = content;
    else if (name === 'ACCTID' && account) account.number = content;
    else if (name === 'CURDEF') currency = content.toUpperCase();
  }
  end(false);
  return found;
}

type Element = { name: string; closing: boolean; content: string; line: number };

const TAG = /<(\/?)([a-z0-9_.]{1,32})(?:\s[^<>]{0,200})?\/?>/iy;
const HTML_TAG = /^(?:br|p|b|i|u|em|strong|span|font|div|td|tr|small)$/i;
const CDATA = '<![CDATA[';

/** Yields each tag with the text up to the next tag, in linear time even if tags are not closed. */
function* elements(text: string): Generator<Element> {
  let open: Element | undefined;
  const lastCdata = text.lastIndexOf(']]>');
  let [line, lineEnd] = [1, text.indexOf('\n')];
  let from = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', from)) {
    if (open) open.content += text.slice(from, at);
    if (text.startsWith(CDATA, at) && lastCdata > at) {
      const end = text.indexOf(']]>', at);
      // Escapes '&', which is literal in CDATA, because references are decoded later.
      if (open) open.content += text.slice(at + CDATA.length, end).replaceAll('&', '&amp;');
      from = end + 3;
      continue;
    }
    TAG.lastIndex = at;
    const [whole = '<', slash = '', tag = ''] = TAG.exec(text) ?? [];
    from = at + whole.length;
    if (tag === '' || HTML_TAG.test(tag)) {
      if (open) open.content += tag === '' ? '<' : ' ';
      continue;
    }
    if (open) yield { ...open, content: contentOf(open.content) };
    for (; lineEnd >= 0 && lineEnd < at; lineEnd = text.indexOf('\n', lineEnd + 1)) line += 1;
    open = { name: tag.toUpperCase(), closing: slash === '/', content: '', line };
  }
  if (open) yield { ...open, content: contentOf(open.content + text.slice(from)) };
}

const MAX_CONTENT = 2_000;
const contentOf = (content: string) => decodeEntities(content.slice(0, MAX_CONTENT)).replace(/\s+/g, ' ').trim();

function rawLine({ line, parts, currency, pending }: Transaction, closed: boolean): RawLine {
  const of = (name: string) => parts.get(name) ?? '';
  const date = dayOf(of('DTPOSTED') || of('DTUSER') || of('DTTRAN'));
  const [short, memo] = [of('NAME') || of('EXTDNAME'), of('MEMO')];
  const name = of('EXTDNAME').startsWith(short) ? of('EXTDNAME') : short;
  const text = name && memo && !memo.startsWith(name) ? `${name} ${memo}` : memo || name;
  return {
    line,
    date,
    amount: decimalPoint(of('TRNAMT')),
    currency: currency.toUpperCase(),
    text: text || of('TRNTYPE'),
    reference: of('CHECKNUM') || of('REFNUM'),
    externalId: null,
    category: null,
    notPosted: pending ? 'pending' : null,
    shown: () => [date, of('TRNAMT'), name, memo].filter(Boolean).join(', '),
    fault: closed ? undefined : TORN,
  };
}

const TIMED = /^(\d{4})(\d\d)(\d\d)([01]\d|2[0-3])([0-5]\d)\d\d(?:\.\d+)?\[([-+]?\d{1,2}(?:\.\d+)?)(?::\w+)?\]$/;

/** Returns the day in London of a time with an offset in hours, such as '20260630230000[0:GMT]', otherwise its day. */
function dayOf(posted: string): string {
  const [, year, month, date, hour, minute, offset] = TIMED.exec(posted) ?? [];
  const day = `${year}-${month}-${date}`;
  if (!isDay(day)) return posted.slice(0, 8);
  return londonDay(new Date(Date.parse(`${day}T${hour}:${minute}Z`) - Number(offset) * 3_600_000));
}

/** The last '.' or ',' is the decimal point, as OFX has no thousands separator: '1,650' is 1.65, '1,650.00' is 1650. */
function decimalPoint(amount: string): string {
  const [comma, point] = [amount.lastIndexOf(','), amount.lastIndexOf('.')];
  if (comma < 0 || (point > comma && /^[-+]?\d{1,3}(?:,\d{3})+\.\d*$/.test(amount))) return amount;
  if (point >= 0 && point < comma && /^[-+]?\d{1,3}(?:\.\d{3})+,\d*$/.test(amount))
    return amount.replaceAll('.', '').replace(',', '.');
  return point < 0 ? amount.replace(',', '.') : amount;
}
