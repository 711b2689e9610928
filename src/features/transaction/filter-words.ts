/** What is filtered, in words. */
import { categoryLabel } from './category.ts';
import { countLine } from './labels.ts';

/** 'Maintenance, Taxes'; 'All categories except Taxes'; '4 categories'. `offered` are all that can be chosen. */
export function categoriesLine(chosen: readonly string[], offered: readonly string[]): string {
  const missing = offered.filter((category) => !chosen.includes(category));
  const [only] = missing;
  if (missing.length === 1 && only !== undefined) return `All categories except ${categoryLabel(only)}`;
  return chosen.length <= 2 ? chosen.map(categoryLabel).join(', ') : `${chosen.length} categories`;
}

/** '184 of 186 transactions', and '186 transactions' where nothing is filtered. Undefined is still on its way. */
export function countOf(count: number | undefined, all: number | undefined): string {
  if (count === undefined) return 'counting…';
  if (all === undefined || all <= count) return countLine(count);
  return `${count.toLocaleString('en-GB')} of ${countLine(all)}`;
}
