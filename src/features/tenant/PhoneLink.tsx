/** A number that a phone dials when it is pressed; what is no number, as 'ask at the shop', is not called. */
import { dialled } from '../../shared/phone.ts';

export function PhoneLink({ number }: { number: string }) {
  const to = dialled(number);
  if (to === null) return <bdi className="clip block">{number}</bdi>;
  return (
    <a href={`tel:${to}`} className="clip block text-inherit no-underline hover:underline">
      <bdi>{number}</bdi>
    </a>
  );
}
