/** The sample portfolio in the browser. */
import { useMutation } from '@tanstack/react-query';
import { api, done } from '../../web/http/api.client.ts';
import { useOnce } from '../../web/http/once.client.ts';
import { queryClient } from '../../web/http/query.client.ts';
import { withSession } from '../../web/http/save.client.ts';

/** Of each noun something has come or gone; the session says whether the ribbon is shown. */
export function readEverythingAgain(): Promise<void> {
  return queryClient.invalidateQueries();
}

export function useLoadSample() {
  const loading = useMutation({
    mutationFn: () => withSession(() => done(api.sample.$post())),
    onSuccess: readEverythingAgain,
    meta: {
      texts: {
        done: 'Sample portfolio loaded',
        failed: 'Failed to load the sample portfolio',
        signedOut: 'You must be logged in to load the sample portfolio',
        missing: 'The sample portfolio cannot be found',
      },
    },
  });
  return { load: useOnce(loading.mutate), busy: loading.isPending };
}
