/** The one cache of what the server said. A read is repeated only where repeating can help; a save never by itself. */
import { type InvalidateQueryFilters, MutationCache, type Query, QueryClient } from '@tanstack/react-query';
import { AppError } from '../../shared/app-error.ts';
import { noteRead } from './own-changes.client.ts';
import { closeFailures, isUnsure, toastDone, toastFailure } from './save.client.ts';

const RETRIES = 2;

/** Keys that begin so are read again after a change of any noun. */
export const OF_EVERYTHING = ['everything'];

export const queryClient = new QueryClient({
  // The outcome of a save is said in one place, in the sentences of its `meta.texts`.
  mutationCache: new MutationCache({
    onSuccess: (_data, _variables, _result, { meta }) => {
      if (meta?.texts) {
        closeFailures(meta.texts);
        toastDone(meta.texts);
      }
      void readAgain({ queryKey: OF_EVERYTHING });
    },
    onError: (error, _variables, _result, { meta }) => {
      if (meta?.texts) toastFailure(error, meta.texts);
      if (isUnsure(error)) void queryClient.invalidateQueries();
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A refusal (401, 404, 422) stays one; a server that could not be reached may be back in a second.
      retry: (failures, error) => failures < RETRIES && error instanceof AppError && error.code === 'unavailable',
      // Offline, a read fails and says so: waiting in silence for a network looks like a page that hangs.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

queryClient.getQueryCache().subscribe(noteRead);

type Which = Pick<InvalidateQueryFilters, 'queryKey' | 'predicate'> & { refetchType?: 'active' | 'none' };

/** Reads again what a change may have made wrong. */
export async function readAgain({ queryKey, predicate = () => true, refetchType = 'active' }: Which): Promise<void> {
  const which = queryKey && { queryKey };
  // The first read of a query would be joined, not made again, and may have left before the change.
  const isFirst = (query: Query) => query.state.data === undefined && query.isActive() && predicate(query);
  if (refetchType === 'active') await queryClient.cancelQueries({ ...which, predicate: isFirst });
  await queryClient.invalidateQueries({ ...which, predicate, refetchType });
}

/** What the document brought. */
const brought = new WeakSet<object>();

/** Takes what the document said, by query key, so that nobody asks it again. */
export function readsFromDocument(json: string): void {
  for (const [queryKey, data] of JSON.parse(json) as [readonly unknown[], object][]) {
    brought.add(data);
    queryClient.setQueryData(queryKey, data);
  }
}

/** Whether it is as the document brought it: such a screen is not asked for a second time as it opens. */
export function isFromDocument(data: unknown): boolean {
  return typeof data === 'object' && data !== null && brought.has(data);
}
