/** A dialog of a screen whose code comes once somebody begins to use the screen: to look at it costs none, and who opens it seldom waits. */
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
          code.load().catch(() => {}); // said when it is opened
          fetchDialogs();
        }),
      [],
    );
    return Made && <Made {...props} />;
  };
}
