/** What a bank row says of a tenant who is not entered yet. Pure. */
import { readText } from './words.ts';

type Row = { date: string; amount: number; text: string };

/** Name, rent in pence and the day of the first such row of `rows`: where the lease may begin. */
type TenantOfPayer = { name: string; rent: number; start: string };

/** 'J Patel' of 'FPI J PATEL RENT SEP'. */
export function newTenantOf(row: Row, rows: readonly Row[]): TenantOfPayer {
  const { nameKey, shown, key } = readText(row.text);
  const same = rows.filter(({ text, amount }) => amount === row.amount && readText(text).nameKey === nameKey);
  const start = same.reduce((first, { date }) => (date < first ? date : first), row.date);
  const words = shown.split(' ').filter((word) => !/\d/.test(word));
  const name = (words.length > 0 ? words.join(' ') : key)
    .toLowerCase()
    .replace(/(^|[\s'’-])\p{L}/gu, (letter) => letter.toUpperCase());
  return { name: name.slice(0, 100), rent: row.amount, start };
}
