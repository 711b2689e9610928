/** Live changes: one EventSource for a visible tab. What a notice concerns is read again, unless it was read after the change already. */
import { type InfiniteData, type Query, QueryObserver } from '@tanstack/react-query';
import type { LiveChange } from '../../shared/live-change.ts';
import { pageIsLeft } from '../forms/leave.client.ts';
import { isOlder, knownSince } from '../http/own-changes.client.ts';
import { OF_EVERYTHING, queryClient, readAgain } from '../http/query.client.ts';
import { savesUnderWay } from '../http/save.client.ts';
import { readSessionAgain, sessionQuery } from '../http/session.client.ts';
import { rowsInView } from '../ui/table/rows-in-view.client.ts';
import { highlight } from './highlight.client.ts';

/** The server sends a beat every 15 s. A machine that slept, or a network that changed, leaves a stream that never ends. */
const HEARTBEAT_TIMEOUT_MS = 40_000;
const CHECK_MS = 5_000;
/** After a refusal, up to twice as long, so that not all tabs come back at once. */
const RETRY_MS = 10_000;
/** Changes that come so close together are dealt with as one. */
const TOGETHER_MS = 40;

/** `changed` since the page was sent; without it that is not known. */
type Hello = { landlord: string; changed?: string[] };
type Versioned = { id: string; version: number };
type List = InfiniteData<{ items: Versioned[] }>;

/** Once, when the app starts: then changes are heard while a landlord is signed in and the tab is visible. */
export function followChanges(): void {
  let landlord: string | undefined;
  /** Of the first answer about the session: all that the page shows was read after it. Null once a stream was opened. */
  let since: string | null | undefined;
  let close = () => {};
  const open = () => {
    close();
    close = () => {};
    if (!landlord || document.visibilityState !== 'visible' || pageIsLeft.aborted) return;
    close = openStream({ landlord, since, reopen: open });
    since = null;
  };
  pageIsLeft.addEventListener('abort', open);
  document.addEventListener('visibilitychange', () => {
    // As soon as the tab is visible again, React Query reads again what is invalid.
    if (document.visibilityState === 'hidden') void invalidateAll('none');
    open();
  });
  new QueryObserver(queryClient, { ...sessionQuery, enabled: false }).subscribe(({ data }) => {
    if (data?.id === landlord) return;
    landlord = data?.id;
    if (since === undefined) since = data?.now;
    open();
  });
}

type Opening = { landlord: string; since: string | null | undefined; reopen: () => void };

/** Returns how to close it. After an error that EventSource does not mend itself, or silence, `reopen` is called. */
function openStream({ landlord, since, reopen }: Opening): () => void {
  const source = new EventSource(since ? `/api/events?since=${since}` : '/api/events');
  let heard = Date.now();
  let retry: ReturnType<typeof setTimeout> | undefined;
  const on = (name: string, take: (data: never) => void) =>
    source.addEventListener(name, ({ data }: MessageEvent<string>) => {
      heard = Date.now();
      take(JSON.parse(data) as never);
    });
  on('beat', () => {});
  on('change', (change: LiveChange) => void takeIn(change));
  on('hello', (hello: Hello) => {
    // The cookie may have become another's since this page was opened.
    if (hello.landlord !== landlord) void readSessionAgain();
    else void (hello.changed ? invalidate(hello.changed.map((noun) => ({ noun }))) : invalidateAll());
  });
  source.addEventListener('error', () => {
    // Closed for good means refused: 401 ends the stream by way of the session, after 429 or 503 it is tried again.
    if (source.readyState !== EventSource.CLOSED) return;
    void readSessionAgain();
    retry = setTimeout(reopen, RETRY_MS * (1 + Math.random()));
  });
  const check = setInterval(() => Date.now() - heard > HEARTBEAT_TIMEOUT_MS && reopen(), CHECK_MS);
  return () => {
    source.close();
    clearInterval(check);
    clearTimeout(retry);
  };
}

let waiting: LiveChange[] | undefined;

async function takeIn(change: LiveChange): Promise<void> {
  if (waiting) return void waiting.push(change);
  waiting = [change];
  while (waiting.length > 0) {
    // The notice of an own save often comes before the answer to it.
    do await new Promise((resolve) => setTimeout(resolve, TOGETHER_MS));
    while (savesUnderWay() + queryClient.isMutating() > 0);
    const changes = waiting;
    waiting = [];
    await invalidate(changes);
    // Only now are the rows there: reading them may take longer than the highlight.
    for (const change of changes)
      if (change.id && change.version === 1 && knownSince(change) === Infinity) highlight(change.id);
  }
  waiting = undefined;
}

/** Reads the nouns again where they are shown, and what is made of all nouns, unless that was done after the change. */
async function invalidate(changes: readonly (Pick<LiveChange, 'noun'> & Partial<LiveChange>)[]): Promise<void> {
  const since = new Map<string, number>();
  for (const change of changes)
    for (const noun of [change.noun, ...OF_EVERYTHING])
      since.set(noun, Math.max(since.get(noun) ?? 0, knownSince(change)));
  await Promise.all(
    [...since].map(([noun, then]) => {
      const predicate = (query: Query) => isOlder(query, then);
      keepPagesInView(noun, predicate);
      return readAgain({ queryKey: [noun], predicate });
    }),
  );
}

/** Where it is not known what has changed. */
async function invalidateAll(refetchType: 'active' | 'none' = 'active'): Promise<void> {
  const lists = queryClient.getQueryCache().findAll({ predicate: ({ queryKey }) => queryKey[1] === 'list' });
  if (refetchType === 'active') for (const { queryKey } of lists) keepPagesInView(String(queryKey[0]));
  await readAgain({ refetchType });
}

/** Of a long list only the pages down to the view are read again. */
function keepPagesInView(noun: string, predicate = (_: Query) => true): void {
  const seen = rowsInView(noun);
  queryClient.setQueriesData<List>({ queryKey: [noun, 'list'], type: 'active', predicate }, (list) => {
    if (!list) return list;
    const keep = Math.floor(seen / (list.pages[0]?.items.length || 1)) + 1;
    return { pages: list.pages.slice(0, keep), pageParams: list.pageParams.slice(0, keep) };
  });
}
