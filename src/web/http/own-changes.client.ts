/**
 * Changes made in this tab. Live notices carry the id of the request that made the change. A query that began after
 * the response to that request already contains the change and is not invalidated.
 */
import type { Query, QueryCacheNotifyEvent } from '@tanstack/react-query';
import type { LiveChange } from '../../shared/records/live-change.ts';

/** A logical clock over responses to saves and the starts of reads. */
let step = 0;
/** Steps of responses by request id; 'id version' has step 0 if no query must be invalidated. */
const known = new Map<string, number>();
const begun = new WeakMap<object, number>();

/** Called with each response to a completed save. An import streams its response and does not use this. */
export function trackResponse({ headers }: Response): void {
  known.set(headers.get('x-request-id') ?? '', ++step);
}

/** A record that this tab saved, with all queries updated. Without a version it was deleted. */
export function trackSaved({ id, version }: Pick<LiveChange, 'id' | 'version'>): void {
  known.set(`${id} ${version}`, 0);
}

/** Called with all events of the query cache. Fetching a further page does not refresh the whole query. */
export function trackFetch(event: QueryCacheNotifyEvent): void {
  if (event.type === 'updated' && event.action.type === 'fetch' && !event.action.meta?.fetchMore)
    begun.set(event.query, ++step);
}

/** Queries that began after this step contain the change; Infinity if it was not made in this tab. */
export function savedAt({ id, version, request }: Partial<LiveChange>): number {
  return known.get(`${id} ${version}`) ?? known.get(`${request}`) ?? Infinity;
}

export function isFetchedBefore(query: Query, than: number): boolean {
  return (begun.get(query) ?? 0) < than;
}
