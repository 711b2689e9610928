/** QIF: each line's first letter names its field. Own code: libraries use floating point and give no line numbers. */
import { counted } from '../../../shared/text.ts';
import { maskNumbers } from './accounts.ts';
import { readText } from './fields.ts';
import {
  MAX_LINE_LENGTH,
  MAX_LINES,
  type RawLine,
  REFUSED,
  type Row,
  severalAccounts,
  TORN,
  tooLong,
} from './statement.ts';

/** Some programs omit the header line: the file then begins with a date and other fields, ended by '^'. */
export function isQif(text: string): boolean {
  const head = text.slice(0, 5000);
  return (
    /^\s*!(?:type|account|option|clear)\b/i.test(head) || /^\s*D[^\n]*\d[^\n]*\n(?:[A-Z$%][^\n]*\n){1,20}\^/.test(head)
  );
}

export type QifFile = { rows: Row[]; warnings: string[] };

type Entry = { parts: Map<string, string>; line: number; splits: number };

/** Reads bank, card and cash accounts. Skips category lists, and warns about investments. */
export function readQif(text: string): QifFile | { reason: string } {
  const rows: Row[] = [];
  const accounts = new Map<string, number>();
  let [kind, account, investments, splits, line] = ['bank', '', 0, 0, 0];
  let entry: Entry | undefined;
  const end = (closed: boolean) => {
    if (entry && kind === 'account') account = entry.parts.get('N') ?? '';
    if (entry && kind === 'invst') investments += 1;
    if (entry && BANK_SECTIONS.test(kind)) {
      rows.push(rowOf(entry, closed));
      const name = account || kind;
      accounts.set(name, (accounts.get(name) ?? 0) + 1);
      if (entry.splits > 0) splits += 1;
    }
    entry = undefined;
  };
  for (let from = 0; from < text.length && rows.length <= MAX_LINES; ) {
    const at = text.indexOf('\n', from);
    const to = at < 0 ? text.length : at;
    line += 1;
    if (to - from > MAX_LINE_LENGTH) return { reason: tooLong(line) };
    const [letter, rest] = [text.charAt(from), text.slice(from + 1, to).trim()];
    if (letter === '!') {
      end(true);
      const [, list] = /^type:\s*(\w+)/i.exec(rest) ?? [];
      if (list) kind = list.toLowerCase();
      else if (/^account/i.test(rest)) kind = 'account';
    } else if (letter === '^') end(true);
    else if (to > from && (letter + rest).trim() !== '') {
      entry ??= { parts: new Map(), line, splits: 0 };
      if (letter === 'S') entry.splits += 1;
      if (!entry.parts.has(letter)) entry.parts.set(letter, rest);
    }
    from = to + 1;
  }
  // Some banks omit the last '^'.
  end(text.endsWith('\n') && entry !== undefined && ['D', 'T'].every((letter) => entry?.parts.has(letter)));
  if (accounts.size > 1) return { reason: severalAccounts([...accounts.keys()].map(nameOf)) };
  if (rows.length === 0) return { reason: REFUSED.noLines };
  return { rows, warnings: warningsOf({ splits, investments }) };
}

const BANK_SECTIONS = /^(?:bank|ccard|cash|oth)$/;
const KINDS: Record<string, string> = { bank: 'a bank account', ccard: 'a credit card', cash: 'cash', oth: 'another' };

const nameOf = (account: string) => KINDS[account] ?? maskNumbers(readText(account, 60));

function warningsOf({ splits, investments }: { splits: number; investments: number }): string[] {
  return [
    splits > 0 &&
      `${counted(splits, 'row is', 'rows are')} split into parts in this file. We will import each with its total.`,
    investments > 0 && `${counted(investments, 'entry', 'entries')} of investments cannot be imported.`,
  ].filter((warning) => warning !== false);
}

const MAX_SHOWN = 1_200;

function rowOf({ parts, line }: Entry, closed: boolean): Row {
  const of = (letter: string) => parts.get(letter) ?? '';
  const text = of('P') && of('M') && !of('M').startsWith(of('P')) ? `${of('P')} ${of('M')}` : of('M') || of('P');
  const shown = [of('D'), of('T'), of('P'), of('M')].filter(Boolean).join(', ').slice(0, MAX_SHOWN);
  return { line, cells: [of('D'), of('T') || of('U'), text, of('N'), shown], ...(!closed && { fault: TORN }) };
}

export function qifLine({ line, cells: [date = '', amount = '', text = '', reference = '', shown = ''], fault }: Row) {
  const none = { externalId: null, category: null, notPosted: null };
  return { line, date, amount, text, reference, ...none, shown: () => shown, fault } satisfies RawLine;
}
