import { useSyncExternalStore } from 'react';

type Waiting = { promise: Promise<boolean>; answer: (signedIn: boolean) => void };

let waiting: Waiting | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks the person to sign in again, once for all waiting saves. Returns whether the same person did. */
export async function signInAgain(): Promise<boolean> {
  waiting ??= question();
  const current = waiting;
  for (const listener of listeners) listener();
  return current.promise;
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

/** Ends the wait after a sign-in, here or in another tab, or after the person has cancelled. */
export function resolveSignIn(signedIn: boolean): void {
  waiting?.answer(signedIn);
}

export function useSignInDialog(): boolean {
  return useSyncExternalStore(subscribe, () => waiting !== undefined);
}
