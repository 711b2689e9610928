/** At each navigation the title changes and the heading, or the first field of a new form, gets the focus. */
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { screenStart, useTitle } from '../../web/ui/display/PageHead.tsx';

/** The title of the screen's route; undefined for an address that is none of ours, even below one that is. */
export function useScreenTitle(): string | undefined {
  return useRouterState({
    select: ({ matches }) =>
      matches.some(({ _notFound }) => _notFound)
        ? undefined
        : matches.findLast(({ staticData }) => staticData.title)?.staticData.title,
  });
}

/** Once, in the root of the screens. */
export function usePageChange(): void {
  useTitle(useScreenTitle(), 'screen');
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const seen = useRef(path);
  const moved = useRef(false);
  const { history } = useRouter();

  // A quick press leaves the first screen before the router counts it as open.
  useEffect(
    () =>
      history.subscribe(({ action }) => {
        moved.current ||= action.type === 'PUSH';
      }),
    [history],
  );
  useEffect(() => {
    if (seen.current === path) return undefined;
    const first = seen.current === undefined && !moved.current;
    seen.current = path;
    // A document that has just loaded begins at its top, as the browser has it.
    return first ? undefined : focusStart();
  }, [path]);
}

/** Waits for the screen if it is still on its way; gives up as soon as the person moves on by themself. */
function focusStart(): () => void {
  const found = () => {
    // A form's dialog that the address has opened keeps it.
    if (document.activeElement?.closest('[role=dialog] form')) return true;
    const start = screenStart();
    // Scrolling is the router's: it knows where a page was left.
    start?.focus({ preventScroll: true });
    return start !== null && document.activeElement === start;
  };
  let again = 0;
  // Once more in the next frame: a menu or dialog that goes at the same moment gives the focus back to its button.
  const look = () => {
    if (!found()) return;
    watch.disconnect();
    again = requestAnimationFrame(() => {
      found();
      stop();
    });
  };
  const watch = new MutationObserver(look);
  const stop = () => {
    watch.disconnect();
    cancelAnimationFrame(again);
    for (const kind of ['pointerdown', 'keydown']) window.removeEventListener(kind, stop);
  };
  watch.observe(document.body, { childList: true, subtree: true });
  for (const kind of ['pointerdown', 'keydown']) window.addEventListener(kind, stop);
  look();
  return stop;
}
