/** What the profile asks of the server: who the landlord is, their password, and where they are signed in. */
import { queryOptions } from '@tanstack/react-query';
import { AppError } from '../../../shared/app-error.ts';
import { api, done, read } from '../../../web/http/api.client.ts';
import { queryClient, readAgain } from '../../../web/http/query.client.ts';
import { withSession } from '../../../web/http/save.client.ts';
import { landlordChanged } from '../../../web/http/session.client.ts';
import { feedQuery } from '../../calendar/calendar.client.ts';
import type { CurrentUser, PasswordChange, ProfileInput, Session } from '../account.ts';

/** Changes the name at once, and the address when its email is answered. Throws AppError. */
export async function saveProfile(input: ProfileInput): Promise<CurrentUser> {
  const user = await withSession(() => read(api.profile.$put({ json: input })));
  await landlordChanged(user);
  return user;
}

/** The failure's own words, or the specification's where it has none. */
export function profileSentence(error: unknown): string {
  return error instanceof AppError ? error.message : 'Failed to update profile';
}

/** Why something else about the account could not be done. */
export function reasonOf(error: unknown): string {
  return (error instanceof AppError ? error : new AppError('internal')).message;
}

/** Asked where other browsers are signed out. */

/** Changes the password, which signs every other browser out. Throws AppError. */
export async function changePassword(input: PasswordChange): Promise<void> {
  await withSession(() => done(api.profile.password.$post({ json: input })));
  showFeedEnd(input.endCalendarFeed);
  await readSessionsAgain();
}

/** Every browser in which the landlord is signed in; the one that asks comes first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }): Promise<Session[]> => (await read(api.sessions.$get({}, { init: { signal } }))).items,
  staleTime: 0,
});

/** Throws AppError. */
export async function signOutOthers(endCalendarFeed: boolean): Promise<void> {
  await withSession(() =>
    done(api.sessions['sign-out-others'].$post({ query: { endCalendarFeed: endCalendarFeed ? 'true' : 'false' } })),
  );
  showFeedEnd(endCalendarFeed);
  queryClient.setQueryData(sessionsQuery.queryKey, (all) => all?.filter(({ current }) => current));
  await readSessionsAgain();
}

/** Ends one of the others. Throws AppError: `not_found` where it has ended already. */
export async function endSession({ id }: Session): Promise<void> {
  try {
    await withSession(() => done(api.sessions[':id'].$delete({ param: { id } })));
  } finally {
    await readSessionsAgain();
  }
}

function showFeedEnd(ended: boolean): void {
  if (ended) queryClient.setQueryData(feedQuery.queryKey, null);
}

async function readSessionsAgain(): Promise<void> {
  await readAgain({ queryKey: sessionsQuery.queryKey });
}
