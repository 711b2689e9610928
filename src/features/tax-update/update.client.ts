/** Queries and mutations of quarterly updates. Any changed record invalidates them, through their shared key prefix. */
import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { api, done, read } from '../../web/http/api.client.ts';
import { queryClient, SHARED_KEY } from '../../web/http/query.client.ts';
import { saveTexts, withSession } from '../../web/http/save.client.ts';
import type { Owner } from '../owner/owner.ts';
import type { TaxLine } from '../transaction/listed.ts';
import type { BrowserFacts, QuartersInput, SendInput, UPDATE_PARTS } from './update.ts';

const KEY = [...SHARED_KEY, 'tax', 'updates'];
const updates = api['tax-updates'][':year'];
const connections = api['tax-connections'];

export type OfYear = { year: string; owner?: string | undefined };
export type OfUpdate = OfYear & { update: '1' | '2' | '3' | '4' };

const queryOf = ({ owner }: OfYear) => (owner ? { owner } : {});

export const updatesOf = (of: OfYear) =>
  queryOptions({
    queryKey: [...KEY, of.year, of.owner],
    queryFn: ({ signal }) => read(updates.$get({ param: { year: of.year }, query: queryOf(of) }, { init: { signal } })),
  });

export const updateOf = (of: OfUpdate) =>
  queryOptions({
    queryKey: [...KEY, of.year, of.owner, of.update],
    queryFn: ({ signal }) => read(updates[':update'].$get(requestOf(of), { init: { signal } })),
    placeholderData: keepPreviousData,
  });

const requestOf = (of: OfUpdate) => ({ param: { year: of.year, update: of.update }, query: queryOf(of) });

export type Part = (typeof UPDATE_PARTS)[number];

export const updateRowsOf = (of: OfUpdate, { line, part }: { line: TaxLine; part: Part }) =>
  infiniteQueryOptions({
    queryKey: [...KEY, of.year, of.owner, of.update, line, part],
    queryFn: ({ pageParam: cursor, signal }) => {
      const { param, query } = requestOf(of);
      const rowQuery = { ...query, line, part, limit: '50', ...(cursor && { cursor }) };
      return read(updates[':update'].rows.$get({ param, query: rowQuery }, { init: { signal } }));
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });

export const exportAddress = ({ year, update, owner }: OfUpdate, format: 'csv' | 'xlsx' | 'json') =>
  `/api/tax-updates/${year}/${update}/export?${new URLSearchParams({ format, ...(owner && { owner }) })}`;

const texts = saveTexts({
  signedOut: 'You must be logged in to change your updates',
  missing: 'This update no longer exists.',
});
const refresh = () => queryClient.invalidateQueries({ queryKey: KEY });

export function useSaveQuarters(of: OfYear) {
  return useMutation({
    mutationFn: (input: QuartersInput) =>
      withSession(() =>
        read(
          updates.$put({ param: { year: of.year }, query: queryOf(of), json: { ...input, browser: browserFacts() } }),
        ),
      ),
    onSuccess: (saved) => queryClient.setQueryData(updatesOf(of).queryKey, saved),
    onSettled: refresh,
    meta: {
      texts: texts('We could not save your quarters', {
        done: 'Quarterly updates saved',
        handledByCaller: ['invalid_input'],
      }),
    },
  });
}

export function useEndQuarters(of: OfYear) {
  return useMutation({
    mutationFn: () => withSession(() => done(updates.$delete({ param: { year: of.year }, query: queryOf(of) }))),
    onSettled: refresh,
    meta: { texts: texts('We could not stop quarterly updates', 'Quarterly updates stopped') },
  });
}

export function useSend(of: OfUpdate) {
  return useMutation({
    mutationFn: (input: Omit<SendInput, 'browser'>) =>
      withSession(() =>
        read(updates[':update'].$post({ ...requestOf(of), json: { ...input, browser: browserFacts() } })),
      ),
    onSuccess: (sent) => queryClient.setQueryData(updateOf(of).queryKey, sent),
    onSettled: refresh,
    meta: { texts: texts('The update was not sent') },
  });
}

export function useCheck(of: OfUpdate) {
  return useMutation({
    mutationFn: () =>
      withSession(() => read(updates[':update'].check.$post({ ...requestOf(of), json: { browser: browserFacts() } }))),
    onSuccess: (sent) => queryClient.setQueryData(updateOf(of).queryKey, sent),
    onSettled: refresh,
    meta: { texts: texts('We could not check the update') },
  });
}

/** Opens HMRC's sign-in in the same window. */
export function useConnect({ owner }: Pick<OfYear, 'owner'>) {
  return useMutation({
    mutationFn: (json: { nino?: string | undefined; nation?: Owner['nation'] | undefined }) =>
      withSession(() => read(connections.$post({ query: owner ? { owner } : {}, json }))),
    onSuccess: ({ url }) => window.location.assign(url),
    meta: { texts: texts('We could not connect to HMRC', { handledByCaller: ['invalid_input'] }) },
  });
}

export function useReadBusiness({ owner }: Pick<OfYear, 'owner'>) {
  return useMutation({
    mutationFn: () =>
      withSession(() =>
        done(connections.business.$post({ query: owner ? { owner } : {}, json: { browser: browserFacts() } })),
      ),
    onSettled: refresh,
    meta: { texts: texts('We could not read your business at HMRC', 'Connected to HMRC') },
  });
}

export function useDisconnect({ owner }: Pick<OfYear, 'owner'>) {
  return useMutation({
    mutationFn: () => withSession(() => done(connections.$delete({ query: owner ? { owner } : {} }))),
    onSettled: refresh,
    meta: { texts: texts('We could not disconnect from HMRC', 'Disconnected from HMRC') },
  });
}

const DEVICE_KEY = 'tenure-device';

/** Returns an id of this browser, which HMRC's fraud prevention headers require; null if storage is blocked. */
function deviceId(): string | null {
  try {
    const stored = localStorage.getItem(DEVICE_KEY);
    if (stored && /^[0-9a-f-]{36}$/.test(stored)) return stored;
    const created = crypto.randomUUID();
    localStorage.setItem(DEVICE_KEY, created);
    return created;
  } catch {
    return null;
  }
}

/** Facts that HMRC requires, collected only when they are sent. */
function browserFacts(): BrowserFacts {
  const { width, height, colorDepth } = window.screen;
  return {
    deviceId: deviceId(),
    userAgent: navigator.userAgent.slice(0, 500) || null,
    utcOffset: -new Date().getTimezoneOffset(),
    screens: [{ width, height, scale: window.devicePixelRatio || 1, depth: colorDepth }],
    window: { width: window.innerWidth, height: window.innerHeight },
  };
}
