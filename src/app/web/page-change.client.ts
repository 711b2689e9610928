/** On navigation, changes the title and focuses the heading or the first field of a new form. */
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { screenStart, useTitle } from '../../web/ui/display/PageHead.tsx';

/** The title of the screen's route; undefined for an unknown URL, even below a known one. */
export function useScreenTitle(): string | undefined {
  return useRouterState({
    select: ({ matches }) =>
      matches.some(({ _notFound }) => _notFound)
        ? undefined
        : matches.findLast(({ staticData }) => staticData.title)?.staticData.title,
  });
}

export function usePageChange(): void {
  useTitle(useScreenTitle(), 'screen');
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const seen = useRef(path);
  const moved = useRef(false);
  const { history } = useRouter();

  // A quick click may leave the first screen before the router has resolved it.
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
    // A newly loaded document starts at its top, like any other.
    return first ? undefined : focusStart();
  }, [path]);
}

/**
 * Focuses the start of the screen once it is rendered, unless the person moves the focus first. Returns a cancel
 * function.
 */
function focusStart(): () => void {
  const found = () => {
    // A form dialog opened by the URL keeps the focus.
    if (document.activeElement?.closest('[role=dialog] form')) return true;
    const start = screenStart();
    start?.focus({ preventScroll: true });
    return start !== null && document.activeElement === start;
  };
  let again = 0;
  // Again in the next frame: a menu or dialog that closes now restores the focus to its button.
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
