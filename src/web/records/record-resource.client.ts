/**
 * A noun's records in the browser: `recordResource({ noun, routes, texts })` reads lists and records, and saves.
 * A save patches the record by id in all queries and invalidates dependent queries (lists, totals, other nouns).
 */
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import type { ClientResponse } from 'hono/client';
import { isRefusal } from '../../shared/app-error.ts';
import type { RecordTexts } from '../../shared/records/record-texts.ts';
import { done, ifMatch, read } from '../http/api.client.ts';
import { trackSaved } from '../http/own-changes.client.ts';
import { invalidate, queryClient } from '../http/query.client.ts';
import { retryUnknownOutcome, type SaveTexts, saveWithKey, withSession } from '../http/save.client.ts';

export type StoredRecord = { id: string; version: number };

/** `total` is null in a long list, which is counted by a separate request. */
export type Page<Item> = { items: Item[]; nextCursor: string | null; total: number | null };
type Pages<Item> = InfiniteData<Page<Item>, string>;

type Routes = {
  $get: Call;
  $post: Call;
  ':id': { $get: Call; $put: Call; $delete: Call };
};
type Call = (args: never, options?: never) => Promise<ClientResponse<unknown>>;
type Args = { query?: object; param?: { id: string }; json?: unknown; header?: object };
type Options = { headers?: Record<string, string>; init?: { signal: AbortSignal } };

type Plan<Item, Query> = {
  noun: string;
  routes: Routes;
  texts: RecordTexts;
  /** Converts a list's query to URL parameters; by default unchanged. */
  asQuery?: (query: Query) => object;
  /** Records per request, by default 50, at most 100. */
  pageSize?: number;
  invalidates?: (change: { before?: Item; after?: Item }) => QueryKey[];
  /**
   * `nameOf` returns the text that other nouns' records show. `names` lists the nouns whose text these records show.
   */
  nameOf?: (item: Item) => string;
  names?: readonly string[];
};

/** Nouns whose records show a noun's text. Nouns that are not loaded have no queries to invalidate. */
const namedBy = new Map<string, string[]>();

/** Longer lists are not refetched after a save, as each page takes a request. Their records are patched in place. */
const MAX_PAGES_REFETCHED = 5;

export const ADD_ERRORS_SHOWN_BY_FORM = ['outcome_unknown', 'already_created', 'gone'] as const;

export type RecordResource<Item extends StoredRecord, Rec extends Item, Input, Query> = ReturnType<
  typeof recordResource<Item, Rec, Input, Query>
>;

/**
 * Query keys are `[noun, 'list', query]` and `[noun, 'one', id]`.
 * A noun may add `[noun, what]` and `[noun, 'totals', query]` for figures, invalidated with the lists.
 */
export function recordResource<Item extends StoredRecord, Rec extends Item, Input, Query>(plan: Plan<Item, Query>) {
  const { noun, routes, texts, asQuery = (query) => query as object, pageSize = 50, invalidates, nameOf } = plan;
  for (const other of plan.names ?? []) namedBy.set(other, [...(namedBy.get(other) ?? []), noun]);
  const lists = [noun, 'list'];
  const keyOf = (id: string) => [noun, 'one', id];
  const call = (request: Call, args: Args, options?: Options) =>
    (request as (args: Args, options?: Options) => Promise<ClientResponse<unknown>>)(args, options);

  /** Options for `useInfiniteQuery`. The previous pages stay while a new search loads. */
  const list = (query: Query) =>
    infiniteQueryOptions({
      queryKey: [...lists, query],
      queryFn: async ({ pageParam: cursor, signal }) =>
        (await read(
          call(
            routes.$get,
            { query: { ...asQuery(query), limit: String(pageSize), ...(cursor && { cursor }) } },
            { init: { signal } },
          ),
        )) as Page<Item>,
      initialPageParam: '',
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      // In a list of 100,000 records, comparing all pages after each new page takes longer than a frame.
      structuralSharing: false,
      staleTime: ({ state }) => (isLong(state.data) ? 600_000 : 60_000),
    });

  const find = async (query: { q: string; limit: string }, init: { signal: AbortSignal }) =>
    ((await read(call(routes.$get, { query: { ...query, sort: 'name' } }, { init }))) as Page<Item>).items;

  /** The response to the last save, which the record's page shows for 5 s without refetching. */
  let saved: Rec | undefined;

  const byId = (id: string) =>
    queryOptions({
      queryKey: keyOf(id),
      queryFn: async ({ signal }) =>
        (await read(call(routes[':id'].$get, { param: { id } }, { init: { signal } }))) as Rec,
      staleTime: ({ state }) => (saved !== undefined && state.data === saved ? 5_000 : 0),
    });

  const eachList = (change: (pages: Pages<Item>) => Pages<Item>) =>
    queryClient.setQueriesData<Pages<Item>>({ queryKey: lists }, (pages) => pages && change(pages));

  /** Returns a record from a cached list, for its page while the rest loads. */
  const inList = (id: string): Item | undefined =>
    queryClient
      .getQueriesData<Pages<Item>>({ queryKey: lists })
      .flatMap(([, pages]) => pages?.pages ?? [])
      .flatMap(({ items }) => items)
      .find((item) => item.id === id);

  const patch = (record: Rec): void => {
    saved = queryClient.setQueryData<Rec>(keyOf(record.id), record);
    eachList((pages) => ({
      ...pages,
      pages: pages.pages.map((page) =>
        page.items.some(({ id }) => id === record.id)
          ? { ...page, items: page.items.map((item) => (item.id === record.id ? record : item)) }
          : page,
      ),
    }));
  };

  const drop = (id: string): void =>
    void eachList((pages) => {
      if (!pages.pages.some(({ items }) => items.some((item) => item.id === id))) return pages;
      return {
        ...pages,
        pages: pages.pages.map((page) => ({
          ...page,
          total: page.total === null ? null : page.total - 1,
          items: page.items.filter((item) => item.id !== id),
        })),
      };
    });

  /** Removes a deleted record from the cache, so that going back to its page requests it again. */
  const forget = ({ id }: Pick<StoredRecord, 'id'>): void =>
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === noun && queryKey[2] === id });

  /**
   * Invalidates the noun's lists and figures. Visible ones are refetched immediately, others when they are next shown.
   */
  const invalidateLists = (): Promise<void> =>
    invalidate({
      predicate: ({ queryKey, state }) =>
        queryKey[0] === noun &&
        (queryKey[1] === 'list'
          ? !isLong(state.data as Pages<Item>)
          : queryKey[1] === 'totals' || queryKey.length === 2),
    });

  const settle = (change: { before?: Item; after?: Item }): void => {
    void invalidateLists();
    for (const queryKey of invalidates?.(change) ?? []) void invalidate({ queryKey });
    const { before, after } = change;
    if (nameOf && before && nameOf(before) !== (after && nameOf(after)))
      for (const other of namedBy.get(noun) ?? []) void invalidate({ queryKey: [other] });
  };

  const patchSaved = (record: Rec): void => {
    trackSaved(record);
    patch(record);
  };

  const changed = (change: { before: Item; after: Rec }): void => {
    patchSaved(change.after);
    settle(change);
  };

  /** Refetches a record and the noun's lists after a change elsewhere. Never rejects. */
  const refresh = async (id: string): Promise<void> => {
    try {
      const after = await queryClient.fetchQuery({ ...byId(id), retry: false });
      patch(after);
    } catch (error) {
      if (isRefusal(error, 'not_found')) drop(id);
    }
    await invalidateLists();
  };

  const meta = (failed: string, signedOut: string, more: Partial<SaveTexts>) => ({
    texts: { failed, signedOut, missing: texts.notFound, ...more },
  });

  /** For `useAddForm`, which shows the errors in `ADD_ERRORS_SHOWN_BY_FORM`. Other outcomes get toasts from `texts`. */
  const add = mutationOptions({
    mutationKey: [noun, 'add'],
    mutationFn: async ({ input, key }: { input: Input; key: string }) =>
      saveWithKey(key, async (sent) => (await read(call(routes.$post, { json: input, header: {} }, sent))) as Rec),
    meta: meta(texts.addFailed, texts.signInToAdd, { done: texts.added, handledByCaller: ADD_ERRORS_SHOWN_BY_FORM }),
    onSuccess: (after) => {
      // The new record may be anywhere in a long list, which restarts with its first page.
      eachList((pages) => (isLong(pages) ? firstOf(pages) : pages));
      patchSaved(after);
      settle({ after });
    },
  });

  const changeMeta = (own: Partial<SaveTexts>) =>
    meta(texts.updateFailed, texts.signInToUpdate, { done: texts.updated, ...own });

  /** Changes the version that was read. Rejects with `conflict` without a toast, as the form shows the conflict. */
  const change = mutationOptions({
    mutationKey: [noun, 'change'],
    mutationFn: async ({ before, input }: { before: Rec; input: Input }) =>
      withSession(() =>
        retryUnknownOutcome(
          async () =>
            (await read(
              call(routes[':id'].$put, { param: { id: before.id }, json: input, header: {} }, ifMatch(before)),
            )) as Rec,
        ),
      ),
    meta: changeMeta({ handledByCaller: ['conflict'] }),
    onSuccess: (after, { before }) => changed({ before, after }),
  });

  /** Deletes the version that was read, without a toast or invalidation. */
  const erase = (before: StoredRecord): Promise<void> =>
    withSession(() =>
      retryUnknownOutcome((again) =>
        done(call(routes[':id'].$delete, { param: { id: before.id }, header: {} }, ifMatch(before))).catch(
          (error: unknown) => {
            if (!again || !isRefusal(error, 'not_found')) throw error;
          },
        ),
      ),
    );

  /** Deletes the version that was read. `own` overrides texts. On failure the record is refetched. */
  const remove = (own: Partial<SaveTexts> = {}) =>
    mutationOptions({
      mutationKey: [noun, 'remove'],
      mutationFn: (before: Item) => erase(before),
      meta: meta(texts.deleteFailed, texts.signInToDelete, { done: texts.deleted, ...own }),
      onSuccess: (_, before) => {
        trackSaved({ id: before.id, version: null });
        drop(before.id);
        settle({ before });
      },
      onError: (_, { id }) => void refresh(id),
    });

  return {
    noun,
    list,
    find,
    byId,
    inList,
    patch,
    drop,
    forget,
    changed,
    refresh,
    add,
    change,
    changeMeta,
    erase,
    remove,
  };
}

function isLong(pages: Pages<unknown> | undefined): boolean {
  return (pages?.pages.length ?? 0) > MAX_PAGES_REFETCHED;
}

function firstOf<Item>({ pages, pageParams }: Pages<Item>): Pages<Item> {
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) };
}
