import { queryOptions } from '@tanstack/react-query';
import { AppError } from '../../shared/app-error.ts';
import { api, done, read } from '../../web/http/api.client.ts';
import { invalidate, queryClient } from '../../web/http/query.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { storeLandlord } from '../../web/http/session.client.ts';
import type { CurrentUser, PasswordChange, ProfileInput, Session } from '../account/account.ts';
import { feedQuery } from '../calendar/calendar.client.ts';

/** Throws AppError. */
export async function saveProfile(input: ProfileInput): Promise<CurrentUser> {
  const user = await withSession(() => read(api.profile.$put({ json: input })));
  await storeLandlord(user);
  return user;
}

export function profileSentence(error: unknown): string {
  return error instanceof AppError ? error.message : 'Failed to update profile';
}

/** Also signs out every other browser. Throws AppError. */
export async function changePassword(input: PasswordChange): Promise<void> {
  await withSession(() => done(api.profile.password.$post({ json: input })));
  showFeedEnd(input.endCalendarFeed);
  await invalidateSessions();
}

/** Lists this browser first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }): Promise<Session[]> => (await read(api.sessions.$get({}, { init: { signal } }))).items,
  staleTime: 0,
});

/** Signs out every other browser. Throws AppError. */
export async function signOutOthers(endCalendarFeed: boolean): Promise<void> {
  await withSession(() =>
    done(api.sessions['sign-out-others'].$post({ query: { endCalendarFeed: endCalendarFeed ? 'true' : 'false' } })),
  );
  showFeedEnd(endCalendarFeed);
  queryClient.setQueryData(sessionsQuery.queryKey, (all) => all?.filter(({ current }) => current));
  await invalidateSessions();
}

/** Throws AppError: `not_found` if the session has already ended. */
export async function endSession({ id }: Session): Promise<void> {
  try {
    await withSession(() => done(api.sessions[':id'].$delete({ param: { id } })));
  } finally {
    await invalidateSessions();
  }
}

function showFeedEnd(ended: boolean): void {
  if (ended) queryClient.setQueryData(feedQuery.queryKey, null);
}

async function invalidateSessions(): Promise<void> {
  await invalidate({ queryKey: sessionsQuery.queryKey });
}
