/** Sets one property, or none, for all that are selected. */
import { useState } from 'react';
import { Checkbox } from '../../web/ui/form/Checkbox.tsx';
import { Field } from '../../web/ui/form/Field.tsx';
import { PropertyPicker } from '../property/PropertyPicker.tsx';
import { BulkDialog, type BulkProps } from './BulkDialog.tsx';
import { FIELD_LABELS, WITHOUT_PROPERTY } from './labels.ts';

export function BulkPropertyDialog(props: BulkProps) {
  const [id, setId] = useState('');
  const [none, setNone] = useState(false);
  const change = none ? { propertyId: null } : id === '' ? undefined : { propertyId: id };
  return (
    <BulkDialog {...props} title="Set property" missing="Please choose a property" change={change}>
      {(error) => (
        <>
          <Field label={FIELD_LABELS.propertyId} error={none ? undefined : error}>
            <PropertyPicker value={id} onChange={(picked) => setId(picked?.id ?? '')} disabled={none} />
          </Field>
          <Checkbox label={WITHOUT_PROPERTY} checked={none} onChange={(event) => setNone(event.target.checked)} />
        </>
      )}
    </BulkDialog>
  );
}
