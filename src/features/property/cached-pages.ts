/**
 * A list that the browser holds, brought up to date after an add, a change or a removal, so that it is right at once and
 * without asking again for every page that was scrolled through.
 */
import type { Property, PropertyFilter, PropertySort } from './property.ts';

type Page = { items: Property[]; nextCursor: string | null; total: number };
type Pages<Param> = { pages: Page[]; pageParams: Param[] };

/** `before` is missing after an add, `after` after a removal. */
export type PropertyChange = { before?: Property | undefined; after?: Property | undefined };

/** The pages of the list that `filter` asks for, as the server would now answer them. */
export function withChange<Param>(list: Pages<Param>, change: PropertyChange, filter: PropertyFilter): Pages<Param> {
  const id = change.before?.id ?? change.after?.id;
  const listed = change.after && matches(change.after, filter) ? change.after : undefined;
  const shown = list.pages.some(({ items }) => items.some((item) => item.id === id));
  const counted = shown || (change.before !== undefined && matches(change.before, filter));
  const total = (list.pages[0]?.total ?? 0) - (counted ? 1 : 0) + (listed ? 1 : 0);
  const pages = list.pages.map((page) => ({ ...page, total, items: page.items.filter((item) => item.id !== id) }));
  if (listed) insert(pages, listed, filter.sort);
  return { ...list, pages };
}

function insert(pages: Page[], property: Property, sort: PropertySort): void {
  const follows = (item: Property) => ORDERS[sort](property, item) < 0;
  const page = pages.find(({ items }) => items.some(follows));
  if (page) page.items.splice(page.items.findIndex(follows), 0, property);
  // Behind all that is loaded: it belongs to a page still to come, unless there is none.
  else if (pages.at(-1)?.nextCursor === null) pages.at(-1)?.items.push(property);
}

function matches(property: Property, { q, status }: PropertyFilter): boolean {
  if (status && property.status !== status) return false;
  const { address, city, propertyType, postalCode } = property;
  const searched = [address, city, propertyType, postalCode, postalCode.replaceAll(' ', '')];
  return searched.some((field) => field.toLowerCase().includes(q.toLowerCase()));
}

/** Below zero when `a` stands before `b`. */
type Order = (a: Property, b: Property) => number;
const since: Order = (a, b) => Date.parse(a.dateAdded) - Date.parse(b.dateAdded);
const byId: Order = (a, b) => (a.id < b.id ? -1 : 1);

// As on the server, down to those that are equal: they stand by id.
const ORDERS: Record<PropertySort, Order> = {
  newest: (a, b) => since(b, a) || byId(b, a),
  oldest: (a, b) => since(a, b) || byId(a, b),
  address: (a, b) => a.address.toLowerCase().localeCompare(b.address.toLowerCase(), 'en-GB') || byId(a, b),
  rent: (a, b) => b.rent - a.rent || byId(b, a),
};
