import { createStore, useStore } from '../http/store.client.ts';

type Waiting = { promise: Promise<boolean>; answer: (signedIn: boolean) => void };

const waiting = createStore<Waiting | undefined>(undefined);

/** Asks the person to sign in again, once for all waiting saves. Returns whether the same person did. */
export async function signInAgain(): Promise<boolean> {
  const current = waiting.get() ?? question();
  waiting.set(current);
  return current.promise;
}

function question(): Waiting {
  let answer: Waiting['answer'] = () => {};
  const promise = new Promise<boolean>((resolve) => {
    answer = (signedIn) => {
      waiting.set(undefined);
      resolve(signedIn);
    };
  });
  return { promise, answer };
}

/** Ends the wait after a sign-in, here or in another tab, or after the person has cancelled. */
export function resolveSignIn(signedIn: boolean): void {
  waiting.get()?.answer(signedIn);
}

export function useSignInDialog(): boolean {
  return useStore(waiting) !== undefined;
}
