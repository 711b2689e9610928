/** The form save in progress. Its requests share one signal, so that leaving the form aborts them and all retries. */
import { useSyncExternalStore } from 'react';
import { AppError } from '../../shared/app-error.ts';
import { SaveAborted } from './unknown-outcome.ts';

/** In the order they began. An aborted one stays until its work has ended. */
let underWay: readonly AbortController[] = [];
const listeners = new Set<() => void>();

function change(next: readonly AbortController[]): void {
  underWay = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Runs `save` so that `controller` can abort it; rejects with `SaveAborted` if aborted before the response. */
export async function runFormSave<T>(save: () => Promise<T>, controller: AbortController): Promise<T> {
  change([...underWay, controller]);
  try {
    const result = await save();
    if (controller.signal.reason instanceof SaveAborted) throw controller.signal.reason;
    return result;
  } finally {
    change(underWay.filter((one) => one !== controller));
  }
}

/** The person was warned and leaves. */
export function abortSaves(): void {
  for (const controller of underWay) controller.abort(new SaveAborted());
  change([...underWay]);
}

/** The form was unmounted without a question, so a toast reports that the outcome is unknown. */
export function abortUnmounted(controller: AbortController | undefined): void {
  controller?.abort(new AppError('outcome_unknown'));
}

export function formSaveSignal(): AbortSignal | undefined {
  return underWay.at(-1)?.signal;
}

/** For the question before leaving: whether a save is in progress. */
export function useIsSaving(): boolean {
  return useSyncExternalStore(subscribe, () => underWay.some(({ signal }) => !signal.aborted));
}
