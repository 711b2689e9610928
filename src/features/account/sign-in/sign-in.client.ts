import { AppError, isRefusal } from '../../../shared/app-error.ts';
import { notifyOtherTabs } from '../../../web/forms/plain-page.client.ts';
import { api, done } from '../../../web/http/api.client.ts';
import { queryClient } from '../../../web/http/query.client.ts';
import { landlord, sessionQuery } from '../../../web/http/session.client.ts';
import type { SignInInput } from '../account.ts';
import { authErrorSentence, COOKIES_REFUSED, NO_CONNECTION } from '../sentences.ts';

export async function signIn(input: SignInInput): Promise<void> {
  await done(api.auth['sign-in'].email.$post({ json: input }));
  await readNewSession();
}

/** Reads the new session. If it is for another account, `OtherAccount.tsx` shows a dialog. Throws AppError. */
export async function readNewSession(): Promise<void> {
  const user = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch((error: unknown) => {
    if (isRefusal(error, 'account_switched')) return landlord();
    throw error;
  });
  if (!user) throw new AppError('internal', { message: COOKIES_REFUSED });
  notifyOtherTabs({ what: 'signed-in' });
}

/** Throws AppError. */
export async function requestConfirmation(): Promise<void> {
  await done(api.auth['send-verification-email'].$post());
}

export function accountSentence(error: unknown): string {
  // Without a request id, the request did not reach the server.
  const unreached = error instanceof AppError && error.code === 'unavailable' && !error.details.requestId;
  return unreached ? NO_CONNECTION : authErrorSentence(error);
}
