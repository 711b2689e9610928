/** Which column of a CSV file is what, where the landlord says it. */
import { z } from 'zod';
import { DATE_ORDERS } from './fields.ts';

const column = z.number().int().min(0).max(199);

/** As the landlord says it once of a layout that is not recognised. Columns count from 0. Either `amount`, or `out` and `into`. */
export const Mapping = z
  .object({
    date: column,
    order: z.enum(DATE_ORDERS),
    amount: column.nullable(),
    out: column.nullable().describe('Money out'),
    into: column.nullable().describe('Money in'),
    reversed: z.boolean().describe('Money out is written without a minus, and money in with one'),
    text: column,
    reference: column.nullable(),
  })
  .refine(({ amount, out, into }) => (amount === null) === (out !== null && into !== null), {
    path: ['amount'],
    error: 'Please choose the column of the amount, or both that of money out and that of money in',
  })
  .meta({ id: 'StatementMapping' });
export type Mapping = z.infer<typeof Mapping>;

/** What is read of each row; `texts` are tried in turn until one is filled. */
export type Columns = Omit<Mapping, 'text'> & {
  texts: number[];
  externalId: number | null;
  category: number | null;
  status: number | null;
  accountNumber: number | null;
  sortCode: number | null;
};

/** What only the layouts of banks have. */
export const NO_MORE_COLUMNS = { externalId: null, category: null, status: null, accountNumber: null, sortCode: null };

export function columnsOfMapping({ text, ...mapping }: Mapping): Columns {
  return { ...mapping, ...NO_MORE_COLUMNS, texts: [text] };
}

const LIKELY = [
  ['date', /date|day/],
  ['amount', /^(?!.*balance).*(amount|value)/],
  ['out', /paid out|money out|debit|withdraw|payments?$/],
  ['into', /paid in|money in|credit|deposit|receipts?$/],
  ['text', /description|memo|details|narrative|payee|counter ?party|merchant|particulars|name/],
  ['reference', /reference|^ref\b|notes/],
] as const;

/** What the headings let expect, for the landlord to confirm. */
export function likelyMapping(headings: readonly string[]): Partial<Mapping> {
  const plain = headings.map(plainHeading);
  const found: Partial<Mapping> = {};
  for (const [name, pattern] of LIKELY) {
    const at = plain.findIndex((heading) => pattern.test(heading));
    if (at >= 0) found[name] = at;
  }
  const apart = found.out !== undefined && found.into !== undefined && found.out !== found.into;
  return apart ? { ...found, amount: null } : { ...found, out: null, into: null };
}

export const plainHeading = (cell: string) => cell.replace(/\s+/g, ' ').trim().toLowerCase();
