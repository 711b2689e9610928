/** The query cache. Queries are retried only if the server was unavailable, mutations never. */
import { type InvalidateQueryFilters, MutationCache, type Query, QueryClient } from '@tanstack/react-query';
import { AppError } from '../../shared/app-error.ts';
import { trackFetch } from './own-changes.client.ts';
import { closeFailures, isOutcomeUnknown, toastFailure, toastSuccess } from './save.client.ts';

const RETRIES = 2;

/** Queries with this key prefix are invalidated after every change. */
export const SHARED_KEY = ['everything'];

export const queryClient = new QueryClient({
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
      // A refusal (401, 404, 422) is final, but an unreachable server may be back in a second.
      retry: (failures, error) => failures < RETRIES && error instanceof AppError && error.code === 'unavailable',
      // Offline, queries fail immediately, as a paused query looks like a page that hangs.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

queryClient.getQueryCache().subscribe(trackFetch);

type Filters = Pick<InvalidateQueryFilters, 'queryKey' | 'predicate'> & { refetchType?: 'active' | 'none' };

export async function invalidate({ queryKey, predicate = () => true, refetchType = 'active' }: Filters): Promise<void> {
  const keyFilter = queryKey && { queryKey };
  // Cancels first fetches, which invalidation would not repeat and which may have started before the change.
  const isFirst = (query: Query) => query.state.data === undefined && query.isActive() && predicate(query);
  if (refetchType === 'active') await queryClient.cancelQueries({ ...keyFilter, predicate: isFirst });
  await queryClient.invalidateQueries({ ...keyFilter, predicate, refetchType });
}

const seeded = new WeakSet<object>();

export function seedFromDocument(json: string): void {
  for (const [queryKey, data] of JSON.parse(json) as [readonly unknown[], object][]) {
    seeded.add(data);
    queryClient.setQueryData(queryKey, data);
  }
}

/** Whether the data was embedded in the document. Such data is not refetched when a screen opens. */
export function isSeeded(data: unknown): boolean {
  return typeof data === 'object' && data !== null && seeded.has(data);
}
