import { queryOptions, useMutation } from '@tanstack/react-query';
import { AppError } from '../../shared/app-error.ts';
import { confirmLeave, navigateAway } from '../../web/forms/leave.client.ts';
import { api, done, ifMatch, pauseRequests, read } from '../../web/http/api.client.ts';
import { invalidate, queryClient, SHARED_KEY } from '../../web/http/query.client.ts';
import { saveTexts, withSession } from '../../web/http/save.client.ts';
import { refetchSession } from '../../web/http/session.client.ts';
import type { AccessInput, InvitationInput, Invited, Member, Team } from './team.ts';

const { ':id': memberRoutes, invitations, leave, name: nameRoute } = api.team;

/** Uses the shared key, since people who join or leave are announced as a change of the session. */
export const teamQuery = queryOptions({
  queryKey: [...SHARED_KEY, 'team'],
  queryFn: async ({ signal }): Promise<Team> => read(api.team.$get({}, { init: { signal } })),
});

const texts = saveTexts({
  signedOut: 'You must be logged in to change the team',
  missing: 'This person is no longer in the team',
});

export const refreshTeam = () => void invalidate({ queryKey: teamQuery.queryKey });

/** Returns the message of a failure. A field's message replaces 'Correct the fields that are marked.' */
export function sentenceOf(error: unknown): string {
  const known = error instanceof AppError ? error : new AppError('internal');
  return Object.values(known.details.fields ?? {})[0] ?? known.message;
}

/** Runs `save` where there is no form, so that a field's message becomes the error's message. */
async function withoutForm<T>(save: () => Promise<T>): Promise<T> {
  return withSession(save).catch((error: unknown) => {
    if (!(error instanceof AppError) || !error.details.fields) throw error;
    throw new AppError(error.code, { ...error.details, message: sentenceOf(error) });
  });
}

export const invite = async (json: InvitationInput): Promise<Invited['results']> =>
  (await withSession(() => read(invitations.$post({ json })))).results;

export const changeAccess = (member: Member, json: AccessInput): Promise<Member> =>
  withSession(() => read(memberRoutes.$patch({ param: { id: member.id }, json, header: {} }, ifMatch(member))));

export function useSendNewLink() {
  return useMutation({
    mutationFn: async ({ email, role, whole, properties, endsOn, taxYears, seesPayers }: Member) => {
      const propertyIds = properties.map(({ id }) => id);
      const [result] = await withoutForm(() =>
        invite({ emails: [email], role, whole, propertyIds, endsOn, taxYears, seesPayers }),
      );
      if (!result?.invited) throw new AppError('invalid_input', { message: result?.message ?? 'Try again.' });
    },
    onError: refreshTeam,
    meta: { texts: texts('We could not send a new link', 'New link sent') },
  });
}

export function usePause(change: 'pause' | 'resume') {
  const success = { pause: 'Access paused', resume: 'Access resumed' }[change];
  return useMutation({
    mutationFn: (member: Member) =>
      withSession(() => done(memberRoutes[change].$post({ param: { id: member.id }, header: {} }, ifMatch(member)))),
    onError: refreshTeam,
    meta: { texts: texts(`We could not ${change} this access`, success) },
  });
}

/** Removes a member, or withdraws an invitation. */
export function useRemoveMember() {
  return useMutation({
    mutationFn: (member: Member) =>
      withSession(() => done(memberRoutes.$delete({ param: { id: member.id }, header: {} }, ifMatch(member)))),
    onError: refreshTeam,
    meta: { texts: texts('We could not remove this person') },
  });
}

export async function renameAccount(name: string | null): Promise<void> {
  const team = await withSession(() => read(nameRoute.$put({ json: { name } })));
  queryClient.setQueryData(teamQuery.queryKey, team);
  await refetchSession();
}

/** Loads a new document, since the account's records must not stay in memory. */
export function useLeaveAccount() {
  return useMutation({
    mutationFn: async () => {
      if (!(await confirmLeave())) return;
      await withSession(() => done(leave.$post()));
      pauseRequests();
      navigateAway('/dashboard', { replacing: true });
    },
    meta: { texts: texts('You have not left the account') },
  });
}

/** Whether the link of an invitation has expired. `now` is the server's time. */
export function isExpired({ state, expiresAt }: Pick<Member, 'state' | 'expiresAt'>, now: string): boolean {
  return state === 'invited' && (expiresAt ?? '') <= now;
}
