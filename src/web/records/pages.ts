/**
 * A list that the browser holds, brought up to date after an add, a change or a removal, so that it is right at once and
 * without asking again for every page that was scrolled through.
 */

/** `total` is null in a list so long that it is counted by a request of its own. */
export type Page<Item> = { items: Item[]; nextCursor: string | null; total: number | null };
type Pages<Item, Param> = { pages: Page<Item>[]; pageParams: Param[] };

/** `before` is missing after an add, `after` after a removal. */
export type Change<Item> = { before?: Item | undefined; after?: Item | undefined };

/** Below zero when `a` stands before `b`. */
type Compare<Item> = (a: Item, b: Item) => number;

/** What of a noun a list shows, and in which order: a noun's answer to a filter, the very same as its SQL gives. */
export type Listing<Item> = { matches: (item: Item) => boolean; compare: Compare<Item> };

/** The pages of a list, as the server would now answer them. */
export function withChange<Item extends { id: string }, Param>(
  list: Pages<Item, Param>,
  change: Change<Item>,
  { matches, compare }: Listing<Item>,
): Pages<Item, Param> {
  const id = change.before?.id ?? change.after?.id;
  const listed = change.after && matches(change.after) ? change.after : undefined;
  const shown = list.pages.some(({ items }) => items.some((item) => item.id === id));
  const counted = shown || (change.before !== undefined && matches(change.before));
  const was = list.pages[0]?.total ?? null;
  const total = was === null ? null : was - (counted ? 1 : 0) + (listed ? 1 : 0);
  const pages = list.pages.map((page) => ({ ...page, total, items: page.items.filter((item) => item.id !== id) }));
  if (listed) insert(pages, listed, compare);
  return { ...list, pages };
}

function insert<Item>(pages: Page<Item>[], added: Item, compare: Compare<Item>): void {
  const follows = (item: Item) => compare(added, item) < 0;
  const page = pages.find(({ items }) => items.some(follows));
  if (page) page.items.splice(page.items.findIndex(follows), 0, added);
  // Behind all that is loaded: it belongs to a page still to come, unless there is none.
  else if (pages.at(-1)?.nextCursor === null) pages.at(-1)?.items.push(added);
}

/** Sorted upwards; those that are alike stand by id, as the server's `Order` has it. */
export function ascending<Item extends { id: string }>(compare: Compare<Item>): Compare<Item> {
  return (a, b) => compare(a, b) || byText(a.id, b.id);
}

/** The same downwards, those that are alike too. */
export function descending<Item extends { id: string }>(compare: Compare<Item>): Compare<Item> {
  const upwards = ascending(compare);
  return (a, b) => upwards(b, a);
}

/** For texts that are sorted as they are written, such as `sortKey(name)`, days and instants. */
export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
