/** Two versions of one transaction, side by side: where they differ, in words. */
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { categoryLabel } from './category.ts';
import { asFilled, changeOf, type TransactionFormOutput } from './form-values.ts';
import { FIELD_LABELS, PAID_OPTIONS, WITHOUT_PROPERTY } from './labels.ts';
import type { Transaction } from './transaction.ts';

type Difference = { label: string; yours: string; theirs: string };

type Versions = {
  yours: TransactionFormOutput;
  theirs: Transaction;
  /** Address and city of the property that `yours` names, where it is known. */
  place: string | undefined;
};

type Field = keyof typeof FIELD_LABELS;
const FIELDS = Object.keys(FIELD_LABELS) as Field[];

/** In the order of the fields; empty when both say the same. */
export function transactionDifferences({ yours, theirs, place = 'Another property' }: Versions): Difference[] {
  const differing = changeOf(yours, theirs);
  return FIELDS.filter((field) => field in differing).map((field) => ({
    label: FIELD_LABELS[field],
    yours: inWords(yours, field, place),
    theirs: inWords(asFilled(theirs), field, theirs.propertyAddress ?? ''),
  }));
}

function inWords(version: TransactionFormOutput, field: Field, place: string): string {
  if (field === 'propertyId') return version.propertyId === null ? WITHOUT_PROPERTY : place;
  if (field === 'amount') return formatPence(version.amount);
  if (field === 'category') return categoryLabel(version.category);
  if (field === 'date') return formatDay(version.date);
  if (field === 'status') return PAID_OPTIONS.find(({ value }) => value === version.status)?.label ?? '';
  return version.description;
}
