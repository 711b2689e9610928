/** The expiry date of a compliance item that a certificate proves: shown and not entered, as it is kept once, on the certificate. */
import { useWatch } from 'react-hook-form';
import { formatDay, isDay } from '../../shared/dates.ts';
import type { PropertyFormHandle } from './form-handle.client.ts';
import { COMPLIANCE_FIELD_LABELS } from './part-words.ts';

/** `proofs` are the rows of the certificates that give it their date: the latest counts. */
type Props = { form: PropertyFormHandle; proofs: readonly number[] };

export function CertifiedExpiry({ form, proofs }: Props) {
  const certificates = useWatch({ control: form.rhf.control, name: 'certificates' });
  const dayOf = (index: number) => certificates[index]?.expirationDate ?? '';
  const latest = proofs.reduce((best, index) => (dayOf(index) > dayOf(best) ? index : best));
  const day = dayOf(latest);
  const name = certificates[latest]?.name.trim();
  return (
    <div className="flex min-w-0 flex-col gap-[6px]">
      <span className="font-bold">{COMPLIANCE_FIELD_LABELS.expiryDate}</span>
      <span className="flex min-h-control items-center rounded-control border border-line bg-sunken px-3 figures">
        {isDay(day) ? formatDay(day) : 'Not entered yet'}
      </span>
      <span className="text-s text-ink-2">
        From the certificate{' '}
        <button
          type="button"
          className="cursor-pointer text-left text-link underline underline-offset-3 wrap-anywhere max-md:min-h-11"
          onClick={() => form.focus(`certificates.${latest}.expirationDate`)}
        >
          <bdi>{name ? `“${name}”` : 'without a name yet'}</bdi>
        </button>
      </span>
    </div>
  );
}
