/** In the form of a supplier: who they are, how they are reached, and what else to remember. */
import { useController } from 'react-hook-form';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { FormField } from '../../web/ui/form/FormField.tsx';
import { Select } from '../../web/ui/form/Select.tsx';
import { TextArea } from '../../web/ui/form/TextArea.tsx';
import { TextInput } from '../../web/ui/form/TextInput.tsx';
import { PhotoField } from '../file/FileField.tsx';
import type { SupplierFormHandle } from './form-handle.client.ts';
import { FIELD_LABELS as LABELS, SERVICE_OPTIONS } from './labels.ts';

/** The landlord's own name and address are not the supplier's: the browser is not to offer them. */
const NOT_MINE = 'off';

type Props = { form: SupplierFormHandle; onBusy: (busy: boolean) => void };

export function CompanyFields({ form, onBusy }: Props) {
  return (
    <Card aria-labelledby="supplier-details">
      <CardHead id="supplier-details" title="Supplier Details" />
      <div className="grid grid-cols-2 items-start gap-5 p-5 max-md:grid-cols-1 max-md:p-4">
        <Logo form={form} onBusy={onBusy} />
        <FormField form={form} name="name" label={LABELS.name}>
          <TextInput autoComplete={NOT_MINE} />
        </FormField>
        <FormField form={form} name="serviceType" label={LABELS.serviceType}>
          <Select placeholder="Choose a service type" options={SERVICE_OPTIONS} />
        </FormField>
        <FormField form={form} name="contactPerson" label={LABELS.contactPerson}>
          <TextInput autoComplete={NOT_MINE} />
        </FormField>
        <FormField form={form} name="email" label={LABELS.email}>
          <TextInput type="email" autoComplete={NOT_MINE} />
        </FormField>
        <FormField form={form} name="phone" label={LABELS.phone}>
          <TextInput type="tel" autoComplete={NOT_MINE} />
        </FormField>
        <FormField form={form} name="website" label={LABELS.website} optional>
          <TextInput inputMode="url" autoCapitalize="none" spellCheck={false} autoComplete={NOT_MINE} />
        </FormField>
        <FormField form={form} name="address" label={LABELS.address} className="col-span-full">
          <TextArea rows={2} autoComplete={NOT_MINE} />
        </FormField>
        <FormField form={form} name="notes" label={LABELS.notes} optional className="col-span-full">
          <TextArea rows={4} />
        </FormField>
      </div>
    </Card>
  );
}

function Logo({ form, onBusy }: Props) {
  const { field, fieldState } = useController({ control: form.rhf.control, name: 'logo' });
  return (
    <PhotoField
      bucket="supplier_images"
      ref={field.ref}
      name={field.name}
      label={LABELS.logo}
      optional
      error={fieldState.error?.message}
      value={field.value ?? null}
      onChange={field.onChange}
      onBusy={onBusy}
      className="col-span-full"
    />
  );
}
