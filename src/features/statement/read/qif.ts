/** QIF: a letter at the beginning of each line says what it is. Read here, as libraries make fractions of amounts and tell no line numbers. */
import { MAX_LINES, type RawLine } from './statement.ts';

export function isQif(text: string): boolean {
  return /^\s*!(type|account|option)\b/i.test(text);
}

/** Of accounts at banks, cards and cash; lists and investments are left out. */
export function readQif(text: string): RawLine[] {
  const found: RawLine[] = [];
  let inList = false;
  let parts = new Map<string, string>();
  let begun = 0;
  const end = (closed: boolean) => {
    if (inList && parts.size > 0) found.push(rawLine(parts, { line: begun, closed }));
    parts = new Map();
  };
  for (const [at, whole] of text.split('\n').entries()) {
    if (found.length > MAX_LINES) break;
    const [letter, rest] = [whole.charAt(0), whole.slice(1).trim()] as const;
    if (letter === '!') {
      end(true);
      if (!/^option/i.test(rest)) inList = /^type:\s*(bank|ccard|cash|oth [al])/i.test(rest);
    } else if (letter === '^') end(true);
    else if (whole.trim() !== '') {
      if (parts.size === 0) begun = at + 1;
      if (!parts.has(letter)) parts.set(letter, rest);
    }
  }
  // Some banks leave the last mark away.
  end(text.endsWith('\n') && parts.has('D') && parts.has('T'));
  return found;
}

function rawLine(parts: Map<string, string>, { line, closed }: { line: number; closed: boolean }): RawLine {
  const of = (letter: string) => parts.get(letter) ?? '';
  const text = of('P') && of('M') && !of('M').startsWith(of('P')) ? `${of('P')} ${of('M')}` : of('M') || of('P');
  return {
    line,
    date: of('D'),
    amount: of('T') || of('U'),
    text,
    reference: of('N'),
    externalId: null,
    category: null,
    pending: false,
    shown: () => [of('D'), of('T'), of('P'), of('M')].filter(Boolean).join(', '),
    fault: closed ? undefined : 'the file ends in the middle of this line',
  };
}
