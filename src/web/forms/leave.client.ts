/** Leaving a page on which something typed is not saved: who asks, and how the shell's question is answered. */
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { stopSaves } from '../http/form-save.client.ts';
import { stayInDialogs } from '../ui/overlay/back.client.ts';
import { fetchDialogs } from '../ui/overlay/Dialog.tsx';
import { leaveNotice } from './notice.client.ts';

type Question = { answer: (leave: boolean) => void };

let question: Question | undefined;
/** Of each form with unsaved changes, or that is saving: takes away what is kept of them. */
const unsavedForms = new Set<{ discard: () => void }>();
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

/** Whether what is unsaved may be left: at once if nothing is, else as the person answers. Asked again before the answer, they stay. */
export async function mayLeave(): Promise<boolean> {
  if (unsavedForms.size === 0) return true;
  if (question) {
    question.answer(false);
    return false;
  }
  return new Promise((resolve) => {
    ask({
      answer: (leave) => {
        ask(undefined);
        if (leave) {
          for (const { discard } of unsavedForms) discard();
          stopSaves();
        } else stayInDialogs();
        resolve(leave);
      },
    });
  });
}

/** Aborted once the page is being left for a new document. */
export const pageIsLeft = leaving.signal;

/** Goes to an address with a new document, without asking. Nothing of this page is kept in memory; `replacing`, not in the history either. */
export function leaveForUrl(address: string, { replacing = false } = {}): void {
  leaving.abort();
  if (replacing) window.location.replace(address);
  else window.location.assign(address);
}

/** Leaves the app for the prices on the front page, which say that the trial is over. */
export function leaveForPrices(): void {
  leaveNotice('trial-expired');
  leaveForUrl('/#pricing');
}

/** For the shell: the question that waits for an answer. */
export function useLeaveQuestion(): Question | undefined {
  return useSyncExternalStore(subscribe, () => question);
}

/**
 * While `unsaved`, every way off the page asks first: links, Back, sign-out, and closing the tab (in the browser's own words).
 * `discard`, of `useDraft`, is called when the person gives the changes up.
 */
export function useUnsavedGuard(unsaved: boolean, discard: () => void = nothing): void {
  useEffect(() => {
    if (!unsaved) return undefined;
    const form = { discard };
    unsavedForms.add(form);
    fetchDialogs();
    return () => {
      unsavedForms.delete(form);
      // Saved while the question was open; not where only `discard` has changed.
      queueMicrotask(() => unsavedForms.size === 0 && question?.answer(false));
    };
  }, [unsaved, discard]);
  useBlocker({
    // Filters and tabs in the address stay on the page, so they lose nothing.
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await mayLeave()),
    enableBeforeUnload: () => unsaved && !pageIsLeft.aborted,
    disabled: !unsaved,
  });
}

function nothing(): void {}
