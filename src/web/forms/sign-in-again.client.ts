/** Signing in again after the session ended while a page was open; saves wait for it. */
import { useSyncExternalStore } from 'react';

type Waiting = { promise: Promise<boolean>; answer: (signedIn: boolean) => void };

let waiting: Waiting | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks the person to sign in again, once for all waiting saves. True if the same person did. */
export async function signInAgain(): Promise<boolean> {
  waiting ??= question();
  const asked = waiting;
  for (const listener of listeners) listener();
  return asked.promise;
}

function question(): Waiting {
  let answer: Waiting['answer'] = () => {};
  const promise = new Promise<boolean>((resolve) => {
    answer = (signedIn) => {
      waiting = undefined;
      for (const listener of listeners) listener();
      resolve(signedIn);
    };
  });
  return { promise, answer };
}

/** Answers the open question: someone signed in, here or in another tab, or cancelled. */
export function resolveSignIn(signedIn: boolean): void {
  waiting?.answer(signedIn);
}

export function useSignInDialog(): boolean {
  return useSyncExternalStore(subscribe, () => waiting !== undefined);
}
