/** Live changes: one EventSource for a visible tab. Invalidates the queries that were read before the change. */
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

/**
 * The server sends a heartbeat every 15 s. After sleep or a change of network, a dead stream may never report an error.
 */
const HEARTBEAT_TIMEOUT_MS = 40_000;
const CHECK_MS = 5_000;
/** After a refusal; up to twice as long at random, so that not all tabs reconnect together. */
const RETRY_MS = 10_000;
/** Changes within this time are handled together. */
const BATCH_MS = 40;

/** `changed`: nouns changed after the page was sent. If it is absent, the changes are unknown. */
type Hello = { landlord: string; changed?: string[] };
type Versioned = { id: string; version: number };
type List = InfiniteData<{ items: Versioned[] }>;

/** Called once when the app starts. Listens while a landlord is signed in and the tab is visible. */
export function startLiveUpdates(): void {
  let landlord: string | undefined;
  /** The time of the first session response: the page's data is newer. Null once a stream was opened. */
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
    // When the tab is visible again, React Query refetches all invalid queries.
    if (document.visibilityState === 'hidden') void invalidateAll('none');
    open();
  });
  new QueryObserver(queryClient, { ...sessionQuery, enabled: false }).subscribe(({ data, error }) => {
    // No stream if the session has switched to another account than the page's.
    const account = isRefusal(error, 'account_switched') ? undefined : data?.account.id;
    if (account === landlord) return;
    landlord = account;
    if (since === undefined) since = data?.now;
    open();
  });
}

type Opening = { landlord: string; since: string | null | undefined; reopen: () => void };

/** Returns its `close`. Calls `reopen` after silence, or an error that EventSource does not recover from. */
function openStream({ landlord, since, reopen }: Opening): () => void {
  const source = new EventSource(since ? `/api/events?since=${since}` : '/api/events');
  let lastEvent = Date.now();
  let retry: ReturnType<typeof setTimeout> | undefined;
  const on = (name: string, take: (data: never) => void) =>
    source.addEventListener(name, ({ data }: MessageEvent<string>) => {
      lastEvent = Date.now();
      take(JSON.parse(data) as never);
    });
  on('beat', () => {});
  on('change', (change: LiveChange) => void applyChange(change));
  on('hello', (hello: Hello) => {
    // Someone else may have signed in with this browser after the page was opened.
    if (hello.landlord !== landlord) void refetchSession();
    else void (hello.changed ? invalidateNouns(hello.changed.map((noun) => ({ noun }))) : invalidateAll());
  });
  source.addEventListener('error', () => {
    // Closed means refused: a 401 ends the stream through the session, a 429 or 503 is retried.
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

let waiting: LiveChange[] | undefined;

async function applyChange(change: LiveChange): Promise<void> {
  if (waiting) return void waiting.push(change);
  waiting = [change];
  while (waiting.length > 0) {
    // The notice of this tab's own save often arrives before the response to the save.
    do await new Promise((resolve) => setTimeout(resolve, BATCH_MS));
    while (pendingSaveCount() + queryClient.isMutating() > 0);
    const changes = waiting;
    waiting = [];
    await invalidateNouns(changes);
    // Not earlier: reading the rows may take longer than the highlight.
    for (const change of changes)
      if (change.id && change.version === 1 && savedAt(change) === Infinity) highlight(change.id);
  }
  waiting = undefined;
}

/** Invalidates the nouns' queries and those of all nouns, except where they were read after the change. */
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

/** Drops pages of a long list below the view, so that they are not refetched. */
function trimToViewedPages(noun: string, predicate = (_: Query) => true): void {
  const seen = rowsInView(noun);
  queryClient.setQueriesData<List>({ queryKey: [noun, 'list'], type: 'active', predicate }, (list) => {
    if (!list) return list;
    const keep = Math.floor(seen / (list.pages[0]?.items.length || 1)) + 1;
    return { pages: list.pages.slice(0, keep), pageParams: list.pageParams.slice(0, keep) };
  });
}
