/** A number of which only a part is known, for the eye and for a screen reader, which would read out each asterisk. */
import { spokenNumber, spokenSortCode } from './labels.ts';

export function AccountNumber({ masked }: { masked: string }) {
  return <Masked seen={masked} said={spokenNumber(masked)} />;
}

export function SortCode({ masked }: { masked: string }) {
  return <Masked seen={masked} said={spokenSortCode(masked)} />;
}

function Masked({ seen, said }: { seen: string; said: string }) {
  return (
    <>
      <span aria-hidden="true" className="figures">
        {seen}
      </span>
      <span className="sr-only">{said}</span>
    </>
  );
}
