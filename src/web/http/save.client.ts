/** Saves: signing in again in place when the session has ended, and the toasts of what came of them. */
import { AppError, type ErrorCode } from '../../shared/app-error.ts';
import { leaveForFrontPage } from '../forms/leave.client.ts';
import { signInAgain } from '../forms/sign-in-again.client.ts';
import { toast } from '../ui/overlay/toast.client.ts';

/**
 * Runs a save. Where the session has ended, the person signs in again in place and the save is made once more.
 * Where the trial has, they are taken to the prices (a form's draft stays). Everything else is thrown as it came.
 */
export async function withSession<T>(save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'trial_expired') leaveForFrontPage('trial-expired');
    if (error.code === 'unauthenticated' && (await signInAgain())) return save();
    throw error;
  }
}

/** The sentences of a save that failed, word for word the specification's. */
export type FailureWords = {
  /** Stands above `failed`, where the specification has a title for it: 'Error'. */
  title?: string;
  failed: string;
  signedOut: string;
  /** The record is not there, or not this landlord's. */
  missing: string;
  /** Shown by the caller, as a form asks about what differs after `changed_meanwhile`. */
  unsaid?: readonly ErrorCode[];
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
    return await withSession(save);
  } catch (error) {
    toastFailure(error, words);
    throw error;
  }
}

export function toastFailure(error: unknown, words: FailureWords): void {
  const { code, message } = error instanceof AppError ? error : new AppError('internal');
  if (code === 'unauthenticated') toast.error(words.signedOut);
  else if (code === 'not_found') toast.error(words.missing);
  else if (!words.unsaid?.includes(code) && code !== 'trial_expired') sayFailed(words, message);
}

function sayFailed({ title, failed }: Pick<FailureWords, 'title' | 'failed'>, reason: string): void {
  if (title === undefined) toast.error(failed, { description: reason });
  else toast.error(title, { description: `${failed}. ${reason}` });
}

export function toastDone({ done, more }: Pick<SaveTexts, 'done' | 'more'>): void {
  if (done !== undefined) toast.success(done, more ? { description: more } : {});
}
