/** The code of what opens from the page (menus, dialogs) comes when the first of them is wanted, so that no screen waits for it. */
import { useEffect, useEffectEvent, useState } from 'react';
import { toast } from './toast.client.ts';

const FAILED = 'This could not be opened';
const REASON = 'We cannot reach the server. Check your connection, then reload the page.';

/** Code that is loaded once, however often it is asked for; after a failure it is asked for anew. */
export function loadedOnce<Code>(load: () => Promise<Code>) {
  let code: Code | undefined;
  let loading: Promise<Code> | undefined;
  return {
    /** What has come already. */
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

type Later<Code> = ReturnType<typeof loadedOnce<Code>>;

/**
 * The code once it is there and wanted; until then what opens it stays as it is. Where it does not come, a toast says so and `failed`
 * is called.
 */
export function useWhenOpened<Code>(later: Later<Code>, wanted: boolean, failed: () => void): Code | undefined {
  const [, draw] = useState(false);
  const giveUp = useEffectEvent(failed);
  const missing = wanted && !later.now();
  useEffect(() => {
    if (!missing) return undefined;
    let waiting = true;
    later.load().then(
      () => waiting && draw((drawn) => !drawn),
      () => {
        if (!waiting) return;
        toast.error(FAILED, { description: REASON });
        giveUp();
      },
    );
    return () => {
      waiting = false;
    };
  }, [later, missing]);
  return later.now();
}

/** Calls `work` after the first press or key, once what that began leaves time; twice where there was one of each. Returns how to call it off. */
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
