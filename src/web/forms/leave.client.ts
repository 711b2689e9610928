/** Guards against leaving a page with unsaved changes. The shell shows the question. */
import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { abortSaves } from '../http/form-save.client.ts';
import { createStore, useStore } from '../http/store.client.ts';
import { stayInDialogs } from '../ui/overlay/back.client.ts';
import { fetchDialogs } from '../ui/overlay/Dialog.tsx';
import { storeNoticeForNextPage } from './notice.client.ts';

type Question = { answer: (leave: boolean) => void };

const question = createStore<Question | undefined>(undefined);
/** Forms that are saving or have unsaved changes. `discard` removes the form's draft. */
const unsavedForms = new Set<{ discard: () => void }>();
const leaving = new AbortController();

/** Asks before unsaved changes are lost. Returns whether to leave. A second call before the answer returns false. */
export async function confirmLeave(): Promise<boolean> {
  if (unsavedForms.size === 0) return true;
  const before = question.get();
  if (before) {
    before.answer(false);
    return false;
  }
  return new Promise((resolve) => {
    question.set({
      answer: (leave) => {
        question.set(undefined);
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

/** Loads a new document without a question, which clears the page's state. `replacing` replaces the history entry. */
export function navigateAway(address: string, { replacing = false } = {}): void {
  leaving.abort();
  if (replacing) window.location.replace(address);
  else window.location.assign(address);
}

export function navigateToPrices(): void {
  storeNoticeForNextPage('trial-expired');
  navigateAway('/#pricing');
}

export function useLeaveQuestion(): Question | undefined {
  return useStore(question);
}

/**
 * While `unsaved`, links, Back and sign-out show a question first, and closing the tab shows the browser's own.
 * `discard`, from `useDraft`, is called when the person discards the changes.
 */
export function useUnsavedGuard(unsaved: boolean, discard: () => void = noop): void {
  useEffect(() => {
    if (!unsaved) return undefined;
    const form = { discard };
    unsavedForms.add(form);
    fetchDialogs();
    return () => {
      unsavedForms.delete(form);
      // Closes the question if the changes were saved. After a mere change of `discard`, the form is in the set again.
      queueMicrotask(() => unsavedForms.size === 0 && question.get()?.answer(false));
    };
  }, [unsaved, discard]);
  useBlocker({
    // Filters and tabs change only the query and stay on the page.
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await confirmLeave()),
    enableBeforeUnload: () => unsaved && !pageLeaveSignal.aborted,
    disabled: !unsaved,
  });
}

function noop(): void {}
