/** The photo of a property, in its form. */
import { useController } from 'react-hook-form';
import { PhotoField } from '../file/FileField.tsx';
import type { PartProps } from './form-handle.client.ts';
import { FIELD_LABELS } from './labels.ts';

export function Photo({ form, onBusy }: PartProps) {
  const { field, fieldState } = useController({ control: form.rhf.control, name: 'imageUrl' });
  return (
    <PhotoField
      bucket="property_images"
      ref={field.ref}
      name={field.name}
      label={FIELD_LABELS.imageUrl}
      optional
      error={fieldState.error?.message}
      value={field.value ?? null}
      onChange={field.onChange}
      onBusy={onBusy}
      className="col-span-full"
    />
  );
}
