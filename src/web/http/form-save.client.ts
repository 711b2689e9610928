/** The form save in progress. Its requests share one signal, so that leaving the form aborts them and all retries. */
import { useSyncExternalStore } from 'react';
import { AppError } from '../../shared/app-error.ts';
import { SaveAborted } from './unknown-outcome.ts';

/** The saves in progress in order of their start. An aborted save stays until it has ended. */
let activeSaves: readonly AbortController[] = [];
const listeners = new Set<() => void>();

function change(next: readonly AbortController[]): void {
  activeSaves = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Runs `save` so that `controller` can abort it; rejects with `SaveAborted` if aborted before the response. */
export async function runFormSave<T>(save: () => Promise<T>, controller: AbortController): Promise<T> {
  change([...activeSaves, controller]);
  try {
    const result = await save();
    if (controller.signal.reason instanceof SaveAborted) throw controller.signal.reason;
    return result;
  } finally {
    change(activeSaves.filter((save) => save !== controller));
  }
}

/** Aborts all saves when the person leaves despite the warning. */
export function abortSaves(): void {
  for (const controller of activeSaves) controller.abort(new SaveAborted());
  change([...activeSaves]);
}

/** Aborts the save of a form that was unmounted without a question. A toast reports that the outcome is unknown. */
export function abortUnmounted(controller: AbortController | undefined): void {
  controller?.abort(new AppError('outcome_unknown'));
}

export function formSaveSignal(): AbortSignal | undefined {
  return activeSaves.at(-1)?.signal;
}

export function useIsSaving(): boolean {
  return useSyncExternalStore(subscribe, () => activeSaves.some(({ signal }) => !signal.aborted));
}
