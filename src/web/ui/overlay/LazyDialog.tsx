/** A screen's dialog, whose code loads on the first interaction, so that the dialog does not delay the screen. */
import { type ComponentType, useEffect } from 'react';
import { fetchDialogs } from './Dialog.tsx';
import { loadOnce, onFirstUse, useLazyCode } from './lazy-code.client.ts';

type Opened = { open: boolean; onOpenChange: (open: boolean) => void };

export function lazyDialog<Props extends Opened>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const code = loadOnce(load);
  return function LazyDialog(props: Props) {
    const Loaded = useLazyCode(code, props.open, () => props.onOpenChange(false));
    useEffect(
      () =>
        onFirstUse(() => {
          code.load().catch(() => {}); // opening the dialog reports the error
          fetchDialogs();
        }),
      [],
    );
    return Loaded && <Loaded {...props} />;
  };
}
