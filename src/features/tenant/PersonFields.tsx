/** In the form of a tenant: who they are, and where they live. */
import { useController, useWatch } from 'react-hook-form';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { TextInput } from '../../web/ui/form/Inputs.tsx';
import { PhotoField } from '../file/FileField.tsx';
import { PropertyPicker } from '../property/PropertyPicker.tsx';
import type { TenantFormHandle } from './form-handle.client.ts';
import { FIELD_LABELS as LABELS } from './labels.ts';
import type { TenantFormPlace } from './tenant-form.client.ts';

type Props = { form: TenantFormHandle; place: TenantFormPlace };

export function PersonFields({ form, place }: Props) {
  return (
    <Card aria-labelledby="tenant-details">
      <CardHead id="tenant-details" title="Tenant Details" />
      <div className="grid grid-cols-2 items-start gap-5 p-5 max-md:grid-cols-1 max-md:p-4">
        <Photo form={form} onBusy={place.onBusy} />
        <FormField form={form} name="name" label={LABELS.name} className="col-span-full">
          <TextInput autoComplete="off" />
        </FormField>
        <FormField form={form} name="email" label={LABELS.email}>
          <TextInput type="email" autoComplete="off" />
        </FormField>
        <FormField form={form} name="phone" label={LABELS.phone}>
          <TextInput type="tel" autoComplete="off" />
        </FormField>
        <Home form={form} place={place} />
      </div>
    </Card>
  );
}

function Photo({ form, onBusy }: { form: TenantFormHandle; onBusy: (busy: boolean) => void }) {
  const { field, fieldState } = useController({ control: form.rhf.control, name: 'avatar' });
  return (
    <PhotoField
      bucket="tenant_images"
      ref={field.ref}
      name={field.name}
      label={LABELS.avatar}
      optional
      error={fieldState.error?.message}
      value={field.value ?? null}
      onChange={field.onChange}
      onBusy={onBusy}
      className="col-span-full"
    />
  );
}

function Home({ form, place: { home, setHome } }: Props) {
  const propertyId = useWatch({ control: form.rhf.control, name: 'propertyId' });
  return (
    <FormField form={form} name="propertyId" label={LABELS.propertyId} className="col-span-full">
      <PropertyPicker
        value={propertyId}
        chosen={home}
        onChange={(property) => {
          setHome(property);
          form.rhf.setValue('propertyId', property?.id ?? '', { shouldDirty: true, shouldValidate: true });
        }}
      />
    </FormField>
  );
}
