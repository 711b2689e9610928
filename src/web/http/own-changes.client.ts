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
const begun = new WeakMap<object, number>();

/** Called with each answer to a save, by which all of it has been done: an import, which answers as it goes on, is sent by another way. */
export function noteAnswer({ headers }: Response): void {
  known.set(headers.get('x-request-id') ?? '', ++step);
}

/** A record as this tab has saved it, with all that follows; without a version it was deleted. */
export function noteSettled({ id, version }: Pick<LiveChange, 'id' | 'version'>): void {
  known.set(`${id} ${version}`, 0);
}

/** Called with all that happens in the query cache. A further page is not the whole. */
export function noteRead(event: QueryCacheNotifyEvent): void {
  if (event.type === 'updated' && event.action.type === 'fetch' && !event.action.meta?.fetchMore)
    begun.set(event.query, ++step);
}

/** What was asked for since then has the change in it; Infinity where it was not made here. */
export function knownSince({ id, version, request }: Partial<LiveChange>): number {
  return known.get(`${id} ${version}`) ?? known.get(`${request}`) ?? Infinity;
}

/** Whether what a query shows was asked for before that. */
export function isOlder(query: Query, than: number): boolean {
  return (begun.get(query) ?? 0) < than;
}
