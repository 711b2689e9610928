import { z } from 'zod';
import { DATE_ORDERS, isAmount, isDate } from './fields.ts';
import { isCurrency, sideOf } from './marks.ts';

type Row = { cells: readonly string[] };

const column = z.number().int().min(0).max(199);

/** Columns count from 0. Either `amount` is set, or both `out` and `into`. */
export const Mapping = z
  .object({
    date: column,
    order: z.enum(DATE_ORDERS),
    amount: column.nullable(),
    out: column.nullable().describe('Money out'),
    into: column.nullable().describe('Money in'),
    side: column.nullable().default(null).describe('Marks an amount as money in or out: DR or CR'),
    reversed: z.boolean().describe('Money out is written without a minus, and money in with one'),
    text: column,
    reference: column.nullable(),
  })
  .refine(({ amount, out, into }) => (amount === null) === (out !== null && into !== null), {
    path: ['amount'],
    error: 'Choose a column for the amount, or one each for money out and money in',
  })
  .meta({ id: 'StatementMapping' });
export type Mapping = z.infer<typeof Mapping>;

/** The columns to read in each row. `dates` and `texts` are alternatives, whose first non-empty cell is used. */
export type Columns = Omit<Mapping, 'text' | 'date'> & {
  dates: number[];
  texts: number[];
  memo: number | null;
  kind: number | null;
  externalId: number | null;
  category: number | null;
  status: number | null;
  state: number | null;
  fee: number | null;
  currency: number | null;
  accountNumber: number | null;
  sortCode: number | null;
  /** The account, product or pot of each row, as text. */
  section: number | null;
};

export const NO_MORE_COLUMNS = {
  side: null,
  memo: null,
  kind: null,
  externalId: null,
  category: null,
  status: null,
  state: null,
  fee: null,
  currency: null,
  accountNumber: null,
  sortCode: null,
  section: null,
};

/** Adds columns that need no question: state and fee by heading, and currency by heading or cells. */
export function columnsOfMapping(
  { text, date, ...mapping }: Mapping,
  { headings, rows }: { headings: readonly string[]; rows: readonly Row[] },
): Columns {
  const plain = headings.map(plainHeading);
  const at = (pattern: RegExp) => {
    const found = plain.findIndex((heading) => pattern.test(heading));
    return found < 0 ? null : found;
  };
  const taken = new Set([date, text, mapping.amount, mapping.out, mapping.into, mapping.side, mapping.reference]);
  const free = (column: number | null) => (column !== null && taken.has(column) ? null : column);
  const state = free(at(/^(?:transaction )?(?:state|status)$/));
  const others = plain.flatMap((heading, place) => (place !== date && /\bdate\b/.test(heading) ? place : []));
  const whole = mapping.amount !== null && /\b(?:net|total)\b/.test(plain[mapping.amount] ?? '');
  return {
    ...NO_MORE_COLUMNS,
    ...mapping,
    dates: state === null ? [date] : [date, ...others],
    texts: [text],
    state,
    fee: whole ? null : free(at(/^(?:transaction |bank )?(?:fees?|charges?)(?: \(gbp\))?$/)),
    currency: free(
      at(/^(?:payment |account |transaction )?(?:currency|ccy|cur)(?: code)?$/) ?? columnOf(rows, isCurrency),
    ),
  };
}

/** Returns the first column whose non-empty cells all match, in the first `SAMPLE_ROWS` rows. */
function columnOf(rows: readonly Row[], fits: (cell: string) => boolean): number | null {
  const firsts = rows.slice(0, SAMPLE_ROWS).map(({ cells }) => cells);
  const width = Math.max(0, ...firsts.map((cells) => cells.length));
  for (let at = 0; at < width; at++) {
    const filled = firsts.map((cells) => cells[at]?.trim() ?? '').filter((cell) => cell !== '');
    if (filled.length > 0 && filled.every(fits)) return at;
  }
  return null;
}

const SAMPLE_ROWS = 500;

const HEADING_PATTERNS = [
  ['date', /^(?!.*start).*(?:complet|settle|clear|book)/],
  ['date', /date|day/],
  ['amount', /^(?!.*(?:balance|local|orig)).*(?:amount|value|\bnet\b)/],
  ['out', /paid out|money out|debit|withdraw|payments?$/],
  ['into', /paid in|money in|credit|deposit|receipts?$/],
  ['text', /description|memo|details|narrative|payee|counter ?party|merchant|particulars|name/],
  ['reference', /reference|^ref\b|notes/],
] as const;

export function likelyMapping(headings: readonly string[], rows: readonly Row[]): Partial<Mapping> {
  const plain = headings.map(plainHeading);
  const side = columnOf(rows, (cell) => sideOf(cell) !== undefined && !isAmount(cell));
  const date = columnOf(rows, isDate);
  const found: Partial<Mapping> = {};
  for (const [name, pattern] of HEADING_PATTERNS) {
    const at = plain.findIndex((heading, place) => place !== side && pattern.test(heading));
    if (at >= 0) found[name] ??= at;
  }
  if (date !== null) found.date ??= date;
  const apart = found.out !== undefined && found.into !== undefined && found.out !== found.into;
  const one = { ...found, out: null, into: null, ...(side !== null && { side }) };
  return apart && side === null ? { ...found, amount: null } : one;
}

export const plainHeading = (cell: string) => cell.replace(/\s+/g, ' ').trim().toLowerCase();
