import { AppError } from '../../shared/app-error.ts';

/** Thrown if the person leaves during a save, which may have succeeded. */
export class SaveAborted extends Error {
  override name = 'SaveAborted';
}

/** Whether a save may have succeeded. After an error response of our server, even a 500, the outcome is known. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof SaveAborted) return true;
  if (!(error instanceof AppError)) return false;
  // Without a request id the response, if any, did not come from our server.
  return error.code === 'outcome_unknown' || (error.code === 'unavailable' && !error.details.requestId);
}

const RETRY_DELAYS_MS = [500, 1_000, 2_000];

type RetryOptions = {
  signal?: AbortSignal | undefined;
  onUnknown?: () => void;
};

/**
 * Repeats an idempotent save until its outcome is known, at most three times. `again` is true on retries. Rejects with
 * the last error, or with `SaveAborted` once aborted.
 */
export async function retryWhileUnknown<T>(save: (again: boolean) => Promise<T>, plan: RetryOptions = {}): Promise<T> {
  const { signal, onUnknown } = plan;
  for (const [attempt, pause] of RETRY_DELAYS_MS.entries()) {
    signal?.throwIfAborted();
    try {
      return await save(attempt > 0);
    } catch (error) {
      signal?.throwIfAborted();
      if (!isOutcomeUnknown(error)) throw error;
    }
    onUnknown?.();
    await wait(pause, signal);
  }
  return save(true);
}

async function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const stop = () => {
      clearTimeout(timer);
      resolve();
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
  signal?.throwIfAborted();
}
