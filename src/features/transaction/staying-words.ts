/** What becomes of the transactions of a property that is deleted. */
import { counted } from '../../shared/text.ts';

/** '2 transactions stay, with its address.'; empty where there are none. */
export function whatStays(count: number): string {
  return count === 0 ? '' : `${counted(count, 'transaction')} ${count === 1 ? 'stays' : 'stay'}, with its address.`;
}
