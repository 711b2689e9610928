/**
 * What this tab has changed itself. Its live notices carry the id of the request that made the change: what was read after the answer
 * to that request has the change in it and is not read again.
 */
import type { Query, QueryCacheNotifyEvent } from '@tanstack/react-query';
import type { LiveChange } from '../../shared/live-change.ts';

/** Counts answers to saves and reads that begin, in the order in which they happen. */
let step = 0;
/** Answers by the id of their request, and by 'id version' what nothing has to be read again for. */
const known = new Map<string, number>();
const begun = new WeakMap<Query, number>();

/** Called with each answer to a save. One that is streamed goes on changing things after its head has come. */
export function noteAnswer({ ok, headers }: Response): void {
  const request = headers.get('x-request-id');
  if (ok && request && !headers.get('content-type')?.includes('ndjson')) known.set(request, ++step);
}

/** A record as this tab has saved it, with all that follows; without a version it was deleted. */
export function noteSettled({ id, version }: Pick<LiveChange, 'id' | 'version'>): void {
  known.set(`${id} ${version}`, 0);
}

/** Called with all that happens in the query cache. A record that was put into the cache as a save answered it counts as read. */
export function noteRead(event: QueryCacheNotifyEvent): void {
  if (event.type !== 'updated') return;
  const { query, action } = event;
  const isWhole = action.type === 'fetch' && !action.meta?.fetchMore;
  if (isWhole || (action.type === 'success' && action.manual && query.queryKey[1] !== 'list')) begun.set(query, ++step);
}

/** What was asked for since then has the change in it; Infinity where it was not made here. */
export function knownSince({ id, version, request }: LiveChange): number {
  return known.get(`${id} ${version}`) ?? known.get(`${request}`) ?? Infinity;
}

/** Whether what a query shows was asked for before that. */
export function isOlder(query: Query, than: number): boolean {
  return (begun.get(query) ?? 0) < than;
}
