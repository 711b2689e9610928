import type { FieldPathByValue, FieldValues } from 'react-hook-form';
import { FormField, type FormFieldLook } from '../../web/ui/form/Field.tsx';
import { type FormHandle, useFieldValue } from '../../web/ui/form/form.client.ts';
import { SupplierPicker } from './SupplierPicker.tsx';

type Props<Input extends FieldValues, Output> = Partial<FormFieldLook> & {
  form: FormHandle<Input, Output>;
  name: FieldPathByValue<Input, string>;
};

export function SupplierField<Input extends FieldValues, Output>(props: Props<Input, Output>) {
  const { form, name, label = 'Supplier', ...look } = props;
  const [value, setValue] = useFieldValue(form, name);
  return (
    <FormField form={form} name={name} label={label} {...look}>
      <SupplierPicker value={value} onChange={(supplier) => setValue(supplier?.id ?? '')} />
    </FormField>
  );
}
