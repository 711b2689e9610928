/** Retries a failed read: the error stays visible, with its button busy, until the response arrives. */
import { useState } from 'react';

type Read = { error: Error | null; refetch: () => Promise<unknown> };

/** During a retry `error` is the previous one. Give `busy` and `retry` to the button. */
export function useRetry({ error, refetch }: Read): { error: Error | null; busy: boolean; retry: () => void } {
  const [before, setBefore] = useState<Error | null>(null);
  const retry = () => {
    setBefore(error);
    void refetch().finally(() => setBefore(null));
  };
  return { error: before ?? error, busy: before !== null, retry };
}
