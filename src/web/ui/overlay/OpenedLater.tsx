/** A dialog of a screen whose code comes while the screen is looked at: the screen does not wait for it, and who opens it seldom does. */
import { type ComponentType, useEffect } from 'react';
import { fetchDialogs } from './Dialog.tsx';
import { loadedOnce, useWhenOpened } from './when-opened.client.ts';

type Opened = { open: boolean; onOpenChange: (open: boolean) => void };

export function openedLater<Props extends Opened>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const code = loadedOnce(load);
  return function Later(props: Props) {
    const Made = useWhenOpened(code, props.open, () => props.onOpenChange(false));
    useEffect(
      () =>
        whenIdle(() => {
          code.load().catch(() => {}); // said when it is opened
          fetchDialogs();
        }),
      [],
    );
    return Made && <Made {...props} />;
  };
}

/** Returns how to call it off. Safari has no idle callbacks. */
function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, 500);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act);
  return () => cancelIdleCallback(handle);
}
