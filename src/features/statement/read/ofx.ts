/**
 * OFX, of both kinds (SGML, where tags are not closed, and XML). Read here and not by a library, as those tell no line numbers and
 * reject a file that ends in the middle.
 */
import { MAX_LINES, type RawLine } from './statement.ts';

export function isOfx(text: string): boolean {
  return /<OFX>/i.test(text.slice(0, 5000));
}

export type OfxFile = {
  accounts: { sortCode: string; number: string }[];
  currency: string | undefined;
  raw: RawLine[];
};

const TAG = /<(\/?)([A-Z0-9_.]+)(?:\s[^>]*)?>([^<]*)/gi;

/** FITID is not read: many banks number each download anew, so that equal ids are different payments. */
export function readOfx(text: string): OfxFile {
  const found: OfxFile = { accounts: [], currency: undefined, raw: [] };
  let line = 1;
  let lineEnd = text.indexOf('\n');
  let account: OfxFile['accounts'][number] | undefined;
  let transaction: { line: number; parts: Map<string, string> } | undefined;
  for (const { index, 1: slash, 2: tag = '', 3: content = '' } of text.matchAll(TAG)) {
    for (; lineEnd >= 0 && lineEnd < index; lineEnd = text.indexOf('\n', lineEnd + 1)) line += 1;
    if (found.raw.length > MAX_LINES) break;
    const name = tag.toUpperCase();
    if (name === 'STMTTRN') {
      if (transaction) found.raw.push(rawLine(transaction, slash === '/'));
      transaction = slash ? undefined : { line, parts: new Map() };
    } else if (slash) {
      if (name === 'BANKTRANLIST' && transaction) found.raw.push(rawLine(transaction, true));
      if (name === 'BANKTRANLIST') transaction = undefined;
    } else if (transaction) {
      // The first of a name: a foreign amount may follow in parts of its own.
      if (!transaction.parts.has(name)) transaction.parts.set(name, entitiesRead(content).trim());
    } else if (name === 'BANKACCTFROM' || name === 'CCACCTFROM') {
      account = { sortCode: '', number: '' };
      found.accounts.push(account);
    } else if (name === 'BANKID' && account) account.sortCode = content.trim();
    else if (name === 'ACCTID' && account) account.number = content.trim();
    else if (name === 'CURDEF') found.currency = content.trim().toUpperCase();
  }
  if (transaction) found.raw.push(rawLine(transaction, false));
  return found;
}

function rawLine({ line, parts }: { line: number; parts: Map<string, string> }, closed: boolean): RawLine {
  const of = (name: string) => parts.get(name) ?? '';
  const date = of('DTPOSTED').slice(0, 8);
  const [name, memo] = [of('NAME'), of('MEMO')];
  const text = name && memo && !memo.startsWith(name) ? `${name} ${memo}` : memo || name;
  return {
    line,
    date,
    // OFX parts no thousands, so that a comma is the decimal point.
    amount: of('TRNAMT').replace(',', '.'),
    text: text || of('TRNTYPE'),
    reference: of('CHECKNUM') || of('REFNUM'),
    externalId: null,
    category: null,
    pending: false,
    shown: () => [date, of('TRNAMT'), name, memo].filter(Boolean).join(', '),
    fault: closed ? undefined : 'the file ends in the middle of this line',
  };
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', pound: '£' };

function entitiesRead(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|([a-z]+));/gi, (whole, code: string | undefined, name: string | undefined) => {
    if (code) return String.fromCodePoint(Math.min(Number(code), 0x10_ff_ff));
    return ENTITIES[name?.toLowerCase() ?? ''] ?? whole;
  });
}
