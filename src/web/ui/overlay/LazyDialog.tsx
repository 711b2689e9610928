/** A screen's dialog, loaded at the first use of the screen: not needed to view it, and usually ready when opened. */
import { type ComponentType, useEffect } from 'react';
import { fetchDialogs } from './Dialog.tsx';
import { loadOnce, onFirstUse, useLazyCode } from './lazy-code.client.ts';

type Opened = { open: boolean; onOpenChange: (open: boolean) => void };

export function lazyDialog<Props extends Opened>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const code = loadOnce(load);
  return function Later(props: Props) {
    const Made = useLazyCode(code, props.open, () => props.onOpenChange(false));
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
