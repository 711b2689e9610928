/** The first part of the property form: what it is, where it is, what it costs. */
import { useController, useWatch } from 'react-hook-form';
import { Card, CardHead } from '../../../web/ui/display/Card.tsx';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { MoneyInput, NumberInput, Select, TextArea, TextInput } from '../../../web/ui/form/Inputs.tsx';
import { PhotoField } from '../../file/FileField.tsx';
import {
  FIELD_LABELS,
  FIELD_LABELS as LABELS,
  normalisePostcode,
  postcodeHint,
  STATUS_OPTIONS,
  TYPE_OPTIONS,
} from '../property.ts';
import type { PartProps, PropertyFormHandle } from './form-handle.client.ts';

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

function Photo({ form, onBusy }: PartProps) {
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

/** The second tab. */

export function Keys({ form }: { form: PropertyFormHandle }) {
  return (
    <Card aria-labelledby="keys">
      <CardHead id="keys" title="Keys" />
      <div className="grid grid-cols-2 items-start gap-5 p-5 max-md:grid-cols-1 max-md:p-4">
        <FormField form={form} name="keyType" label={LABELS.keyType} hint="For example Yale and mortice." optional>
          <TextInput autoComplete="off" />
        </FormField>
        <FormField form={form} name="keyCode" label={LABELS.keyCode} hint="The tag in your key cabinet." optional>
          <TextInput autoComplete="off" spellCheck={false} />
        </FormField>
        <FormField form={form} name="keysAmount" label={LABELS.keysAmount} hint="How many sets you hold." optional>
          <NumberInput />
        </FormField>
      </div>
    </Card>
  );
}
