/** Sets one category for all that are selected. */
import { useState } from 'react';
import { Field } from '../../web/ui/form/Field.tsx';
import { Select } from '../../web/ui/form/Select.tsx';
import { BulkDialog, type BulkProps } from './BulkDialog.tsx';
import { CATEGORY_OPTIONS, FIELD_LABELS } from './labels.ts';
import { CATEGORIES } from './transaction.ts';

export function BulkCategoryDialog(props: BulkProps) {
  const [chosen, setChosen] = useState('');
  const category = CATEGORIES.find((one) => one === chosen);
  return (
    <BulkDialog {...props} title="Set category" missing="Please choose a category" change={category && { category }}>
      {(error) => (
        <Field label={FIELD_LABELS.category} error={error}>
          <Select
            placeholder="Choose a category"
            options={CATEGORY_OPTIONS}
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
          />
        </Field>
      )}
    </BulkDialog>
  );
}
