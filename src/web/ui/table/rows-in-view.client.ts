/** The rendered part of each list, for refetching. In its own file, as the lists load with their screens. */

/** The index after the last rendered item, by the list's name and layout ('items/cards'). */
export const renderedEnds = new Map<string, number>();

/** Returns the number of items up to the last rendered one, or Infinity for a list that is not on the page. */
export function rowsInView(list: string): number {
  return Math.max(...[...renderedEnds].map(([name, end]) => (name.split('/')[0] === list ? end : 0))) || Infinity;
}
