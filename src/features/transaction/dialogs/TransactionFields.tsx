/** The fields of a transaction in its dialogs. */
import { useWatch } from 'react-hook-form';
import { Banner } from '../../../web/ui/display/Banner.tsx';
import { DateInput } from '../../../web/ui/form/DateInput.tsx';
import { FormField } from '../../../web/ui/form/Field.tsx';
import type { FormHandle } from '../../../web/ui/form/form.client.ts';
import { Select, TextInput } from '../../../web/ui/form/Inputs.tsx';
import { SegmentedField } from '../../../web/ui/table/SegmentedControl.tsx';
import { PropertyPicker } from '../../property/PropertyPicker.tsx';
import type { PropertyChoice } from '../../property/property.ts';
import {
  CATEGORY_OPTIONS,
  categoryLabel,
  EXPENSE_CATEGORY_OPTIONS,
  FIELD_LABELS as LABELS,
  overdueNote,
  PAID_OPTIONS,
} from '../labels.ts';
import type { TransactionFormOutput, TransactionFormValues } from './form-values.ts';

type FormProps = { form: FormHandle<TransactionFormValues, TransactionFormOutput> };
type CategoryProps = FormProps & {
  type: 'income' | 'expense';
  /** The category it was opened with, which an import may have brought. */
  was?: string | undefined;
};
type PropertyProps = FormProps & {
  property: PropertyChoice | null;
  onProperty: (property: PropertyChoice | null) => void;
  /** Names the deleted property it was for. */
  gone?: string | undefined;
};
type ExpenseProps = Omit<CategoryProps, 'type'> &
  PropertyProps & {
    /** The landlord's day. */
    today: string;
  };

export function ExpenseFields({ form, today, was, ...property }: ExpenseProps) {
  return (
    <div className="grid grid-cols-2 items-start gap-5 max-md:gap-x-3 max-md:gap-y-4">
      <FormField form={form} name="amount" label={LABELS.amount}>
        <TextInput inputMode="decimal" autoComplete="off" className="figures" />
      </FormField>
      <CategoryField form={form} type="expense" was={was} />
      <FormField form={form} name="description" label={LABELS.description} className="col-span-full">
        <TextInput autoComplete="off" />
      </FormField>
      <PropertyField form={form} {...property} />
      <FormField form={form} name="date" label={LABELS.date}>
        <DateInput />
      </FormField>
      <SegmentedField form={form} name="status" label={LABELS.status} options={PAID_OPTIONS} />
      <Overdue form={form} today={today} />
    </div>
  );
}

export function CategoryField({ form, type, was }: CategoryProps) {
  const offered: readonly { value: string; label: string }[] =
    type === 'income' ? CATEGORY_OPTIONS : EXPENSE_CATEGORY_OPTIONS;
  const missing = was !== undefined && offered.every(({ value }) => value !== was);
  return (
    <FormField form={form} name="category" label={LABELS.category}>
      <Select
        options={missing ? [...offered, { value: was, label: categoryLabel(was) }] : offered}
        placeholder={was === undefined ? 'Choose one' : undefined}
      />
    </FormField>
  );
}

export function PropertyField({ form, property, onProperty, gone }: PropertyProps) {
  const propertyId = useWatch({ control: form.rhf.control, name: 'propertyId' });
  return (
    <FormField form={form} name="propertyId" label={LABELS.propertyId} hint={gone} optional className="col-span-full">
      <PropertyPicker
        value={propertyId}
        chosen={property}
        onChange={(chosen) => {
          onProperty(chosen);
          form.rhf.setValue('propertyId', chosen?.id ?? '', { shouldDirty: true, shouldValidate: true });
        }}
      />
    </FormField>
  );
}

function Overdue({ form, today }: FormProps & { today: string }) {
  const [date, status] = useWatch({ control: form.rhf.control, name: ['date', 'status'] });
  const note = overdueNote({ date, status }, today);
  // Always rendered, so that screen readers announce its changes.
  return (
    <div role="status" className="col-span-full empty:hidden">
      {note && <Banner tone="red">{note}</Banner>}
    </div>
  );
}
