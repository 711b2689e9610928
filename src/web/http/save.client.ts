/** Saves that survive a session or a trial that ended while somebody was typing, and say why where they fail. */

import { toPrices } from '../../app/web/guards.client.ts';
import { AppError, type ErrorCode } from '../../shared/app-error.ts';
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
    if (error.code === 'trial_expired') toPrices();
    if (error.code === 'unauthenticated' && (await signInAgain())) return save();
    throw error;
  }
}

/** What is said where a save fails: the noun's own sentences, word for word. */
export type FailureWords = {
  /** Stands above `failed`, where the specification has a title for it: 'Error'. */
  title?: string;
  failed: string;
  signedOut: string;
  /** The record is not there, or not this landlord's. */
  missing: string;
  /** Left to the caller, as a form shows what differs after `changed_meanwhile`. */
  unsaid?: ErrorCode;
};

/** Runs a save, and says why where it failed; where the session had ended, only if the person does not sign in again in place. */
export async function withToast<T>(save: () => Promise<T>, words: FailureWords): Promise<T> {
  try {
    return await withSession(save);
  } catch (error) {
    const { code, message } = error instanceof AppError ? error : new AppError('internal');
    if (code === 'unauthenticated') toast.error(words.signedOut);
    else if (code === 'not_found') toast.error(words.missing);
    else if (code !== words.unsaid && code !== 'trial_expired') sayFailed(words, message);
    throw error;
  }
}

/** Says what failed, and why. */
export function sayFailed({ title, failed }: Pick<FailureWords, 'title' | 'failed'>, reason: string): void {
  if (title === undefined) toast.error(failed, { description: reason });
  else toast.error(title, { description: `${failed}. ${reason}` });
}
