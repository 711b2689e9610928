/** Trying a failed read again: what failed stays in view, with its button busy, until the answer has come. */
import { useState } from 'react';

type Read = { error: Error | null; refetch: () => Promise<unknown> };

/** `error` is the read's own, or while it is tried again the one before; give `busy` and `retry` to the button. */
export function useRetry({ error, refetch }: Read): { error: Error | null; busy: boolean; retry: () => void } {
  const [before, setBefore] = useState<Error | null>(null);
  const retry = () => {
    setBefore(error);
    void refetch().finally(() => setBefore(null));
  };
  return { error: before ?? error, busy: before !== null, retry };
}
