import { useState } from 'react';

type Read = { error: Error | null; refetch: () => Promise<unknown> };

/** Retries a failed query. During a retry, `error` is the previous error, so that it stays visible. */
export function useRetry({ error, refetch }: Read): { error: Error | null; busy: boolean; retry: () => void } {
  const [before, setBefore] = useState<Error | null>(null);
  const retry = () => {
    setBefore(error);
    void refetch().finally(() => setBefore(null));
  };
  return { error: before ?? error, busy: before !== null, retry };
}
