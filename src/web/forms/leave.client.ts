/** Guards against leaving a page with unsaved changes, and lets the shell check for them. */
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { abortSaves } from '../http/form-save.client.ts';
import { stayInDialogs } from '../ui/overlay/back.client.ts';
import { fetchDialogs } from '../ui/overlay/Dialog.tsx';
import { storeNoticeForNextPage } from './notice.client.ts';

type Question = { answer: (leave: boolean) => void };

let question: Question | undefined;
/** Forms that are saving or have unsaved changes. `discard` removes their draft. */
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

/** Asks before unsaved changes are lost. A second call before the answer counts as 'stay'. */
export async function confirmLeave(): Promise<boolean> {
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
          abortSaves();
        } else stayInDialogs();
        resolve(leave);
      },
    });
  });
}

/** Aborted when the page is left for a new document. */
export const pageLeaveSignal = leaving.signal;

/** Loads a new document without asking, so that no state stays in memory. `replacing` replaces the history entry. */
export function navigateAway(address: string, { replacing = false } = {}): void {
  leaving.abort();
  if (replacing) window.location.replace(address);
  else window.location.assign(address);
}

/** Leaves the app for the prices on the front page, with a notice that the trial is over. */
export function navigateToPrices(): void {
  storeNoticeForNextPage('trial-expired');
  navigateAway('/#pricing');
}

export function useLeaveQuestion(): Question | undefined {
  return useSyncExternalStore(subscribe, () => question);
}

/**
 * While `unsaved`, links, Back, sign-out and closing the tab ask first (the last in the browser's own words).
 * `discard`, from `useDraft`, is called when the person discards the changes.
 */
export function useUnsavedGuard(unsaved: boolean, discard: () => void = nothing): void {
  useEffect(() => {
    if (!unsaved) return undefined;
    const form = { discard };
    unsavedForms.add(form);
    fetchDialogs();
    return () => {
      unsavedForms.delete(form);
      // Saved while the question was open. The microtask skips a mere change of `discard`.
      queueMicrotask(() => unsavedForms.size === 0 && question?.answer(false));
    };
  }, [unsaved, discard]);
  useBlocker({
    // Filters and tabs in the URL stay on the page.
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await confirmLeave()),
    enableBeforeUnload: () => unsaved && !pageLeaveSignal.aborted,
    disabled: !unsaved,
  });
}

function nothing(): void {}
