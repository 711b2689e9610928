/** The file of a certificate or an invoice, in its row of the property form. */
import { useController } from 'react-hook-form';
import { FileField } from '../file/FileField.tsx';
import type { PartProps } from './form-handle.client.ts';

type Props = PartProps & {
  name: `certificates.${number}.file` | `invoices.${number}.file`;
  label: string;
};

export function RowFile({ form, name, label, onBusy }: Props) {
  const { field, fieldState } = useController({ control: form.rhf.control, name });
  return (
    <FileField
      ref={field.ref}
      name={name}
      bucket={name.startsWith('certificates') ? 'property-certificates' : 'property-invoices'}
      label={label}
      optional
      error={fieldState.error?.message}
      value={field.value}
      onChange={field.onChange}
      onBusy={onBusy}
      className="col-span-full"
    />
  );
}
