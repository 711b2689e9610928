/** Field for the properties to which a person or an API key is limited. */
import type { FieldPathByValue, FieldValues } from 'react-hook-form';
import { counted } from '../../shared/text.ts';
import { LinkedRecords } from '../../web/records/detail/LinkedRecords.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { type FormHandle, useFieldValue } from '../../web/ui/form/form.client.ts';
import { PropertyPicker } from './PropertyPicker.tsx';
import type { PropertyChoice } from './property.ts';

type Chosen = { id: string; address: string };

type Props<Input extends FieldValues, Output> = {
  form: FormHandle<Input, Output>;
  name: FieldPathByValue<Input, Chosen[]>;
};

export function PropertiesField<Input extends FieldValues, Output>({ form, name }: Props<Input, Output>) {
  const [chosen, onChange] = useFieldValue<Input, Output, Chosen[]>(form, name);
  const add = (property: PropertyChoice | null) => {
    if (!property || chosen.some(({ id }) => id === property.id)) return;
    // Added at the top, because a long list shows only its first rows.
    onChange([{ id: property.id, address: `${property.address}, ${property.city}` }, ...chosen]);
  };
  return (
    <LinkedRecords
      title="Chosen properties"
      count={chosen.length > 0 && counted(chosen.length, 'property', 'properties')}
      items={chosen.map(({ id, address }) => ({ id, name: address, line: '' }))}
      unlink="Remove"
      onUnlink={async (id) => onChange(chosen.filter((property) => property.id !== id))}
    >
      <div className="border-t border-line p-5 first:border-t-0 max-md:p-4">
        <FormField form={form} name={name} label="Add a property">
          <PropertyPicker value="" onChange={add} leftOut={chosen.map(({ id }) => id)} />
        </FormField>
      </div>
    </LinkedRecords>
  );
}
