/** Signing in and up, and resetting the password. */

import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { AppError } from '../../../shared/app-error.ts';
import { api, done } from '../../../web/http/api.client.ts';
import { queryClient } from '../../../web/http/query.client.ts';
import { sessionQuery, useSession } from '../../../web/http/session.client.ts';
import type { CurrentUser, SignInInput, SignUpInput } from '../account.ts';
import { authErrorSentence, NO_CONNECTION } from '../account.ts';
import { tellOtherTabs } from '../other-tabs.client.ts';

export async function signIn(input: SignInInput): Promise<CurrentUser> {
  await done(api.auth['sign-in'].email.$post({ json: input }));
  return sessionAfterSignIn();
}

/** Signs up, which starts the trial, and reads who that is. Throws AppError. */
export async function signUp(input: SignUpInput): Promise<CurrentUser> {
  await done(api.auth['sign-up'].email.$post({ json: input }));
  return sessionAfterSignIn();
}

async function sessionAfterSignIn(): Promise<CurrentUser> {
  const user = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  if (!user)
    throw new AppError('internal', {
      message: 'Your browser did not keep the sign-in. Please allow cookies for this site.',
    });
  tellOtherTabs({ what: 'signed-in', userId: user.id });
  return user;
}

/** Asks for the email with which to choose a new password; says nothing of whether the address is known. */
export async function askForReset(input: { email: string }): Promise<void> {
  await done(api.auth['request-password-reset'].$post({ json: input }));
}

export async function resetPassword(input: { token: string; newPassword: string }): Promise<void> {
  await done(api.auth['reset-password'].$post({ json: input }));
}

/** Asks for the email that confirms the signed-in person's address. Throws AppError. */
export async function askForConfirmation(): Promise<void> {
  await done(api.auth['send-verification-email'].$post());
}

/** The sentence for a failed sign-in, sign-up or reset, which stands in the form. */
export function accountSentence(error: unknown): string {
  // Without a request id nobody answered: the server was not reached.
  const unreached = error instanceof AppError && error.code === 'unavailable' && !error.details.requestId;
  return unreached ? NO_CONNECTION : authErrorSentence(error);
}

type WayIn = {
  /** Where in the dashboard. */
  to?: string | undefined;
  /** Whether this person may go in; everybody signed in, unless said otherwise. */
  when?: (user: CurrentUser) => boolean;
};

/** Redirects as soon as it is known who is signed in. */
export function useSignedInRedirect({ to = '/dashboard', when }: WayIn = {}): void {
  const navigate = useNavigate();
  const { data: user } = useSession();
  const goes = user ? (when?.(user) ?? true) : false;
  useEffect(() => {
    if (goes) void navigate({ href: to, replace: true });
  }, [goes, to, navigate]);
}
