/** Two versions of one supplier, side by side: where they differ, in words. */

import type { SupplierFormOutput } from './form-values.ts';
import { FIELD_LABELS, placeOf, SERVICED } from './labels.ts';
import type { SupplierRecord } from './supplier.ts';

type Difference = { label: string; yours: string; theirs: string };

type Field = keyof typeof FIELD_LABELS;
const FIELDS = Object.keys(FIELD_LABELS) as Field[];

/** In the order of the form; empty when both say the same. `yours` is as `rebase` makes it for `theirs`. */
export function supplierDifferences(yours: SupplierFormOutput, theirs: SupplierRecord): Difference[] {
  const removed = theirs.servicedProperties.filter(({ id }) => yours.removedProperties.includes(id));
  return [
    ...FIELDS.filter((field) => yours[field] !== theirs[field]).map((field) => ({
      label: FIELD_LABELS[field],
      yours: inWords(yours, field),
      theirs: inWords(theirs, field),
    })),
    ...removed.map((property) => ({
      label: `${SERVICED}: ${placeOf(property)}`,
      yours: 'Removed',
      theirs: 'Is there',
    })),
    ...yours.addedProperties.map((property) => ({
      label: `${SERVICED}: ${placeOf(property)}`,
      yours: 'Is there',
      theirs: 'Is not there',
    })),
  ];
}

function inWords(supplier: Pick<SupplierFormOutput, Field>, field: Field): string {
  if (field === 'logo') return supplier.logo ? 'A logo of its own' : '';
  return supplier[field];
}
