/** Properties that a person or a key is limited to, with a search field for more. */
import type { ReactElement } from 'react';
import { counted } from '../../shared/text.ts';
import { LinkedRecords } from '../../web/records/detail/LinkedRecords.tsx';
import { PropertyPicker } from './PropertyPicker.tsx';
import type { PropertyChoice } from './property.ts';

type Chosen = { id: string; address: string };

type Props = {
  chosen: Chosen[];
  onChange: (chosen: Chosen[]) => void;
  /** The form's field around the search. */
  field: (picker: ReactElement) => ReactElement;
};

export function PropertiesField({ chosen, onChange, field }: Props) {
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
      onUnlink={async (id) => onChange(chosen.filter((one) => one.id !== id))}
    >
      <div className="border-t border-line p-5 first:border-t-0 max-md:p-4">
        {field(<PropertyPicker value="" onChange={add} leftOut={chosen.map(({ id }) => id)} />)}
      </div>
    </LinkedRecords>
  );
}
