/** Properties in the browser: what is asked of the server, what is kept of the answers, and what is said after each change. */
import { type InfiniteData, keepPreviousData, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { AppError, type ErrorCode } from '../../shared/app-error.ts';
import { api, done, ifMatch, read } from '../../web/api.client.ts';
import { queryClient } from '../../web/query.client.ts';
import { saving } from '../../web/save.client.ts';
import { toast } from '../../web/ui/toast.client.ts';
import { type PropertyChange, withChange } from './cached-pages.ts';
import { Property, type PropertyFilter, type PropertyInput, type PropertyRecord } from './property.ts';
import { whatWent } from './what-goes.ts';

const LISTS = ['properties', 'list'] as const;
const list = (filter: PropertyFilter) => [...LISTS, filter] as const;
const one = (id: string) => ['properties', 'one', id] as const;
const history = (id: string) => ['properties', 'history', id] as const;

type Page = { items: Property[]; nextCursor: string | null; total: number };
type Pages = InfiniteData<Page, string>;

/** The list, page after page. While a new search is under way the pages of the one before stay. */
export function usePropertyPages(filter: PropertyFilter) {
  return useInfiniteQuery({
    queryKey: list(filter),
    queryFn: ({ pageParam: cursor, signal }): Promise<Page> =>
      read(api.properties.$get({ query: { ...filter, limit: '50', ...(cursor && { cursor }) } }, { init: { signal } })),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    // Our own changes are put into the pages at once. For others' the pages are asked for again, one after the other: that
    // is cheap for a few, and for the hundred of a long scroll it can wait.
    staleTime: ({ state }) => ((state.data?.pages.length ?? 0) > 5 ? 600_000 : 60_000),
  });
}

/** One property with all its parts, as it is now. */
export function propertyById(id: string) {
  return queryOptions({
    queryKey: one(id),
    queryFn: ({ signal }): Promise<PropertyRecord> =>
      read(api.properties[':id'].$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
  });
}

/** What has happened to a property, page after page, newest first. */
export function usePropertyHistory(id: string) {
  return useInfiniteQuery({
    queryKey: history(id),
    queryFn: ({ pageParam: cursor, signal }) =>
      read(
        api.properties[':id'].history.$get(
          { param: { id }, query: { limit: '20', ...(cursor && { cursor }) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    // Asked for anew whenever the page is opened, after a save above all.
    staleTime: 0,
  });
}

/** What a list has already shown of a property, for its page until all of it has come. */
export function shownInList(id: string): Property | undefined {
  const lists = queryClient.getQueriesData<Pages>({ queryKey: LISTS });
  return lists
    .flatMap(([, pages]) => pages?.pages ?? [])
    .flatMap(({ items }) => items)
    .find((property) => property.id === id);
}

/** Adds a property. Rejects with AppError after having said so. */
export async function addProperty(input: PropertyInput): Promise<PropertyRecord> {
  const after = await said(() => read(api.properties.$post({ json: input })), {
    failed: 'Failed to add property',
    signedOut: 'You must be logged in to add a property',
  });
  remember({ after });
  toast.success('Property added successfully!');
  return after;
}

/**
 * Changes a property from the version it was read as. Rejects with AppError after having said so, except for
 * `changed_meanwhile`: the form shows what differs.
 */
export async function changeProperty(before: Property, input: PropertyInput): Promise<PropertyRecord> {
  const request = { param: { id: before.id }, json: input, header: {} };
  const after = await said(() => read(api.properties[':id'].$put(request, ifMatch(before))), {
    failed: 'Failed to update property',
    signedOut: 'You must be logged in to update a property',
    unsaid: 'changed_meanwhile',
  });
  remember({ before, after });
  toast.success('Property updated successfully!');
  return after;
}

/**
 * Removes a property as it was read. Rejects with AppError after having said so; then its page is asked for anew, as it was
 * changed or is gone. Once its page is left, `forgetProperty` takes it out of the cache.
 */
export async function removeProperty(before: PropertyRecord): Promise<void> {
  const request = { param: { id: before.id }, header: {} };
  try {
    await said(() => done(api.properties[':id'].$delete(request, ifMatch(before))), {
      failed: 'There was an error deleting the property.',
      signedOut: 'You must be logged in to delete a property',
    });
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: one(before.id) });
    throw error;
  }
  remember({ before });
  toast.success('Property deleted successfully', { description: whatWent(before) });
}

/** Takes a property that turned out to be gone from the lists that still show it. */
export function unlistProperty(id: string): void {
  const before = shownInList(id);
  if (before) remember({ before });
}

/** Drops a removed property from the cache, so that the way back to its page asks the server. */
export function forgetProperty({ id }: Property): void {
  for (const queryKey of [one(id), history(id)]) queryClient.removeQueries({ queryKey });
}

/** Whether a request was refused for this reason. */
export function isRefusal(error: unknown, code: ErrorCode): error is AppError {
  return error instanceof AppError && error.code === code;
}

type Sentences = { failed: string; signedOut: string; unsaid?: ErrorCode };

/** Saves, and says why where that failed; where the session had ended, only if the person does not sign in again in place. */
async function said<T>(save: () => Promise<T>, { failed, signedOut, unsaid }: Sentences): Promise<T> {
  try {
    return await saving(save);
  } catch (error) {
    const { code, message } = error instanceof AppError ? error : new AppError('internal');
    if (code === 'unauthenticated') toast.error(signedOut);
    else if (code === 'not_found') toast.error('Property not found');
    else if (code !== unsaid && code !== 'trial_expired') toast.error(failed, { description: message });
    throw error;
  }
}

/** Puts a change into everything that was read before, so that each screen is right at once. */
function remember({ before, after }: { before?: Property; after?: PropertyRecord }): void {
  if (after) queryClient.setQueryData(one(after.id), after);
  // A list holds what it shows, not the certificates and invoices as well.
  const change: PropertyChange = { before, after: after && Property.parse(after) };
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: LISTS })) {
    const filter = queryKey[LISTS.length] as PropertyFilter;
    queryClient.setQueryData<Pages>(queryKey, (pages) => pages && withChange(pages, change, filter));
  }
  // Figures made of properties elsewhere, as on the overview.
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === 'properties' && !OURS.includes(queryKey[1]),
  });
}

const OURS: unknown[] = ['list', 'one', 'history'];
