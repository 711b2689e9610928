import { AppError } from '../../../shared/app-error.ts';
import { notifyOtherTabs } from '../../../web/forms/plain-page.client.ts';
import { api, done } from '../../../web/http/api.client.ts';
import { queryClient } from '../../../web/http/query.client.ts';
import { sessionQuery } from '../../../web/http/session.client.ts';
import type { CurrentUser, SignInInput } from '../account.ts';
import { authErrorSentence, COOKIES_REFUSED, NO_CONNECTION } from '../sentences.ts';

export async function signIn(input: SignInInput): Promise<CurrentUser> {
  await done(api.auth['sign-in'].email.$post({ json: input }));
  const user = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  if (!user) throw new AppError('internal', { message: COOKIES_REFUSED });
  notifyOtherTabs({ what: 'signed-in' });
  return user;
}

/** Throws AppError. */
export async function requestConfirmation(): Promise<void> {
  await done(api.auth['send-verification-email'].$post());
}

/** Error message for a failed sign-in, sign-up or reset. */
export function accountSentence(error: unknown): string {
  // Without a request id the server was not reached.
  const unreached = error instanceof AppError && error.code === 'unavailable' && !error.details.requestId;
  return unreached ? NO_CONNECTION : authErrorSentence(error);
}
