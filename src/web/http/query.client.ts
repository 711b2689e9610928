/** The query cache. Reads are retried only where that can help, saves never automatically. */
import { type InvalidateQueryFilters, MutationCache, type Query, QueryClient } from '@tanstack/react-query';
import { AppError } from '../../shared/app-error.ts';
import { trackFetch } from './own-changes.client.ts';
import { closeFailures, isOutcomeUnknown, toastFailure, toastSuccess } from './save.client.ts';

const RETRIES = 2;

/** Queries with this key prefix are invalidated after every change. */
export const SHARED_KEY = ['everything'];

export const queryClient = new QueryClient({
  // Outcomes of saves are shown only here, with the sentences in `meta.texts`.
  mutationCache: new MutationCache({
    onSuccess: (_data, _variables, _result, { meta }) => {
      if (meta?.texts) {
        closeFailures(meta.texts);
        toastSuccess(meta.texts);
      }
      void invalidate({ queryKey: SHARED_KEY });
    },
    onError: (error, _variables, _result, { meta }) => {
      if (meta?.texts) toastFailure(error, meta.texts);
      if (isOutcomeUnknown(error)) void queryClient.invalidateQueries();
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A refusal (401, 404, 422) is final; an unreachable server may be back in a second.
      retry: (failures, error) => failures < RETRIES && error instanceof AppError && error.code === 'unavailable',
      // Offline, a read fails with an error: a silent wait looks like a page that hangs.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

queryClient.getQueryCache().subscribe(trackFetch);

type Which = Pick<InvalidateQueryFilters, 'queryKey' | 'predicate'> & { refetchType?: 'active' | 'none' };

export async function invalidate({ queryKey, predicate = () => true, refetchType = 'active' }: Which): Promise<void> {
  const which = queryKey && { queryKey };
  // A query's first fetch would be joined, not repeated, and may have left before the change.
  const isFirst = (query: Query) => query.state.data === undefined && query.isActive() && predicate(query);
  if (refetchType === 'active') await queryClient.cancelQueries({ ...which, predicate: isFirst });
  await queryClient.invalidateQueries({ ...which, predicate, refetchType });
}

const brought = new WeakSet<object>();

export function seedFromDocument(json: string): void {
  for (const [queryKey, data] of JSON.parse(json) as [readonly unknown[], object][]) {
    brought.add(data);
    queryClient.setQueryData(queryKey, data);
  }
}

/** Whether the data still comes from the document: such a screen does not refetch when it opens. */
export function isSeeded(data: unknown): boolean {
  return typeof data === 'object' && data !== null && brought.has(data);
}
