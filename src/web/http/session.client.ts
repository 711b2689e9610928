import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import type { ReactNode } from 'react';
import { AppError, isRefusal } from '../../shared/app-error.ts';
import { londonDay } from '../../shared/dates.ts';
import type { Right } from '../../shared/rights.ts';
import { yearsUntil } from '../../shared/tax-years.ts';
import { navigateAway } from '../forms/leave.client.ts';
import { toast } from '../ui/overlay/toast.client.ts';
import { api, read, setPageAccount } from './api.client.ts';
import { queryClient } from './query.client.ts';

type Landlord = NonNullable<InferResponseType<(typeof api.auth)['get-session']['$get'], 200>>;

/** This page's landlord stays cached when the session ends, so that the page keeps its content and input. */
export const LANDLORD = ['landlord'];

setPageAccount({
  id: () => landlord()?.account.id,
  // Called if this browser has opened another account, or the membership has ended. Invitations need no account.
  onLost(code) {
    if (!landlord()) return;
    if (code === 'no_account') navigateAway('/accounts');
    else void refetchSession();
  },
});

/** The person who is signed in now, or null. A failed request is an error, not null. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    const user = await read(api.auth['get-session'].$get());
    if (user) assertSameAccount(user);
    return user;
  },
  staleTime: 5_000,
  refetchOnWindowFocus: 'always',
});

const ROLE_CHANGED = 'An owner of the account changed what you can see and do.';

/**
 * Loads a new page for another person. For another account of the same person, throws `account_switched`, and
 * `useOtherAccount` shows a dialog. Rows of one account are never shown for another.
 */
function assertSameAccount(user: Landlord): void {
  const known = landlord();
  if (known && known.id !== user.id) navigateAway('/dashboard');
  else if (known && known.account.id !== user.account.id)
    throw new AppError('account_switched', { current: user.account });
  else if (!known || known.now <= user.now) {
    queryClient.setQueryData(LANDLORD, user);
    if (known && known.account.role !== user.account.role)
      toast.info('Your role has changed', { description: ROLE_CHANGED });
  }
}

export function seedSession(json: string): void {
  const user = JSON.parse(json) as Landlord | null;
  queryClient.setQueryData(sessionQuery.queryKey, user);
  if (user) assertSameAccount(user);
}

export function useSession() {
  return useQuery(sessionQuery);
}

export async function refetchSession(): Promise<void> {
  // A request in flight would be reused, and could return stale data.
  await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

/** Returns the account that is now open in this browser, if it is not this page's. `checkedAt` is in milliseconds. */
export function useOtherAccount(): { account: Landlord['account']; checkedAt: number } | undefined {
  const { error, errorUpdatedAt } = useSession();
  if (!isRefusal(error, 'account_switched')) return undefined;
  return { account: error.details.current as Landlord['account'], checkedAt: errorUpdatedAt };
}

/** Returns the landlord of this page. Throws outside /dashboard, where the guard does not read the session. */
export function useLandlord(): Landlord {
  const known = useLandlordIfSignedIn();
  if (!known) throw new Error('useLandlord is used outside the guarded screens');
  return known;
}

/** Returns the landlord of this page, undefined before sign-in. For the frame around the screens. */
export function useLandlordIfSignedIn(): Landlord | undefined {
  return useQuery<Landlord>({ queryKey: LANDLORD, queryFn: skipToken, gcTime: Infinity }).data;
}

/** Returns the landlord of this page outside of React, undefined before sign-in. */
export function landlord(): Landlord | undefined {
  return queryClient.getQueryData<Landlord>(LANDLORD);
}

export async function storeLandlord(user: Landlord): Promise<void> {
  await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
  queryClient.setQueryData(sessionQuery.queryKey, user);
  assertSameAccount(user);
}

/** Returns today in London, YYYY-MM-DD, by the server's clock in the session response. */
export function useToday(): string {
  return londonDay(new Date(useLandlord().now));
}

/** Returns the tax years that the member may see, newest first. */
export function useTaxYears(): string[] {
  const { taxYears } = useLandlord().account;
  return yearsUntil(useToday()).filter((year) => !taxYears || taxYears.includes(year));
}

/** Whether the member's role includes a right. PostgreSQL enforces rights; this only hides parts of screens. */
export function useMay(right: Right): boolean {
  return useLandlord().account.rights.includes(right);
}

export const useRights = () => useLandlordIfSignedIn()?.account.rights;

type MayProps = { need: Right; children: ReactNode };

export function May({ need, children }: MayProps): ReactNode {
  return useMay(need) ? children : null;
}
