/** Buckets of stored sums (`app.tax_bucket`): days 1 to 5 of a month, and the days from the 6th. */
import { addDays } from '../../../shared/dates.ts';
import type { TaxYear } from './tax-year.ts';

type Bucket = { first: string; last: string };

function bucketOf(day: string): Bucket {
  const month = day.slice(0, 7);
  if (day.slice(8) < '06') return { first: `${month}-01`, last: `${month}-05` };
  const later = addDays(`${month}-28`, 4);
  return { first: `${month}-06`, last: addDays(`${later.slice(0, 7)}-01`, -1) };
}

/** Returns the first days of a period's buckets. A list of days is faster in the index than a range. */
export function bucketsIn({ from, to }: Pick<TaxYear, 'from' | 'to'>): string[] {
  const starts: string[] = [];
  for (let bucket = bucketOf(from); bucket.first <= to; bucket = bucketOf(addDays(bucket.last, 1)))
    starts.push(bucket.first);
  return starts;
}

/** Buckets with a change after their first day. */
export const dividedBuckets = (changes: readonly string[]): Bucket[] => [
  ...new Map(
    changes
      .map((day) => ({ day, ...bucketOf(day) }))
      .filter(({ day, first }) => day !== first)
      .map(({ first, last }) => [first, { first, last }]),
  ).values(),
];
