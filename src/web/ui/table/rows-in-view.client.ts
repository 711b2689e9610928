/** The part of each list that is in view, for refetching. Separate from the lists, which load with their screens. */

/** The number of rendered items of a list, counted from its first, by the list's name and layout. */
export const drawn = new Map<string, number>();

/** The last item in view; Infinity for a list that is not on the page or not rendered here. */
export function rowsInView(list: string): number {
  return Math.max(...[...drawn].map(([name, end]) => (name.split('/')[0] === list ? end : 0))) || Infinity;
}
