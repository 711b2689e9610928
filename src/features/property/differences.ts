/** Two versions of one property, side by side: the fields in which they differ, in words. */
import { formatPence } from '../../shared/money.ts';
import { capitalise } from '../../shared/text.ts';
import { PropertyInput } from './property.ts';
import { FIELD_LABELS } from './words.ts';

const FIELDS = PropertyInput.keyof().options;

/** In the order of the form; empty when both say the same. */
export function propertyDifferences(
  yours: PropertyInput,
  theirs: PropertyInput,
): { label: string; yours: string; theirs: string }[] {
  return FIELDS.filter((field) => yours[field] !== theirs[field]).map((field) => ({
    label: FIELD_LABELS[field],
    yours: inWords(yours, field),
    theirs: inWords(theirs, field),
  }));
}

function inWords(property: PropertyInput, field: keyof PropertyInput): string {
  if (field === 'rent') return formatPence(property.rent);
  if (field === 'propertyType' || field === 'status') return capitalise(property[field]);
  return String(property[field]);
}
