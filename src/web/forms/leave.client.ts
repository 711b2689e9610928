/** Leaving a page on which something typed is not saved: who asks, and how the shell's question is answered. */
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { leaveNotice, type NoticeName } from './notice.ts';

type Question = { answer: (leave: boolean) => void };

let question: Question | undefined;
let unsavedForms = 0;
const leaving = new AbortController();
const listeners = new Set<() => void>();

function ask(next: Question | undefined): void {
  question = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the page may be left: at once if nothing is unsaved, else as the person answers. */
export async function mayLeave(): Promise<boolean> {
  if (unsavedForms === 0) return true;
  question?.answer(false);
  return new Promise((resolve) => {
    ask({
      answer: (leave) => {
        ask(undefined);
        resolve(leave);
      },
    });
  });
}

/** Aborted once the page is being left for a new document. */
export const pageIsLeft = leaving.signal;

/** Goes to an address with a new document, without asking. Nothing of this page is kept in memory. */
export function leaveForUrl(address: string): void {
  leaving.abort();
  window.location.assign(address);
}

/** Leaves the app for the front page, which shows the notice. */
export function leaveForFrontPage(notice: NoticeName): void {
  leaveForUrl(leaveNotice(notice, () => window.sessionStorage));
}

/** For the shell: the question that waits for an answer. */
export function useLeaveQuestion(): Question | undefined {
  return useSyncExternalStore(subscribe, () => question);
}

/** While `unsaved`, every way off the page asks first: links, Back, sign-out, and closing the tab (in the browser's own words). */
export function useUnsavedGuard(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return undefined;
    unsavedForms += 1;
    return () => {
      unsavedForms -= 1;
    };
  }, [unsaved]);
  useBlocker({
    // Filters and tabs in the address stay on the page, so they lose nothing.
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await mayLeave()),
    enableBeforeUnload: () => unsaved && !pageIsLeft.aborted,
    disabled: !unsaved,
  });
}
