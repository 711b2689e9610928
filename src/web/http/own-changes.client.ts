/**
 * What this tab has changed itself. Its live notices carry the id of the request that made the change: what was read after the answer
 * to that request has the change in it and is not read again.
 */
import type { Query, QueryCacheNotifyEvent } from '@tanstack/react-query';

/** Counts answers to saves and reads that begin, in the order in which they happen. */
let step = 0;
const answered = new Map<string, number>();
const begun = new WeakMap<Query, number>();

/** Called with each answer to a save. One that is streamed goes on changing things after its head has come. */
export function noteAnswer({ ok, headers }: Response): void {
  const request = headers.get('x-request-id');
  if (ok && request && !headers.get('content-type')?.includes('ndjson')) answered.set(request, ++step);
}

/** Called with all that happens in the query cache. A record that was put into the cache as a save answered it counts as read. */
export function noteRead(event: QueryCacheNotifyEvent): void {
  if (event.type !== 'updated') return;
  const { query, action } = event;
  const isWhole = action.type === 'fetch' && !action.meta?.fetchMore;
  const isAnswer = action.type === 'success' && action.manual === true && query.queryKey[1] !== 'list';
  if (isWhole || isAnswer) begun.set(query, ++step);
}

/** When the answer to this request came; Infinity where it was not made here. */
export function answeredAt(request: string | null): number {
  return answered.get(request ?? '') ?? Number.POSITIVE_INFINITY;
}

/** Whether what a query shows was asked for before that. */
export function isOlder(query: Query, than: number): boolean {
  return (begun.get(query) ?? 0) < than;
}

/** Records as this tab has saved or deleted them, with all that follows: 'id version', or 'id null'. Their notices are no news here. */
const settled = new Set<string>();

export function noteSettled({ id, version }: { id: string; version: number | null }): void {
  settled.add(`${id} ${version}`);
}

export function isSettled({ id, version }: { id: string | null; version: number | null }): boolean {
  return settled.has(`${id} ${version}`);
}
