/** Places for work that takes memory. Landlords wait for one in turn, however much of their own each has waiting. */
import { setTimeout } from 'node:timers/promises';
import { AppError } from '../../shared/app-error.ts';

const HELD_MS = 1000;

/** `most` places at once; `signal` ends the waiting of somebody who has gone. */
type Wish = { owner: string; most: number; signal?: AbortSignal };

/** So many `places` altogether; nobody has more than `line` taken or waited for. */
export function turns({ places, line = Number.POSITIVE_INFINITY }: { places: number; line?: number }) {
  const inside: string[] = [];
  const waiting = new Map<string, { most: number; go: () => void }[]>();
  const taken = (owner: string) => inside.filter((id) => id === owner).length;

  /** Lets in whoever is next. A landlord who was let in goes behind all others. */
  function letIn(): void {
    for (const [owner, wishes] of waiting) {
      const [next] = wishes;
      if (inside.length >= places) return;
      if (!next || taken(owner) >= next.most) continue;
      drop(owner, next);
      const rest = waiting.get(owner);
      if (rest && waiting.delete(owner)) waiting.set(owner, rest);
      inside.push(owner);
      next.go();
    }
  }

  function drop(owner: string, wish: object): void {
    const rest = waiting.get(owner)?.filter((other) => other !== wish) ?? [];
    if (rest.length > 0) waiting.set(owner, rest);
    else waiting.delete(owner);
  }

  return {
    /** Resolves with how to leave, once there is a place. Rejects with `unavailable` where the line is full, `bad_request` once the signal is aborted. */
    async enter({ owner, most, signal }: Wish): Promise<() => void> {
      if (signal?.aborted) throw cutOff(signal.reason);
      if (taken(owner) + (waiting.get(owner)?.length ?? 0) >= line) {
        // Whoever asks again and again is slowed, and costs others next to nothing.
        await setTimeout(HELD_MS);
        const message = 'Many files are being uploaded just now. Please try again in a moment.';
        throw new AppError('unavailable', { message, retryAfter: 5 });
      }
      await new Promise<void>((resolve, reject) => {
        const wish = { most, go: resolve };
        waiting.set(owner, [...(waiting.get(owner) ?? []), wish]);
        signal?.addEventListener('abort', () => {
          drop(owner, wish);
          reject(cutOff(signal.reason));
        });
        letIn();
      });
      return () => {
        inside.splice(inside.indexOf(owner), 1);
        letIn();
      };
    },
  };
}

export function cutOff(cause: unknown): AppError {
  return new AppError('bad_request', { message: 'The upload was cut off. Please try again.', cause });
}
