import { useQuery } from '@tanstack/react-query';
import { counted } from '../../shared/text.ts';
import { api, read } from '../../web/http/api.client.ts';

const MAX_RUNNING = '100';

export function useRunning(propertyId: string) {
  return useQuery({
    queryKey: ['rent', 'of property', propertyId],
    queryFn: ({ signal }) =>
      read(api.tenancies.$get({ query: { propertyId, state: 'running', limit: MAX_RUNNING } }, { init: { signal } })),
    enabled: propertyId !== '',
  });
}

/** Messages about ledgers before and after their property is deleted. */
export function useKeptLedgers(propertyId: string): { before: string; after: string } {
  const { data } = useRunning(propertyId);
  if (!data) return { before: 'We keep ledgers and payments under the tenants’ names.', after: '' };
  const count = data.items.length;
  if (count === 0) return { before: '', after: '' };
  const end = `${counted(count, 'tenancy ends', 'tenancies end')} today`;
  return {
    before: `${end}. We keep ledgers and payments under the tenants’ names. If they moved out earlier, enter that on their pages first.`,
    after: `${counted(count, 'closed ledger is', 'closed ledgers are')} kept.`,
  };
}
