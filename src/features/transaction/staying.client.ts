/** When a property is deleted: how many of its transactions stay. */
import { useTotals } from './queries.client.ts';
import { whatStays } from './staying-words.ts';

/** A sentence; empty where there are none. */
export function useTransactionsThatStay(propertyId: string): string {
  const { data } = useTotals({ q: '', propertyId });
  return data ? whatStays(data.count) : 'Its transactions stay, with its address.';
}
