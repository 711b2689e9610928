/** The landlord's day, YYYY-MM-DD, by the server's clock, not this browser's: it is told anew with each look at the session. */
import { londonDay } from '../../shared/dates.ts';
import { landlord, useLandlord } from './queries.client.ts';

export function useToday(): string {
  return londonDay(new Date(useLandlord().now));
}

/** The same outside of React. */
export function today(): string {
  return londonDay(new Date(landlord()?.now ?? Date.now()));
}
