import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { screenStart, useTitle } from '../../web/ui/display/PageHead.tsx';

/** Returns the title of the screen's route, or undefined for an unknown URL. */
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

  // Detects a navigation before the router has resolved the first screen.
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
    // After the first load the focus stays at the top of the document.
    return first ? undefined : focusStart();
  }, [path]);
}

/** Waits until the screen is rendered. A click or key by the person cancels. Returns a cancel function. */
function focusStart(): () => void {
  const focusNow = () => {
    // A form dialog opened by the URL keeps the focus.
    if (document.activeElement?.closest('[role=dialog] form')) return true;
    const start = screenStart();
    start?.focus({ preventScroll: true });
    return start !== null && document.activeElement === start;
  };
  let frame = 0;
  // Focuses again in the next frame, as a closing menu or dialog restores the focus to its trigger.
  const tryFocus = () => {
    if (!focusNow()) return;
    watch.disconnect();
    frame = requestAnimationFrame(() => {
      focusNow();
      stop();
    });
  };
  const watch = new MutationObserver(tryFocus);
  const stop = () => {
    watch.disconnect();
    cancelAnimationFrame(frame);
    for (const kind of ['pointerdown', 'keydown']) window.removeEventListener(kind, stop);
  };
  watch.observe(document.body, { childList: true, subtree: true });
  for (const kind of ['pointerdown', 'keydown']) window.addEventListener(kind, stop);
  tryFocus();
  return stop;
}
