/** A telephone number that a phone calls when it is pressed. What is no number, as 'ask at the shop', is not called. */
import { dialled } from '../../../shared/phone.ts';

export function Phone({ number }: { number: string }) {
  const called = dialled(number);
  return called === null ? <bdi>{number}</bdi> : <a href={`tel:${called}`}>{number}</a>;
}
