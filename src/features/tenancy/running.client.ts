/** The tenancies that run at a property, and what becomes of them when it is deleted. */
import { useQuery } from '@tanstack/react-query';
import { counted } from '../../shared/text.ts';
import { api, read } from '../../web/http/api.client.ts';

/** The most that are shown of one property. */
const MOST = '100';

export function useRunning(propertyId: string) {
  return useQuery({
    queryKey: ['rent', 'of property', propertyId],
    queryFn: ({ signal }) =>
      read(api.tenancies.$get({ query: { propertyId, state: 'running', limit: MOST } }, { init: { signal } })),
  });
}

/** Before a property is deleted, and after it was: what becomes of its ledgers. */
export function useKeptLedgers(propertyId: string): { before: string; after: string } {
  const { data } = useRunning(propertyId);
  if (!data) return { before: 'Ledgers and payments stay, under the names of the tenants.', after: '' };
  const count = data.items.length;
  if (count === 0) return { before: '', after: '' };
  const end = `${counted(count, 'tenancy ends', 'tenancies end')} today`;
  return {
    before: `${end}: ledger and payments stay, under the names of the tenants. If they moved out earlier, say so on their pages first.`,
    after: `${counted(count, 'ledger stays', 'ledgers stay')}, closed.`,
  };
}
