/** A fair semaphore for memory-intensive work: landlords alternate, regardless of how many requests each has queued. */
import { setTimeout } from 'node:timers/promises';
import { AppError } from '../../../shared/app-error.ts';

const REFUSAL_DELAY_MS = 1000;

/** `most` is the maximum of concurrent slots for this owner. `signal` cancels waiting. */
type Request = { owner: string; most: number; signal?: AbortSignal };

/** `maxPerOwner` is the maximum of an owner's requests, admitted or queued. */
export function fairSemaphore({
  slots,
  maxPerOwner = Number.POSITIVE_INFINITY,
}: {
  slots: number;
  maxPerOwner?: number;
}) {
  const admitted: string[] = [];
  const waiting = new Map<string, { most: number; admit: () => void }[]>();
  const taken = (owner: string) => admitted.filter((id) => id === owner).length;

  /** Admits queued requests while slots are free. An admitted landlord moves to the end of the queue. */
  function admitNext(): void {
    for (const [owner, requests] of waiting) {
      const [next] = requests;
      if (admitted.length >= slots) return;
      if (!next || taken(owner) >= next.most) continue;
      drop(owner, next);
      const rest = waiting.get(owner);
      if (rest && waiting.delete(owner)) waiting.set(owner, rest);
      admitted.push(owner);
      next.admit();
    }
  }

  function drop(owner: string, request: object): void {
    const rest = waiting.get(owner)?.filter((other) => other !== request) ?? [];
    if (rest.length > 0) waiting.set(owner, rest);
    else waiting.delete(owner);
  }

  return {
    /** Resolves with a release function. Rejects with `unavailable` for a full queue, `bad_request` once aborted. */
    async enter({ owner, most, signal }: Request): Promise<() => void> {
      if (signal?.aborted) throw cutOff(signal.reason);
      if (taken(owner) + (waiting.get(owner)?.length ?? 0) >= maxPerOwner) {
        // Slows down repeated requests, at almost no cost to other landlords.
        await setTimeout(REFUSAL_DELAY_MS);
        const message = 'Many files are being uploaded just now. Try again in a moment.';
        throw new AppError('unavailable', { message, retryAfter: 5 });
      }
      await new Promise<void>((resolve, reject) => {
        const request = { most, admit: resolve };
        waiting.set(owner, [...(waiting.get(owner) ?? []), request]);
        signal?.addEventListener('abort', () => {
          drop(owner, request);
          reject(cutOff(signal.reason));
        });
        admitNext();
      });
      return () => {
        admitted.splice(admitted.indexOf(owner), 1);
        admitNext();
      };
    },
  };
}

export function cutOff(cause: unknown): AppError {
  return new AppError('bad_request', { message: 'The upload was interrupted. Try again.', cause });
}
