/** What the browser keeps of a noun's records: lists page by page, single records, and both right at once after each change. */
import { type InfiniteData, keepPreviousData, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { isRefusal } from '../../shared/app-error.ts';
import { queryClient } from '../http/query.client.ts';
import { type FailureWords, withToast } from '../http/save.client.ts';
import { toast } from '../ui/overlay/toast.client.ts';
import { type Change, type Listing, type Page, withChange } from './pages.ts';

/** What every record has. */
export type Kept = { id: string; version: number };

/** `before` is missing after an add, `after` after a removal. */
type Saved<Item, Rec> = { before?: Item | undefined; after?: Rec | undefined };

/** What is said of a save: the noun's own sentences, word for word; `more` is a second line below `done`. */
type SaveWords = Omit<FailureWords, 'unsaid'> & { done: string; more?: string };

type Init = { signal: AbortSignal };
/** A part of a list, as the API is asked for it, beside the filter. */
type Part = { limit: string; cursor?: string };

type Source<Item extends Kept, Rec extends Item, Filter> = {
  /** The first word of the noun's keys in the query cache: 'properties'. */
  noun: string;
  /** A record as lists hold it, without what only its page shows. */
  item: z.ZodType<Item>;
  listing: (filter: Filter) => Listing<Item>;
  readPage: (filter: Filter, part: Part, init: Init) => Promise<Page<Item>>;
  readOne: (id: string, init?: Init) => Promise<Rec>;
  /** How many records are asked for at a time, 50 where not said; up to 100. */
  pageSize?: number;
  /** After each change of our own: what of other nouns is no longer right, put right there or given up with `invalidate`. */
  also?: (change: Saved<Item, Rec>) => void;
};

export type RecordCache<Item extends Kept, Rec extends Item, Filter> = ReturnType<
  typeof recordCache<Item, Rec, Filter>
>;

/**
 * The cache of one noun, made once in its `queries.client.ts`. Keys are `[noun, 'list', filter]` and `[noun, 'one', id]`. A noun
 * may read more: of one record under `[noun, what, id]`, which goes with the record; of all of them (a count) under `[noun, what]`,
 * which is asked for again after each change.
 */
export function recordCache<Item extends Kept, Rec extends Item, Filter>(source: Source<Item, Rec, Filter>) {
  const { noun, item, listing, readPage, readOne, pageSize = 50, also } = source;
  const lists = [noun, 'list'];
  const oneOf = (id: string) => [noun, 'one', id];
  type Pages = InfiniteData<Page<Item>, string>;

  /** The list, page after page. While a new search is under way the pages of the one before stay. */
  const usePages = (filter: Filter) =>
    useInfiniteQuery({
      queryKey: [...lists, filter],
      queryFn: ({ pageParam: cursor, signal }) =>
        readPage(filter, { limit: String(pageSize), ...(cursor && { cursor }) }, { signal }),
      initialPageParam: '',
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      // Each page that comes would be compared with all before it: of a hundred thousand records that takes longer than a frame.
      structuralSharing: false,
      // Our own changes are put into the pages at once. For others' the pages are asked for again, one after the other: that
      // is cheap for a few, and for the hundred of a long scroll it can wait.
      staleTime: ({ state }) => ((state.data?.pages.length ?? 0) > 5 ? 600_000 : 60_000),
    });

  /** One record with all its parts, as it is now: for `useQuery`. */
  const byId = (id: string) =>
    queryOptions({ queryKey: oneOf(id), queryFn: ({ signal }) => readOne(id, { signal }), staleTime: 0 });

  /** What a list has already shown of a record, for its page until all of it has come. */
  const inList = (id: string): Item | undefined =>
    queryClient
      .getQueriesData<Pages>({ queryKey: lists })
      .flatMap(([, pages]) => pages?.pages ?? [])
      .flatMap(({ items }) => items)
      .find((one) => one.id === id);

  const putIntoLists = (change: Change<Item>) => {
    for (const query of queryClient.getQueryCache().findAll({ queryKey: lists })) {
      const { queryKey } = query;
      const shows = listing(queryKey[lists.length] as Filter);
      const put = () => queryClient.setQueryData<Pages>(queryKey, (pages) => pages && withChange(pages, change, shows));
      const counted = put()?.pages[0]?.total !== null;
      if (query.state.fetchStatus === 'idle') continue;
      // What is on its way was asked for before this change, and brings back what the list held then.
      const again = () => (counted ? void queryClient.invalidateQueries({ queryKey, exact: true }) : void put());
      query.promise?.then(again, again);
    }
  };

  /** Figures made of all records, as on the overview. */
  const countAgain = () =>
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === noun && queryKey.length === 2 });

  /** Puts a change of our own into everything that was read before, so that each screen is right at once. */
  const remember = ({ before, after }: Saved<Item, Rec>): void => {
    if (after) queryClient.setQueryData(oneOf(after.id), after);
    // A list holds what it shows, not all the parts as well.
    putIntoLists({ before, after: after && item.parse(after) });
    countAgain();
    also?.({ before, after });
  };

  /** Takes a record that turned out to be gone from the lists that still show it. */
  const drop = (id: string): void => {
    const before = inList(id);
    if (before) remember({ before });
  };

  /** Drops a removed record from the cache, so that the way back to its page asks the server. */
  const forget = ({ id }: Kept): void =>
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === noun && queryKey[2] === id });

  /**
   * Asks the server again, in the background, for a record that a change elsewhere may have changed, as a property that gains a
   * tenant is occupied, and puts it into every list and its own page. Call it and do not wait: it never rejects. Where the answer
   * does not come, what is shown of the noun counts as outdated.
   */
  const refresh = async (id: string): Promise<void> => {
    try {
      const after = await readOne(id);
      const before = inList(id);
      // A save of our own has overtaken this answer.
      if (before && before.version > after.version) return;
      queryClient.setQueryData(oneOf(id), after);
      if (before) putIntoLists({ before, after: item.parse(after) });
      // No list has shown it: whether one has counted it is not known.
      else void queryClient.invalidateQueries({ queryKey: lists });
      countAgain();
    } catch (error) {
      if (!isRefusal(error, 'not_found')) return invalidate(noun);
      drop(id);
      void queryClient.invalidateQueries({ queryKey: oneOf(id) });
    }
  };

  /** Adds a record; `send` is the noun's own POST. Rejects with AppError after having said so. */
  const add = async (send: () => Promise<Rec>, words: SaveWords): Promise<Rec> => {
    const after = await withToast(send, words);
    remember({ after });
    sayDone(words);
    return after;
  };

  /**
   * Changes a record from the version it was read as; `send` is the noun's own PUT with `ifMatch(before)`. Rejects with AppError
   * after having said so, except for `changed_meanwhile`: the form shows what differs.
   */
  const change = async (before: Item, send: () => Promise<Rec>, words: SaveWords): Promise<Rec> => {
    const after = await withToast(send, { ...words, unsaid: 'changed_meanwhile' });
    remember({ before, after });
    sayDone(words);
    return after;
  };

  /**
   * Removes a record as it was read; `send` is the noun's own DELETE with `ifMatch(before)`. Rejects with AppError after having
   * said so; then it is read anew, as it was changed or is gone. Once its page is left, `forget` takes it out of the cache.
   */
  const remove = async (before: Item, send: () => Promise<void>, words: SaveWords): Promise<void> => {
    try {
      await withToast(send, words);
    } catch (error) {
      void refresh(before.id);
      throw error;
    }
    remember({ before });
    sayDone(words);
  };

  return { usePages, byId, inList, add, change, remove, remember, drop, forget, refresh };
}

function sayDone({ done, more }: Pick<SaveWords, 'done' | 'more'>): void {
  toast.success(done, more === undefined ? {} : { description: more });
}

/** What was read of these nouns is to be asked for again: at once where it is shown, else when it is next. */
function invalidate(...nouns: string[]): void {
  for (const noun of nouns) void queryClient.invalidateQueries({ queryKey: [noun] });
}
