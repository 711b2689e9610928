/** When somebody is done with a part of the page: the focus has gone from it to elsewhere. */
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { whenPointerIsUp } from '../table/pointer.client.ts';

/** Not when the whole window loses it: whoever comes back goes on. A press inside that takes no focus is heard first. */
export function useFocusLeft(part: RefObject<HTMLElement | null>, left: () => void): void {
  const onLeft = useEffectEvent(left);
  useEffect(() => {
    const element = part.current;
    const out = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && element?.contains(relatedTarget)) return;
      whenPointerIsUp(() => {
        if (document.hasFocus() && !element?.contains(document.activeElement)) onLeft();
      });
    };
    element?.addEventListener('focusout', out);
    return () => element?.removeEventListener('focusout', out);
  }, [part]);
}
