/** When a save is sent again: only while its outcome is unknown, a few times, and never after it was stopped. */
import { AppError } from '../../shared/app-error.ts';

/** The person left while a save was under way: it may have been made. */
export class SaveStopped extends Error {
  override name = 'SaveStopped';
}

/** A lost answer, one of a gateway, or a database that did not confirm the commit. A refusal of our server is an outcome, 500 too. */
export function isUnsure(error: unknown): boolean {
  if (error instanceof SaveStopped) return true;
  if (!(error instanceof AppError)) return false;
  // Without a request id it was not our server that answered, if anything did.
  return error.code === 'maybe_saved' || (error.code === 'unavailable' && !error.details.requestId);
}

const PAUSES_MS = [500, 1_000, 2_000];

type Plan = {
  signal?: AbortSignal | undefined;
  /** Before each pause. */
  onUnknown?: () => void;
};

/**
 * Sends a save that has the same effect however often it is sent, by its key or version. `again` where it is not the first time.
 * Rejects as the last attempt did, and with `SaveStopped` once stopped.
 */
export async function retryUnknown<T>(save: (again: boolean) => Promise<T>, plan: Plan = {}): Promise<T> {
  const { signal, onUnknown } = plan;
  for (const [attempt, pause] of PAUSES_MS.entries()) {
    signal?.throwIfAborted();
    try {
      return await save(attempt > 0);
    } catch (error) {
      signal?.throwIfAborted();
      if (!isUnsure(error)) throw error;
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
