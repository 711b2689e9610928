/**
 * Tracks the changes made in this tab, whose live changes contain the id of the request. A query that began after the
 * response to that request already contains the change and is not invalidated.
 */
import type { Query, QueryCacheNotifyEvent } from '@tanstack/react-query';
import type { LiveChange } from '../../shared/records/live-change.ts';

/** A logical clock of responses to saves and starts of queries. */
let step = 0;
/** Steps of responses by request id, and step 0 by '{id} {version}' if all queries are already up to date. */
const known = new Map<string, number>();
const begun = new WeakMap<object, number>();

/** Called with each response to a completed save. An import streams its response and does not use this. */
export function trackResponse({ headers }: Response): void {
  known.set(headers.get('x-request-id') ?? '', ++step);
}

/** Marks a record as saved by this tab, with all queries updated. `version` is null if the record was deleted. */
export function trackSaved({ id, version }: Pick<LiveChange, 'id' | 'version'>): void {
  known.set(`${id} ${version}`, 0);
}

/** Called with all events of the query cache. Fetching a further page does not refresh the whole query. */
export function trackFetch(event: QueryCacheNotifyEvent): void {
  if (event.type === 'updated' && event.action.type === 'fetch' && !event.action.meta?.fetchMore)
    begun.set(event.query, ++step);
}

/** Returns the step after which queries contain the change, or Infinity if it was not made in this tab. */
export function savedAt({ id, version, request }: Partial<LiveChange>): number {
  return known.get(`${id} ${version}`) ?? known.get(`${request}`) ?? Infinity;
}

export function isFetchedBefore(query: Query, limit: number): boolean {
  return (begun.get(query) ?? 0) < limit;
}
