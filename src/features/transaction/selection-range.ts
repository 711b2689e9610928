/** Which rows lie between two, as a list shows them. */
import type { Page } from '../../web/records/pages.ts';

/** The ids from one row to another, both included, in the list's order; only `to` where `from` is not shown. */
export function between(pages: readonly Page<{ id: string }>[], from: string | undefined, to: string): string[] {
  const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
  const [start, end] = [from === undefined ? -1 : ids.indexOf(from), ids.indexOf(to)];
  if (start < 0 || end < 0) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}
