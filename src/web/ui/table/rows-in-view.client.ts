/** How far down the lists of this page are read, for who reads them again. Apart from the lists themselves, which come with their screens. */

/** How many of a list's items were drawn last, from its first on, under the name of the list and its look. */
export const drawn = new Map<string, number>();

/** How far down a list is in view, in items; Infinity for one that is not on the page, or not drawn here. */
export function rowsInView(list: string): number {
  return Math.max(...[...drawn].map(([name, end]) => (name.split('/')[0] === list ? end : 0))) || Infinity;
}
