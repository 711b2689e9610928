/** Receives live changes while the tab is visible, and invalidates queries that were read before a change. */
import { type InfiniteData, type Query, QueryObserver } from '@tanstack/react-query';
import { isRefusal } from '../../shared/app-error.ts';
import type { LiveChange } from '../../shared/records/live-change.ts';
import { pageLeaveSignal } from '../forms/leave.client.ts';
import { isFetchedBefore, savedAt } from '../http/own-changes.client.ts';
import { invalidate, queryClient, SHARED_KEY } from '../http/query.client.ts';
import { pendingSaveCount } from '../http/save.client.ts';
import { refetchSession, sessionQuery } from '../http/session.client.ts';
import { rowsInView } from '../ui/table/rows-in-view.client.ts';
import { highlight } from './highlight.client.ts';

/** The server sends a heartbeat every 15 s. After sleep or a change of network, a dead stream may report no error. */
const HEARTBEAT_TIMEOUT_MS = 40_000;
const CHECK_MS = 5_000;
/** The delay after a refusal, randomly up to doubled, so that tabs do not all reconnect together. */
const RETRY_MS = 10_000;
/** Changes within this time are handled together. */
const BATCH_MS = 40;

/** `changed` lists the nouns that changed after the page was sent. If it is undefined, the changes are unknown. */
type Hello = { landlord: string; changed?: string[] };
type Versioned = { id: string; version: number };
type List = InfiniteData<{ items: Versioned[] }>;

export function startLiveUpdates(): void {
  let landlord: string | undefined;
  /** The time of the first session response, which is older than the page's data. Null once a stream was opened. */
  let since: string | null | undefined;
  let close = () => {};
  const open = () => {
    close();
    close = () => {};
    if (!landlord || document.visibilityState !== 'visible' || pageLeaveSignal.aborted) return;
    close = openStream({ landlord, since, reopen: open });
    since = null;
  };
  pageLeaveSignal.addEventListener('abort', open);
  document.addEventListener('visibilitychange', () => {
    // React Query refetches invalid queries when the tab is visible again.
    if (document.visibilityState === 'hidden') void invalidateAll('none');
    open();
  });
  new QueryObserver(queryClient, { ...sessionQuery, enabled: false }).subscribe(({ data, error }) => {
    // The stream is closed if the session has switched to another account.
    const account = isRefusal(error, 'account_switched') ? undefined : data?.account.id;
    if (account === landlord) return;
    landlord = account;
    if (since === undefined) since = data?.now;
    open();
  });
}

type Opening = { landlord: string; since: string | null | undefined; reopen: () => void };

/** Returns a function that closes the stream. `reopen` is called after missing heartbeats and final errors. */
function openStream({ landlord, since, reopen }: Opening): () => void {
  const source = new EventSource(since ? `/api/events?since=${since}` : '/api/events');
  let lastEvent = Date.now();
  let retry: ReturnType<typeof setTimeout> | undefined;
  const on = (name: string, handler: (data: never) => void) =>
    source.addEventListener(name, ({ data }: MessageEvent<string>) => {
      lastEvent = Date.now();
      handler(JSON.parse(data) as never);
    });
  on('beat', () => {});
  on('change', (change: LiveChange) => void applyChange(change));
  on('hello', (hello: Hello) => {
    // Another person may have signed in with this browser after the page was opened.
    if (hello.landlord !== landlord) void refetchSession();
    else void (hello.changed ? invalidateNouns(hello.changed.map((noun) => ({ noun }))) : invalidateAll());
  });
  source.addEventListener('error', () => {
    // A closed stream was refused. A 401 ends the stream through the session. After a 429 or 503 it is reopened.
    if (source.readyState !== EventSource.CLOSED) return;
    void refetchSession();
    retry = setTimeout(reopen, RETRY_MS * (1 + Math.random()));
  });
  const check = setInterval(() => Date.now() - lastEvent > HEARTBEAT_TIMEOUT_MS && reopen(), CHECK_MS);
  return () => {
    source.close();
    clearInterval(check);
    clearTimeout(retry);
  };
}

let queue: LiveChange[] | undefined;

async function applyChange(change: LiveChange): Promise<void> {
  if (queue) return void queue.push(change);
  queue = [change];
  while (queue.length > 0) {
    // Waits for saves, as the live change of this tab's own save often precedes the response.
    do await new Promise((resolve) => setTimeout(resolve, BATCH_MS));
    while (pendingSaveCount() + queryClient.isMutating() > 0);
    const changes = queue;
    queue = [];
    await invalidateNouns(changes);
    // Highlights rows after refetching them, which may take longer than the highlight.
    for (const change of changes)
      if (change.id && change.version === 1 && savedAt(change) === Infinity) highlight(change.id);
  }
  queue = undefined;
}

/** Invalidates the queries of these nouns and shared queries, except queries that were read after the change. */
async function invalidateNouns(changes: readonly (Pick<LiveChange, 'noun'> & Partial<LiveChange>)[]): Promise<void> {
  const since = new Map<string, number>();
  for (const change of changes)
    for (const noun of [change.noun, ...SHARED_KEY]) since.set(noun, Math.max(since.get(noun) ?? 0, savedAt(change)));
  await Promise.all(
    [...since].map(([noun, then]) => {
      const predicate = (query: Query) => isFetchedBefore(query, then);
      trimToViewedPages(noun, predicate);
      return invalidate({ queryKey: [noun], predicate });
    }),
  );
}

/** Invalidates all data, as the changes are unknown. */
async function invalidateAll(refetchType: 'active' | 'none' = 'active'): Promise<void> {
  const lists = queryClient.getQueryCache().findAll({ predicate: ({ queryKey }) => queryKey[1] === 'list' });
  if (refetchType === 'active') for (const { queryKey } of lists) trimToViewedPages(String(queryKey[0]));
  await invalidate({ refetchType });
}

/** Drops pages of a long list below the viewport, so that they are not refetched. */
function trimToViewedPages(noun: string, predicate = (_: Query) => true): void {
  const seen = rowsInView(noun);
  queryClient.setQueriesData<List>({ queryKey: [noun, 'list'], type: 'active', predicate }, (list) => {
    if (!list) return list;
    const keep = Math.floor(seen / (list.pages[0]?.items.length || 1)) + 1;
    return { pages: list.pages.slice(0, keep), pageParams: list.pageParams.slice(0, keep) };
  });
}
