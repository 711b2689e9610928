/** Saves that survive a session or a trial that ended while somebody was typing. */
import { AppError } from '../shared/app-error.ts';
import { toPrices } from './guard.client.ts';
import { signInAgain } from './session-ended.client.ts';

/**
 * Runs a save. Where the session has ended, the person signs in again in place and the save is made once more.
 * Where the trial has, they are taken to the prices (a form's draft stays). Everything else is thrown as it came.
 */
export async function saving<T>(save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'trial_expired') toPrices();
    if (error.code === 'unauthenticated' && (await signInAgain())) return save();
    throw error;
  }
}
