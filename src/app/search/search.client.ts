import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, read } from '../../web/http/api.client.ts';
import { SHARED_KEY } from '../../web/http/query.client.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { landlord } from '../../web/http/session.client.ts';
import { findRecent, saveRecent } from './recent.client.ts';
import type { Row } from './results.client.ts';

const DEBOUNCE_MS = 80;

/** Searches for a debounced text. Keeps the previous results, with `stale` true, until the new results arrive. */
export function useFound(text: string) {
  const typed = text.trim().slice(0, 200);
  const [q, setQ] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = useQuery({
    queryKey: [...SHARED_KEY, 'search', q],
    queryFn: ({ signal }) => read(api.search.$get({ query: { q } }, { init: { signal } })),
    enabled: q !== '' && typed !== '',
    placeholderData: keepPreviousData,
    // Not retried, as the next keystroke searches again.
    retry: false,
  });
  const retry = useRetry(query);
  if (typed === '') return { q: '', found: undefined, stale: false, failed: undefined };
  const stale = q !== typed || query.isPlaceholderData || query.isLoading;
  const failed = retry.error && { ...retry, error: retry.error };
  return { q, found: failed ? undefined : query.data, stale, failed };
}

export const recent = {
  find: (): Row[] => withPlace(findRecent) ?? [],
  keep: (row: Row): void => withPlace((place) => saveRecent(place, row)) ?? undefined,
};

function withPlace<T>(work: (place: { storage: Storage; userId: string }) => T): T | undefined {
  const user = landlord();
  try {
    return user && work({ storage: window.localStorage, userId: `${user.id}/${user.account.id}` });
  } catch {
    return undefined; // storage is disabled
  }
}
