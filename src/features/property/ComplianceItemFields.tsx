/** What can be entered for one compliance item: done or not, its own fields, notes, or the reason why it does not apply. */
import { type FieldPath, useWatch } from 'react-hook-form';
import { Checkbox } from '../../web/ui/form/Checkbox.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { FormChoice, FormField } from '../../web/ui/form/FormField.tsx';
import { Select } from '../../web/ui/form/Select.tsx';
import { TextArea } from '../../web/ui/form/TextArea.tsx';
import { TextInput } from '../../web/ui/form/TextInput.tsx';
import { CertifiedExpiry } from './CertifiedExpiry.tsx';
import { type ComplianceItem, EPC_RATINGS } from './compliance.ts';
import type { PropertyFormHandle } from './form-handle.client.ts';
import type { PropertyFormValues } from './form-values.ts';
import { NotApplicable } from './NotApplicable.tsx';
import { COMPLIANCE_FIELDS, isDayField, COMPLIANCE_FIELD_LABELS as LABELS } from './part-words.ts';

const RATINGS = EPC_RATINGS.map((value) => ({ value, label: value }));

type Props = { form: PropertyFormHandle; item: ComplianceItem };

export function ComplianceItemFields({ form, item }: Props) {
  const { control } = form.rhf;
  const [reason, certificates] = useWatch({ control, name: [`compliance.${item}.notApplicable`, 'certificates'] });
  const proofs = certificates.flatMap(({ complianceItem }, index) => (complianceItem === item ? [index] : []));
  const applies = reason === null || reason === undefined;
  const wrong = form.wrong.some(
    ({ name }) => name.startsWith(`compliance.${item}.`) && !name.endsWith('notApplicable'),
  );
  const pathOf = (field: string) => `compliance.${item}.${field}` as FieldPath<PropertyFormValues>;
  return (
    <div className="flex flex-col gap-4">
      {/* Hidden where the item does not apply, and kept: what was typed is there again when it does. */}
      <div hidden={!applies && !wrong} className="flex flex-col gap-4 [&[hidden]]:hidden">
        <FormChoice form={form} name={pathOf('completed')}>
          {(error) => <Checkbox label={LABELS.completed} error={error} />}
        </FormChoice>
        <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
          {COMPLIANCE_FIELDS[item].map((field) =>
            field === 'expiryDate' && proofs.length > 0 ? (
              <CertifiedExpiry key={field} form={form} proofs={proofs} />
            ) : (
              <FormField key={field} form={form} name={pathOf(field)} label={LABELS[field]} optional>
                <OwnInput field={field} />
              </FormField>
            ),
          )}
          <FormField form={form} name={pathOf('notes')} label={LABELS.notes} optional className="col-span-full">
            <TextArea rows={2} />
          </FormField>
        </div>
      </div>
      <NotApplicable form={form} item={item} />
    </div>
  );
}

function OwnInput({ field }: { field: keyof typeof LABELS }) {
  if (field === 'rating') return <Select placeholder="Not rated" options={RATINGS} />;
  return isDayField(field) ? <DateInput /> : <TextInput autoComplete="off" />;
}
