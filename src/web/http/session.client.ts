/** The session as the browser knows it: who is signed in now, and the landlord whom this page belongs to. */
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { londonDay } from '../../shared/dates.ts';
import { leaveForUrl } from '../forms/leave.client.ts';
import { api, read } from './api.client.ts';
import { queryClient } from './query.client.ts';

type Landlord = NonNullable<InferResponseType<(typeof api.auth)['get-session']['$get'], 200>>;

/** The landlord of this page stays when the session ends, so that the page keeps what it shows and what was typed. */
export const LANDLORD = ['landlord'];

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
function belongTo(user: Landlord): void {
  const known = landlord();
  if (known && known.id !== user.id) leaveForUrl('/dashboard');
  // An older answer that arrives late is dropped.
  else if (!known || known.now <= user.now) queryClient.setQueryData(LANDLORD, user);
}

/** Takes what the document said, so that nobody asks it again. */
export function sessionFromDocument(json: string): void {
  const user = JSON.parse(json) as Landlord | null;
  queryClient.setQueryData(sessionQuery.queryKey, user);
  if (user) belongTo(user);
}

export function useSession() {
  return useQuery(sessionQuery);
}

/** Asks the server again who is signed in, and how their trial stands. */
export async function readSessionAgain(): Promise<void> {
  // A request still on its way would be joined, and would answer what was true before.
  await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

/** The landlord of this page. Only below /dashboard, where the guard has read the session first. */
export function useLandlord(): Landlord {
  const known = useKnownLandlord();
  if (!known) throw new Error('useLandlord stands outside of the guarded screens');
  return known;
}

/** The same where nobody may have signed in yet, as in the frame around the screens. */
export function useKnownLandlord(): Landlord | undefined {
  return useQuery<Landlord>({ queryKey: LANDLORD, queryFn: skipToken, gcTime: Infinity }).data;
}

/** The same outside of React; undefined before anybody signed in. */
export function landlord(): Landlord | undefined {
  return queryClient.getQueryData<Landlord>(LANDLORD);
}

/** Stores the landlord as a change was answered. */
export async function landlordChanged(user: Landlord): Promise<void> {
  await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
  queryClient.setQueryData(sessionQuery.queryKey, user);
  belongTo(user);
}

/** The landlord's day, YYYY-MM-DD, by the server's clock, which every answer about the session carries. */
export function useToday(): string {
  return londonDay(new Date(useLandlord().now));
}
