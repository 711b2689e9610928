import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import type { CertificateQuery } from './certificate.ts';

export const FAILED = 'We could not load the certificates';

export const listOf = (query: CertificateQuery) =>
  infiniteQueryOptions({
    queryKey: ['certificates', 'list', query],
    queryFn: ({ pageParam: cursor, signal }) =>
      read(
        api.certificates.$get({ query: { ...query, limit: '100', ...(cursor && { cursor }) } }, { init: { signal } }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const figuresOf = (query: CertificateQuery) => ({
  queryKey: ['certificates', 'summary', query],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read(api.certificates.summary.$get({ query }, { init: { signal } })),
  placeholderData: keepPreviousData,
  staleTime: 0,
});
