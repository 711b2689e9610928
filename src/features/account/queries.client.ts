/** Who is signed in, as the browser knows it, and what changes that. */
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { AppError } from '../../shared/app-error.ts';
import { leaveForUrl } from '../../web/forms/leave.client.ts';
import { api, done, read } from '../../web/http/api.client.ts';
import { queryClient } from '../../web/http/query.client.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import type { CurrentUser, SignInInput, SignUpInput } from './account.ts';
import { authErrorSentence, NO_CONNECTION } from './auth-error.ts';
import { tellOtherTabs } from './broadcast.client.ts';

/** The person this page belongs to: stays when the session ends, so that the page keeps what it shows and what was typed. */
const LANDLORD = ['landlord'];

/** Who is signed in now; null when nobody is. Fails when that could not be read, which is neither. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    const user = await read(api.auth['get-session'].$get());
    if (user) belongTo(user);
    return user;
  },
  staleTime: 5_000,
  refetchOnWindowFocus: 'always',
});

/** A page that showed one landlord's rows never goes on under another's name. */
function belongTo(user: CurrentUser): void {
  const landlord = queryClient.getQueryData<CurrentUser>(LANDLORD);
  if (landlord && landlord.id !== user.id) leaveForUrl('/dashboard');
  // An answer that was overtaken on its way says nothing new.
  else if (!landlord || landlord.now <= user.now) queryClient.setQueryData(LANDLORD, user);
}

export function useSession() {
  return useQuery(sessionQuery);
}

/** Asks the server anew who is signed in, and how their trial stands. */
export async function readSessionAgain(): Promise<void> {
  // A first reading that is still on its way would be joined, and would answer what was true before.
  await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

/** The landlord of this page. Only below /dashboard, where the guard has read the session first. */
export function useLandlord(): CurrentUser {
  const known = useKnownLandlord();
  if (!known) throw new Error('useLandlord stands outside of the guarded screens');
  return known;
}

/** The same where nobody may have signed in yet, as in the frame around the screens. */
export function useKnownLandlord(): CurrentUser | undefined {
  return useQuery<CurrentUser>({ queryKey: LANDLORD, queryFn: skipToken, gcTime: Infinity }).data;
}

/** The same outside of React; undefined before anybody signed in. */
export function landlord(): CurrentUser | undefined {
  return queryClient.getQueryData<CurrentUser>(LANDLORD);
}

/** Takes in who the landlord is after a change, as the change was answered. */
export async function landlordChanged(user: CurrentUser): Promise<void> {
  // A reading that is still on its way would answer what was true before.
  await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
  queryClient.setQueryData(sessionQuery.queryKey, user);
  belongTo(user);
}

/** Signs in and reads who that is. Throws AppError. */
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

/** Asks for the letter with which to choose a new password; says nothing of whether the address is known. */
export async function askForReset(input: { email: string }): Promise<void> {
  await done(api.auth['request-password-reset'].$post({ json: input }));
}

/** Sets the new password. Throws `link_expired`. */
export async function resetPassword(input: { token: string; newPassword: string }): Promise<void> {
  await done(api.auth['reset-password'].$post({ json: input }));
}

/** Asks for the letter that confirms the address of whoever is signed in. Throws AppError. */
export async function askForConfirmation(): Promise<void> {
  await done(api.auth['send-verification-email'].$post());
}

/** Confirms the address that the letter went to, once for each token. Fails with `link_expired`. */
export function confirmationQuery(token: string) {
  return queryOptions({
    queryKey: ['email-confirmation', token],
    queryFn: async () => {
      await done(api.auth['verify-email'].$post({ json: { token } }));
      await readSessionAgain();
      return true;
    },
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
}

/** The sentence for a failed sign-in, sign-up or reset. */
export function accountSentence(error: unknown): string {
  // Without a request id nobody answered: the server was not reached.
  const unreached = error instanceof AppError && error.code === 'unavailable' && !error.details.requestId;
  return unreached ? NO_CONNECTION : authErrorSentence(error);
}

/** The same as a toast and, returned, as the sentence that stands in the form. */
export function showSignInError(error: unknown): string {
  const sentence = accountSentence(error);
  toast.error(sentence);
  return sentence;
}
