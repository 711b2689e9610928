import type { FieldPathByValue, FieldValues } from 'react-hook-form';
import { FormField, type FormFieldLook } from '../../web/ui/form/Field.tsx';
import { type FormHandle, useFieldValue } from '../../web/ui/form/form.client.ts';
import { PropertyPicker } from './PropertyPicker.tsx';
import type { PropertyChoice } from './property.ts';

type Props<Input extends FieldValues, Output> = Partial<FormFieldLook> & {
  form: FormHandle<Input, Output>;
  name: FieldPathByValue<Input, string>;
  /** The chosen property, if loaded. */
  chosen?: PropertyChoice | null | undefined;
  /** Called before the form's value changes. */
  onChosen?: (property: PropertyChoice | null) => void;
};

export function PropertyField<Input extends FieldValues, Output>(props: Props<Input, Output>) {
  const { form, name, label = 'Property', chosen, onChosen, ...look } = props;
  const [value, setValue] = useFieldValue(form, name);
  return (
    <FormField form={form} name={name} label={label} {...look}>
      <PropertyPicker
        value={value}
        chosen={chosen}
        onChange={(property) => {
          onChosen?.(property);
          setValue(property?.id ?? '');
        }}
      />
    </FormField>
  );
}
