/** Retries a save while its outcome is unknown, a few times, and never after it was aborted. */
import { AppError } from '../../shared/app-error.ts';

/** The person left during a save, which may have succeeded. */
export class SaveAborted extends Error {
  override name = 'SaveAborted';
}

/** A lost response, a gateway's error, or an unconfirmed commit. A refusal by our server, even a 500, is an outcome. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof SaveAborted) return true;
  if (!(error instanceof AppError)) return false;
  // Without a request id the response, if any, did not come from our server.
  return error.code === 'outcome_unknown' || (error.code === 'unavailable' && !error.details.requestId);
}

const RETRY_DELAYS_MS = [500, 1_000, 2_000];

type Plan = {
  signal?: AbortSignal | undefined;
  onUnknown?: () => void;
};

/**
 * Sends an idempotent save, by its key or version, until the outcome is known. `again` is true on retries.
 * Rejects with the last error, or with `SaveAborted` once aborted.
 */
export async function retryWhileUnknown<T>(save: (again: boolean) => Promise<T>, plan: Plan = {}): Promise<T> {
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
