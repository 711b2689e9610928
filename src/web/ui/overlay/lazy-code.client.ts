/** Loads the code of menus and dialogs on first use, so that no screen waits for it. */
import { useEffect, useEffectEvent, useState } from 'react';
import { toast } from './toast.client.ts';

const FAILED = 'This could not be opened';
const REASON = 'We cannot reach the server. Check your connection, then reload the page.';

/** Loads code once; after a failure the next call retries. */
export function loadOnce<Code>(load: () => Promise<Code>) {
  let code: Code | undefined;
  let loading: Promise<Code> | undefined;
  return {
    /** Returns the code if it is loaded. */
    now: () => code,
    load: async (): Promise<Code> => {
      loading ??= load();
      try {
        code = await loading;
        return code;
      } catch (error) {
        loading = undefined;
        throw error;
      }
    },
  };
}

type Later<Code> = ReturnType<typeof loadOnce<Code>>;

/** Loads code when `needed`, and returns it once loaded. After a failure, shows a toast and calls `failed`. */
export function useLazyCode<Code>(later: Later<Code>, needed: boolean, failed: () => void): Code | undefined {
  const [, rerender] = useState(false);
  const giveUp = useEffectEvent(failed);
  const missing = needed && !later.now();
  useEffect(() => {
    if (!missing) return undefined;
    let active = true;
    later.load().then(
      () => active && rerender((count) => !count),
      () => {
        if (!active) return;
        toast.error(FAILED, { description: REASON });
        giveUp();
      },
    );
    return () => {
      active = false;
    };
  }, [later, missing]);
  return later.now();
}

/** Calls `work` when idle after the first click and after the first key. Returns a function that stops listening. */
export function onFirstUse(work: () => void): () => void {
  const used = new AbortController();
  const { signal } = used;
  const later = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(work);
    else setTimeout(work, 1_000);
  };
  for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, later, { once: true, signal });
  return () => used.abort();
}
