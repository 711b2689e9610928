import { AppError } from '../../shared/app-error.ts';
import type { ErrorCode } from '../../shared/error-codes.ts';
import { navigateToPrices } from '../forms/leave.client.ts';
import { signInAgain } from '../forms/sign-in-again.client.ts';
import { toast } from '../ui/overlay/toast.client.ts';
import { formSaveSignal } from './form-save.client.ts';
import { isOutcomeUnknown, retryWhileUnknown, SaveAborted } from './unknown-outcome.ts';

export { isOutcomeUnknown };

let pendingCount = 0;

export const pendingSaveCount = (): number => pendingCount;

/**
 * Runs a save. If the session has ended, the person signs in again in a dialog and the save is retried.
 * If the trial has ended, they are redirected to the prices (a form's draft stays). Rethrows all other errors.
 */
export async function withSession<T>(save: () => Promise<T>): Promise<T> {
  const signal = formSaveSignal();
  pendingCount += 1;
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'trial_expired') navigateToPrices();
    if (error.code !== 'unauthenticated' || !(await signInAgain())) throw error;
    signal?.throwIfAborted();
    return await save();
  } finally {
    pendingCount -= 1;
  }
}

export function saveWithKey<T>(
  key: string,
  send: (options: { headers: { 'idempotency-key': string } }) => Promise<T>,
): Promise<T> {
  return withSession(() => retryUnknownOutcome(() => send({ headers: { 'idempotency-key': key } })));
}

/**
 * Calls `retryWhileUnknown` with the signal of the form save in progress. Shows a toast while the outcome is unknown.
 */
export async function retryUnknownOutcome<T>(save: (again: boolean) => Promise<T>): Promise<T> {
  let closeToast = () => {};
  const onUnknown = () => {
    closeToast = toast.info(OUTCOME_UNKNOWN_TITLE, { description: OUTCOME_UNKNOWN_CHECKING, timeout: 3_000 });
  };
  return retryWhileUnknown(save, { signal: formSaveSignal(), onUnknown }).finally(() => closeToast());
}

const OUTCOME_UNKNOWN_TITLE = 'We do not know whether this was saved.';
const OUTCOME_UNKNOWN_CHECKING = 'We are checking now.';
const OUTCOME_UNKNOWN_HINT = 'We will refresh this page when you are back online. Check it before you try again.';

export type FailureTexts = {
  /** Shown above `failed` where the specification has a title: 'Error'. */
  title?: string;
  failed: string;
  signedOut: string;
  /** Shown if the record does not exist for this landlord. */
  missing: string;
  /** Codes of errors that the caller shows itself, such as `conflict` in a form's dialog. */
  handledByCaller?: readonly ErrorCode[];
};

/** Toasts in the `meta` of a mutation. `done` is shown on success, `more` as a second line below it. */
export type SaveTexts = FailureTexts & { done?: string; more?: string };

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { texts?: SaveTexts };
  }
}

/** Completes the texts that a noun's saves share. The second argument is the success toast, or several texts. */
export const saveTexts =
  (shared: Omit<FailureTexts, 'failed'>) =>
  (failed: string, done?: string | Partial<SaveTexts>): SaveTexts => ({
    ...shared,
    failed,
    ...(typeof done === 'string' ? { done } : done),
  });

/** Runs a save with a toast on failure, except if the session has ended and the person signs in again. */
export async function withToast<T>(save: () => Promise<T>, words: FailureTexts): Promise<T> {
  try {
    const result = await withSession(save);
    closeFailures(words);
    return result;
  } catch (error) {
    toastFailure(error, words);
    throw error;
  }
}

export function toastFailure(error: unknown, words: FailureTexts): void {
  if (error instanceof SaveAborted) return; // covered by the question before leaving
  const { code, message } = error instanceof AppError ? error : new AppError('internal');
  const isUnknown = isOutcomeUnknown(error);
  if (words.handledByCaller?.includes(isUnknown ? 'outcome_unknown' : code)) return;
  if (isUnknown) remember(words, toast.error(OUTCOME_UNKNOWN_TITLE, { description: OUTCOME_UNKNOWN_HINT }));
  else if (code === 'unauthenticated') remember(words, toast.error(words.signedOut));
  else if (code === 'not_found') remember(words, toast.error(words.missing));
  else if (code !== 'trial_expired') remember(words, toastReason(words, message));
}

/** Shows a toast only for an ended session, as the screen shows other failures itself. */
export function toastSignedOut(error: unknown, words: FailureTexts): void {
  if (error instanceof AppError && error.code === 'unauthenticated') toastFailure(error, words);
}

function toastReason({ title, failed }: Pick<FailureTexts, 'title' | 'failed'>, reason: string): () => void {
  if (title === undefined) return toast.error(failed, { description: reason });
  return toast.error(title, { description: `${failed}. ${reason}` });
}

/** Functions that close the failure toasts, by kind of save. */
const failures = new Map<string, (() => void)[]>();

function remember({ failed }: FailureTexts, close: () => void): void {
  failures.set(failed, [...(failures.get(failed) ?? []), close]);
}

/** Closes the toasts about earlier failures, which are out of date once a save has succeeded. */
export function closeFailures({ failed }: Pick<FailureTexts, 'failed'>): void {
  for (const close of failures.get(failed) ?? []) close();
  failures.delete(failed);
}

export function toastSuccess({ done, more }: Pick<SaveTexts, 'done' | 'more'>): void {
  if (done !== undefined) toast.success(done, more ? { description: more } : {});
}
