/** What is typed into the search, and what was found for it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, read } from '../../web/http/api.client.ts';
import { OF_EVERYTHING } from '../../web/http/query.client.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { landlord } from '../../web/http/session.client.ts';
import { findRecent, keepRecent } from './recent.client.ts';
import type { Row } from './results.client.ts';

/** Milliseconds after a key until the server is asked. */
const PAUSE = 80;

/** The results of the last text that was asked stay until those of the next are there: then `stale` is true. */
export function useFound(text: string) {
  const typed = text.trim().slice(0, 200);
  const [q, setQ] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = useQuery({
    queryKey: [...OF_EVERYTHING, 'search', q],
    // A request whose text is no longer asked is aborted.
    queryFn: ({ signal }) => read(api.search.$get({ query: { q } }, { init: { signal } })),
    enabled: q !== '' && typed !== '',
    placeholderData: keepPreviousData,
    // The next letter asks again.
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
  keep: (row: Row): void => withPlace((place) => keepRecent(place, row)) ?? undefined,
};

function withPlace<T>(work: (place: { shelf: Storage; userId: string }) => T): T | undefined {
  const user = landlord();
  try {
    return user && work({ shelf: window.localStorage, userId: user.id });
  } catch {
    return undefined; // a browser that refuses storage remembers nothing
  }
}
