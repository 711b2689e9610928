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

/** Whether nobody can say if a save was made: no answer came from our server, or the database gave none to its last word. */
export function isUnsure(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  // Without a request id it was not our server that answered, if anybody.
  return error.code === 'maybe_saved' || (error.code === 'unavailable' && !error.details.requestId);
}

/** Pauses before a save whose outcome is not known is sent again. */
const LOOK_AFTER_MS = [500, 1_000, 2_000];

/**
 * Makes a save that is the same however often it is sent, by its key or its version: sends it again where nobody knows whether it was
 * made, and says so meanwhile. `again` where it is not the first. Rejects as the last did.
 */
export async function untilSure<T>(save: (again: boolean) => Promise<T>): Promise<T> {
  for (const [at, pause] of LOOK_AFTER_MS.entries()) {
    try {
      return await save(at > 0);
    } catch (error) {
      if (!isUnsure(error)) throw error;
      toast.info(MAYBE_SAVED, { description: LOOKING, timeout: 3_000 });
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return save(true);
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
    return await withSession(save);
  } catch (error) {
    toastFailure(error, words);
    throw error;
  }
}

export function toastFailure(error: unknown, words: FailureWords): void {
  const { code, message } = error instanceof AppError ? error : new AppError('internal');
  const unsure = isUnsure(error);
  if (words.unsaid?.includes(unsure ? 'unsure' : code)) return;
  if (unsure) toast.error(MAYBE_SAVED, { description: LOOK });
  else if (code === 'unauthenticated') toast.error(words.signedOut);
  else if (code === 'not_found') toast.error(words.missing);
  else if (code !== 'trial_expired') sayFailed(words, message);
}

function sayFailed({ title, failed }: Pick<FailureWords, 'title' | 'failed'>, reason: string): void {
  if (title === undefined) toast.error(failed, { description: reason });
  else toast.error(title, { description: `${failed}. ${reason}` });
}

export function toastDone({ done, more }: Pick<SaveTexts, 'done' | 'more'>): void {
  if (done !== undefined) toast.success(done, more ? { description: more } : {});
}
