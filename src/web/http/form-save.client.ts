/** The save of a form that is under way: its requests carry one signal, so that leaving the form ends them and every repeat. */
import { useSyncExternalStore } from 'react';
import { AppError } from '../../shared/app-error.ts';
import { SaveStopped } from './retry-unknown.ts';

/** From the first to the last that began. One that was stopped stays until its work has ended. */
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

/** Runs `save` as stoppable by `controller`; rejects with `SaveStopped` where it was stopped before its answer. */
export async function runFormSave<T>(save: () => Promise<T>, controller: AbortController): Promise<T> {
  change([...underWay, controller]);
  try {
    const result = await save();
    if (controller.signal.reason instanceof SaveStopped) throw controller.signal.reason;
    return result;
  } finally {
    change(underWay.filter((one) => one !== controller));
  }
}

/** The person was warned, and leaves what is being saved. */
export function stopSaves(): void {
  for (const controller of underWay) controller.abort(new SaveStopped());
  change([...underWay]);
}

/** The form is gone without a question, so a toast says that the outcome is unknown. */
export function stopUnmounted(controller: AbortController | undefined): void {
  controller?.abort(new AppError('maybe_saved'));
}

/** Of the form's save that began last. */
export function formSaveSignal(): AbortSignal | undefined {
  return underWay.at(-1)?.signal;
}

/** For the question before leaving: whether something is still being saved. */
export function useIsSaving(): boolean {
  return useSyncExternalStore(subscribe, () => underWay.some(({ signal }) => !signal.aborted));
}
