import { readText } from './words.ts';

type Row = { date: string; amount: number; text: string };

/** `start` is the date of the payer's first row with this amount. `rent` is pence. */
type NewTenant = { name: string; rent: number; start: string };

const payerOf = ({ amount, text }: Row) => `${amount} ${readText(text).nameKey}`;

/**
 * Returns a function that derives a new tenant from a row: 'J Patel' for 'FPI J PATEL RENT SEP'. `rows` may include
 * earlier rows of the payer.
 */
export function newTenantsOf(rows: readonly Row[]): (row: Row) => NewTenant {
  const firsts = new Map<string, string>();
  for (const row of rows) {
    const first = firsts.get(payerOf(row));
    if (!first || row.date < first) firsts.set(payerOf(row), row.date);
  }
  return (row) => {
    const { shown, key } = readText(row.text);
    const words = shown.split(' ').filter((word) => !/\d/.test(word));
    const name = (words.length > 0 ? words.join(' ') : key)
      .toLowerCase()
      .replace(/(^|[\s'’-])\p{L}/gu, (letter) => letter.toUpperCase());
    return { name: name.slice(0, 100), rent: row.amount, start: firsts.get(payerOf(row)) ?? row.date };
  };
}
