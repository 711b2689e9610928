/** The form save in progress. Its requests share one signal, so that leaving the form aborts them and all retries. */
import { AppError } from '../../shared/app-error.ts';
import { createStore, useStore } from './store.client.ts';
import { SaveAborted } from './unknown-outcome.ts';

/** The saves in progress in order of their start. An aborted save stays until it has ended. */
const activeSaves = createStore<readonly AbortController[]>([]);

/** Runs `save` so that `controller` can abort it; rejects with `SaveAborted` if aborted before the response. */
export async function runFormSave<T>(save: () => Promise<T>, controller: AbortController): Promise<T> {
  activeSaves.set([...activeSaves.get(), controller]);
  try {
    const result = await save();
    if (controller.signal.reason instanceof SaveAborted) throw controller.signal.reason;
    return result;
  } finally {
    activeSaves.set(activeSaves.get().filter((save) => save !== controller));
  }
}

/** Aborts all saves when the person leaves despite the warning. */
export function abortSaves(): void {
  for (const controller of activeSaves.get()) controller.abort(new SaveAborted());
  activeSaves.set([...activeSaves.get()]);
}

/** Aborts the save of a form that was unmounted without a question. A toast reports that the outcome is unknown. */
export function abortUnmounted(controller: AbortController | undefined): void {
  controller?.abort(new AppError('outcome_unknown'));
}

export function formSaveSignal(): AbortSignal | undefined {
  return activeSaves.get().at(-1)?.signal;
}

export function useIsSaving(): boolean {
  return useStore(activeSaves).some(({ signal }) => !signal.aborted);
}
