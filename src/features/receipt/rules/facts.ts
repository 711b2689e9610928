/** Date, total and supplier in the text of a receipt or an invoice: proposals for a landlord to confirm. */
import { isDay } from '../../../shared/dates.ts';
import { MAX_PENCE } from '../../../shared/money.ts';
import type { Line } from '../../file/pdf/lines.ts';

/** Facts that were not found are null. `amount` is pence, above zero. */
export type PdfFacts = { date: string | null; amount: number | null; supplier: string | null };

/** `today` is the date in London. Later dates are ignored, because they are due dates or guarantees. */
export function readFacts(lines: readonly Line[], today: string): PdfFacts {
  const texts = lines.map(({ text }) => text);
  return { date: dateOf(texts, today), amount: totalOf(texts), supplier: supplierOf(lines) };
}

const MONEY = /(?<![\d.,])(?:£ ?|GBP ?)?(\d{1,3}(?:,\d{3})+|\d{1,8})\.(\d{2})(?![\d%]|[.,]\d)/gu;

function amountsIn(text: string): number[] {
  return [...text.matchAll(MONEY)]
    .map(([, pounds = '', pence = '']) => Number(pounds.replaceAll(',', '')) * 100 + Number(pence))
    .filter((amount) => amount > 0 && amount <= MAX_PENCE);
}

/** Labels of a total, the most reliable first. */
const TOTALS = [
  /\b(?:grand total|total (?:amount )?(?:due|payable|paid|to pay)|amount (?:due|payable|paid|charged)|balance due|please pay|you paid|invoice total|total inc)/i,
  /\btotal\b/i,
];
const NOT_TOTALS = /\b(?:sub[ -]?total|total (?:vat|tax|net|ex)|net total|vat total|previous|discount|savings?)\b/i;

/** Returns the amount after or below the label of a total, otherwise the largest on a line with a pound sign. */
function totalOf(lines: readonly string[]): number | null {
  for (const words of TOTALS) {
    const found = lines.flatMap((line, at) => {
      const place = line.search(words);
      if (place < 0 || NOT_TOTALS.test(line)) return [];
      const own = amountsIn(line.slice(place));
      const next = lines[at + 1] ?? '';
      return own.length > 0 ? own.slice(-1) : /[a-z]{4}/i.test(next) ? [] : amountsIn(next).slice(-1);
    });
    if (found.length > 0) return Math.max(...found);
  }
  const marked = lines.filter((line) => /£|\bGBP\b/u.test(line)).flatMap(amountsIn);
  return marked.length > 0 ? Math.max(...marked) : null;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = String.raw`(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?`;
const DATES = new RegExp(
  [
    String.raw`(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)`,
    String.raw`(?<![\d/.])(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?![\d/])`,
    String.raw`(?<!\d)(\d{1,2})(?:st|nd|rd|th)?[ -]${MONTH},?[ -](\d{4}|\d{2})(?!\d)`,
    String.raw`\b${MONTH} (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)`,
  ].join('|'),
  'gi',
);

/** Expects the day before the month, as in the UK. */
function datesIn(text: string, today: string): string[] {
  return [...text.matchAll(DATES)].flatMap((match) => {
    const [, y1, m1, d1, d2, m2, y2, d3, m3, y3, m4, d4, y4] = match;
    const year = y1 ?? y2 ?? y3 ?? y4 ?? '';
    const month = m1 ?? m2 ?? String(MONTHS.indexOf((m3 ?? m4 ?? '').toLowerCase()) + 1);
    const day = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${(d1 ?? d2 ?? d3 ?? d4 ?? '').padStart(2, '0')}`;
    return isDay(day) && day >= '1990-01-01' && day <= today ? [day] : [];
  });
}

const DATED = [
  /\b(?:invoice|receipt|issued?|tax point|paid|payment|order)\b.*\bdate|date (?:of issue|issued|paid)|tax point/i,
  /\bdate\b/i,
];
const NOT_DATED = /\bdue\b|\bexpir|\bvalid\b|\bdelivery\b|\bfrom\b/i;

/** Returns the date after or below its label, otherwise the first date that is not a due date. */
function dateOf(lines: readonly string[], today: string): string | null {
  for (const words of DATED)
    for (const [at, line] of lines.entries()) {
      const place = line.search(words);
      if (place < 0 || (NOT_DATED.test(line) && !/invoice date|date of issue/i.test(line))) continue;
      const [found] = [...datesIn(line.slice(place), today), ...datesIn(lines[at + 1] ?? '', today)];
      if (found) return found;
    }
  return lines.filter((line) => !NOT_DATED.test(line)).flatMap((line) => datesIn(line, today))[0] ?? null;
}

const COMPANY = /\b(?:ltd|limited|llp|plc|l\.?t\.?d\.|& sons?|& co|services|plumbing|electrical|council)\b/i;
const CUSTOMER = /\b(?:bill(?:ed)? to|invoice to|sold to|deliver(?:y|ed)? to|ship to|customer|client)\b|^to:?$/i;
const NO_NAME =
  /^(?:tax |vat |sales )?(?:invoice|receipt|bill|statement|quote|order|page|date|total|thank you|copy|paid|proforma|credit note)\b|@|www\.|https?:|\bvat (?:no|reg)|\btel\b|\bphone\b|\d{3,}|£/iu;
const MAX_NAME = 60;
const HEAD_LINES = 15;

/** Returns the text after a label, otherwise a company in the head, otherwise the largest text there. */
function supplierOf(lines: readonly Line[]): string | null {
  const whole = lines.map(({ text }) => text).join('\n');
  const named = /^(?:from|supplier|seller|sold by|payee):?[ \t]+(.+)$/im.exec(whole)?.[1];
  if (named && isName(tidy(named))) return tidy(named);
  const names = headOf(lines).filter(({ text }) => isName(text));
  const company = names.find(({ text }) => COMPANY.test(text));
  const [largest] = names.sort((a, b) => b.height - a.height);
  return (company ?? largest)?.text ?? null;
}

/** Returns columns of the first lines, without the column of the customer. */
function headOf(lines: readonly Line[]): Line[] {
  const head: Line[] = [];
  let customer = { column: 0, left: 0 };
  for (const { text, height } of lines.slice(0, HEAD_LINES)) {
    const columns = text.split('\t');
    const label = columns.findIndex((column) => CUSTOMER.test(column));
    for (const [at, column] of columns.entries())
      if (at !== label && !(customer.left > 0 && at === customer.column)) head.push({ text: tidy(column), height });
    customer = label >= 0 ? { column: label, left: 2 } : { ...customer, left: customer.left - 1 };
  }
  return head;
}

function isName(text: string): boolean {
  return text.length >= 3 && text.length <= MAX_NAME && /\p{L}{2}/u.test(text) && !NO_NAME.test(text);
}

const tidy = (name: string) =>
  name
    .split('\t', 1)[0]
    ?.replace(/[,:;|]+$/, '')
    .trim() ?? '';
