/** The first part of the property form: what it is, where it is, what it costs. */
import { useWatch } from 'react-hook-form';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { FormField } from '../../web/ui/form/FormField.tsx';
import { MoneyInput } from '../../web/ui/form/MoneyInput.tsx';
import { NumberInput } from '../../web/ui/form/NumberInput.tsx';
import { Select } from '../../web/ui/form/Select.tsx';
import { TextArea } from '../../web/ui/form/TextArea.tsx';
import { TextInput } from '../../web/ui/form/TextInput.tsx';
import type { PartProps } from './form-handle.client.ts';
import { FIELD_LABELS as LABELS, STATUS_OPTIONS, TYPE_OPTIONS } from './labels.ts';
import { Photo } from './Photo.tsx';
import { normalisePostcode, postcodeHint } from './postcode.ts';

/** The landlord's own address is not the property's: the browser is not to offer it. */
const NOT_MINE = 'off';

export function BasicDetails({ form, onBusy }: PartProps) {
  const postalCode = useWatch({ control: form.rhf.control, name: 'postalCode' });
  return (
    <Card aria-labelledby="basic-details">
      <CardHead id="basic-details" title="Basic Details" />
      <div className="grid grid-cols-2 items-start gap-5 p-5 max-md:grid-cols-1 max-md:p-4">
        <Photo form={form} onBusy={onBusy} />
        <FormField
          form={form}
          name="address"
          label={LABELS.address}
          hint="House number and street."
          className="col-span-full"
        >
          <TextInput autoComplete={NOT_MINE} />
        </FormField>
        <FormField form={form} name="city" label={LABELS.city}>
          <TextInput autoComplete={NOT_MINE} />
        </FormField>
        <FormField form={form} name="postalCode" label={LABELS.postalCode} hint={postcodeHint(postalCode)}>
          <TextInput
            autoComplete={NOT_MINE}
            autoCapitalize="characters"
            spellCheck={false}
            onBlur={({ currentTarget: { value } }) => {
              const code = normalisePostcode(value);
              if (code !== value) form.rhf.setValue('postalCode', code, { shouldDirty: true });
            }}
          />
        </FormField>
        <FormField form={form} name="propertyType" label={LABELS.propertyType}>
          <Select placeholder="Choose a type" options={TYPE_OPTIONS} />
        </FormField>
        <FormField form={form} name="status" label={LABELS.status}>
          <Select options={STATUS_OPTIONS} />
        </FormField>
        <FormField form={form} name="bedrooms" label={LABELS.bedrooms}>
          <NumberInput />
        </FormField>
        <FormField form={form} name="bathrooms" label={LABELS.bathrooms}>
          <NumberInput />
        </FormField>
        <FormField form={form} name="rent" label={LABELS.rent}>
          <MoneyInput />
        </FormField>
        <FormField form={form} name="description" label={LABELS.description} optional className="col-span-full">
          <TextArea rows={4} />
        </FormField>
      </div>
    </Card>
  );
}
