/** The one cache of what the server said. A read is repeated only where repeating can help; a save never by itself. */
import { MutationCache, QueryClient } from '@tanstack/react-query';
import { AppError } from '../../shared/app-error.ts';
import { toastDone, toastFailure } from './save.client.ts';

const RETRIES = 2;

/** Keys that begin so are read again after a change of any noun. */
export const OF_EVERYTHING = ['everything'];

export const queryClient = new QueryClient({
  // The outcome of a save is said in one place, in the sentences of its `meta.texts`.
  mutationCache: new MutationCache({
    onSuccess: (_data, _variables, _result, { meta }) => {
      if (meta?.texts) toastDone(meta.texts);
      void readEverythingAgain();
    },
    onError: (error, _variables, _result, { meta }) => meta?.texts && toastFailure(error, meta.texts),
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

/** After a change of any noun. */
export async function readEverythingAgain(refetchType: 'active' | 'none' = 'active'): Promise<void> {
  // The first read of a query is joined, not made again: one that is under way may have left before the change.
  await queryClient.cancelQueries({ queryKey: OF_EVERYTHING });
  await queryClient.invalidateQueries({ queryKey: OF_EVERYTHING, refetchType });
}
