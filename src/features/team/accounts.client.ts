import { queryOptions, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { confirmLeave, navigateAway } from '../../web/forms/leave.client.ts';
import { notifyOtherTabs } from '../../web/forms/plain-page.client.ts';
import { api, done, pauseRequests, read } from '../../web/http/api.client.ts';
import { invalidate, queryClient } from '../../web/http/query.client.ts';
import { saveTexts, withSession } from '../../web/http/save.client.ts';
import type { SignUpInput } from '../account/account.ts';
import type { Invitation, OwnAccounts } from './team.ts';

export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: async ({ signal }): Promise<OwnAccounts> => read(api.accounts.$get({}, { init: { signal } })),
  staleTime: 0,
});

/** With more accounts, the page has a search field, and the menu links to the page. */
export const MAX_LISTED = 7;

/** Fails with `link_expired` for an unknown token. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }): Promise<Invitation> => read(api.join.$get({ query: { token } }, { init: { signal } })),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

const texts = saveTexts({
  signedOut: 'You must be logged in to open an account',
  missing: 'You are no longer a member of this account. Ask one of its owners.',
});

/** Pauses requests until the new document loads, because the server would refuse them for this page's account. */
export function openDashboard(): void {
  pauseRequests();
  notifyOtherTabs({ what: 'signed-in' });
  navigateAway('/dashboard');
}

/** Asks for confirmation if there are unsaved changes, then loads the Overview of the other account. */
export function useSwitchAccount() {
  return useMutation({
    mutationFn: async (id: string) => {
      if (!(await confirmLeave())) return;
      await withSession(() => done(api.accounts.switch.$post({ json: { id } })));
      openDashboard();
    },
    meta: { texts: texts('We could not open this account') },
  });
}

/** Opens the page's account again after a switch in another tab, keeping the page and its unsaved changes. */
export function useSwitchBack() {
  return useMutation({
    mutationFn: async (id: string) => {
      await withSession(() => done(api.accounts.switch.$post({ json: { id } })));
      notifyOtherTabs({ what: 'signed-in' });
      // Invalidates the refused queries, and the session, which closes the dialog.
      await queryClient.invalidateQueries();
    },
    meta: { texts: texts('We could not open this account') },
  });
}

export function useAcceptInvitation() {
  return useMutation({
    mutationFn: async (id: string) => {
      await withSession(() => done(api.accounts.accept.$post({ json: { id } })));
      openDashboard();
    },
    onError: () => void invalidate({ queryKey: accountsQuery.queryKey }),
    meta: { texts: texts('We could not accept this invitation') },
  });
}

export function useStartAccount() {
  return useMutation({
    mutationFn: async () => {
      if (!(await confirmLeave())) return;
      await withSession(() => done(api.accounts.$post()));
      openDashboard();
    },
    meta: { texts: texts('We could not start an account') },
  });
}

/** Joins as the signed-in person, whose email address must be the invited one. */
export async function joinAccount(token: string): Promise<void> {
  await done(api.join.$post({ json: { token } }));
  openDashboard();
}

type NewMember = Omit<z.infer<typeof SignUpInput>, 'email'> & { token: string };

export async function joinBySignUp(json: NewMember): Promise<void> {
  await done(api.join['sign-up'].$post({ json }));
  openDashboard();
}

export const declineInvitation = (token: string): Promise<void> => done(api.join.decline.$post({ json: { token } }));

export const requestNewLink = (token: string): Promise<void> => done(api.join.request.$post({ json: { token } }));
