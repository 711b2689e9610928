/** A screen's dialog, loaded at the first use of the screen: not needed to view it, and usually ready when opened. */
import { type ComponentType, useEffect } from 'react';
import { fetchDialogs } from './Dialog.tsx';
import { loadedOnce, onFirstUse, useWhenOpened } from './when-opened.client.ts';

type Opened = { open: boolean; onOpenChange: (open: boolean) => void };

export function openedLater<Props extends Opened>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const code = loadedOnce(load);
  return function Later(props: Props) {
    const Made = useWhenOpened(code, props.open, () => props.onOpenChange(false));
    useEffect(
      () =>
        onFirstUse(() => {
          code.load().catch(() => {}); // reported when it is opened
          fetchDialogs();
        }),
      [],
    );
    return Made && <Made {...props} />;
  };
}
