/** Saves: signing in again in place when the session has ended, and the toasts of what came of them. */
import { AppError, type ErrorCode } from '../../shared/app-error.ts';
import { leaveForPrices } from '../forms/leave.client.ts';
import { signInAgain } from '../forms/sign-in-again.client.ts';
import { toast } from '../ui/overlay/toast.client.ts';
import { formSaveSignal } from './form-save.client.ts';
import { isUnsure, retryUnknown, SaveStopped } from './retry-unknown.ts';

export { isUnsure };

let underWay = 0;

/** How many saves wait for their answer. */
export const savesUnderWay = (): number => underWay;

/**
 * Runs a save. Where the session has ended, the person signs in again in place and the save is made once more.
 * Where the trial has, they are taken to the prices (a form's draft stays). Everything else is thrown as it came.
 */
export async function withSession<T>(save: () => Promise<T>): Promise<T> {
  const signal = formSaveSignal();
  underWay += 1;
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'trial_expired') leaveForPrices();
    if (error.code !== 'unauthenticated' || !(await signInAgain())) throw error;
    signal?.throwIfAborted();
    return await save();
  } finally {
    underWay -= 1;
  }
}

/** Makes a save that has the same effect however often it is sent, by its idempotency key; `send` is given the header for it. */
export function saveOnce<T>(
  key: string,
  send: (options: { headers: { 'idempotency-key': string } }) => Promise<T>,
): Promise<T> {
  return withSession(() => untilSure(() => send({ headers: { 'idempotency-key': key } })));
}

/** As `retryUnknown`, within the form's save that is under way, with a toast while the outcome is unknown. */
export async function untilSure<T>(save: (again: boolean) => Promise<T>): Promise<T> {
  let closeToast = () => {};
  const onUnknown = () => {
    closeToast = toast.info(MAYBE_SAVED, { description: LOOKING, timeout: 3_000 });
  };
  return retryUnknown(save, { signal: formSaveSignal(), onUnknown }).finally(() => closeToast());
}

const MAYBE_SAVED = 'No answer came. This may have been saved.';
const LOOKING = 'We are looking whether it was.';
const LOOK = 'What you see is read again as soon as the server answers. Please look before you try again.';

/** The sentences of a save that failed, word for word the specification's. */
export type FailureWords = {
  /** Stands above `failed`, where the specification has a title for it: 'Error'. */
  title?: string;
  failed: string;
  signedOut: string;
  /** The record is not there, or not this landlord's. */
  missing: string;
  /** Shown by the caller, as a form asks about what differs after `changed_meanwhile`. */
  unsaid?: readonly (ErrorCode | 'unsure')[];
};

/** In the `meta` of a mutation: its toasts. `done` is shown on success, `more` as a second line below it. */
export type SaveTexts = FailureWords & { done?: string; more?: string };

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { texts?: SaveTexts };
  }
}

/** Runs a save, and shows a toast if it failed; where the session had ended, only if the person does not sign in again in place. */
export async function withToast<T>(save: () => Promise<T>, words: FailureWords): Promise<T> {
  try {
    const result = await withSession(save);
    closeFailures(words);
    return result;
  } catch (error) {
    toastFailure(error, words);
    throw error;
  }
}

export function toastFailure(error: unknown, words: FailureWords): void {
  if (error instanceof SaveStopped) return; // said by the question before leaving
  const { code, message } = error instanceof AppError ? error : new AppError('internal');
  const unsure = isUnsure(error);
  if (words.unsaid?.includes(unsure ? 'unsure' : code)) return;
  if (unsure) remember(words, toast.error(MAYBE_SAVED, { description: LOOK }));
  else if (code === 'unauthenticated') remember(words, toast.error(words.signedOut));
  else if (code === 'not_found') remember(words, toast.error(words.missing));
  else if (code !== 'trial_expired') remember(words, toastReason(words, message));
}

function toastReason({ title, failed }: Pick<FailureWords, 'title' | 'failed'>, reason: string): () => void {
  if (title === undefined) return toast.error(failed, { description: reason });
  return toast.error(title, { description: `${failed}. ${reason}` });
}

/** What closes the toasts of each kind of save that failed. */
const failures = new Map<string, (() => void)[]>();

function remember({ failed }: FailureWords, close: () => void): void {
  failures.set(failed, [...(failures.get(failed) ?? []), close]);
}

/** Once the same save has succeeded, what was said of its failures is out of date. */
export function closeFailures({ failed }: Pick<FailureWords, 'failed'>): void {
  for (const close of failures.get(failed) ?? []) close();
  failures.delete(failed);
}

export function toastDone({ done, more }: Pick<SaveTexts, 'done' | 'more'>): void {
  if (done !== undefined) toast.success(done, more ? { description: more } : {});
}
