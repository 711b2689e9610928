/** The fifth part of the property form: nine things to keep in order, each with its state as it stands in the form. */

import { useRef } from 'react';
import { type FieldPath, useController, useWatch } from 'react-hook-form';
import { formatDay, isDay } from '../../../shared/dates.ts';
import { Card } from '../../../web/ui/display/Card.tsx';
import { Disclosure } from '../../../web/ui/display/Disclosure.tsx';
import { Checkbox } from '../../../web/ui/form/Choices.tsx';
import { Field, FormChoice, FormField } from '../../../web/ui/form/Field.tsx';
import { DateInput, Select, TextArea, TextInput } from '../../../web/ui/form/Inputs.tsx';
import { whenPointerIsUp } from '../../../web/ui/table/pointer.client.ts';
import { complianceSoFar, type PropertyFormValues } from '../form/form.ts';
import type { PropertyFormHandle, Today } from '../form/PartRows.tsx';
import {
  COMPLIANCE_FIELDS,
  COMPLIANCE_ITEMS,
  COMPLIANCE_LABELS,
  type ComplianceItem,
  complianceState,
  EPC_RATINGS,
  isDayField,
  COMPLIANCE_FIELD_LABELS as LABELS,
  summaryLine,
} from './compliance.ts';
import { ComplianceStatus } from './PropertyCompliance.tsx';

export function ComplianceChecklist({ form, today }: Today & { form: PropertyFormHandle }) {
  const { control } = form.rhf;
  const compliance = complianceSoFar(useWatch({ control, name: 'compliance' }));
  const certificates = useWatch({ control, name: 'certificates' }).map(({ complianceItem, expirationDate }) => ({
    complianceItem: complianceItem ?? null,
    expirationDate: expirationDate || null,
  }));
  const states = COMPLIANCE_ITEMS.map((item) => complianceState(item, { compliance, certificates, today }));
  return (
    <>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2>Compliance</h2>
        <span className="text-s text-ink-2">{summaryLine(states.map(({ state }) => state))}</span>
      </div>
      <Card className="overflow-clip">
        <ul aria-label="Compliance" className="*:not-first:border-t *:not-first:border-line">
          {COMPLIANCE_ITEMS.map((item, index) => (
            <li key={item}>
              <Disclosure
                title={COMPLIANCE_LABELS[item]}
                end={<ComplianceStatus item={item} stands={states[index] ?? { state: 'not_recorded' }} today={today} />}
                errors={form.wrong.filter(({ name }) => name.startsWith(`compliance.${item}.`)).length}
              >
                <ComplianceItemFields form={form} item={item} />
              </Disclosure>
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}

const RATINGS = EPC_RATINGS.map((value) => ({ value, label: value }));

type Props = { form: PropertyFormHandle; item: ComplianceItem };

function ComplianceItemFields({ form, item }: Props) {
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

/** `proofs` are the rows of the certificates that give it their date: the latest counts. */
type ExpiryProps = { form: PropertyFormHandle; proofs: readonly number[] };

/** Shows the expiry date that a certificate gives: it is kept once, on the certificate. */
function CertifiedExpiry({ form, proofs }: ExpiryProps) {
  const certificates = useWatch({ control: form.rhf.control, name: 'certificates' });
  const dayOf = (index: number) => certificates[index]?.expirationDate ?? '';
  const latest = proofs.reduce((best, index) => (dayOf(index) > dayOf(best) ? index : best));
  const day = dayOf(latest);
  const name = certificates[latest]?.name.trim();
  return (
    <div className="flex min-w-0 flex-col gap-[6px]">
      <span className="font-bold">{LABELS.expiryDate}</span>
      <span className="flex min-h-control items-center rounded-control border border-line bg-sunken px-3 figures">
        {isDay(day) ? formatDay(day) : 'Not entered yet'}
      </span>
      <span className="text-s text-ink-2">
        From the certificate{' '}
        <button
          type="button"
          className="cursor-pointer text-left text-link underline underline-offset-3 wrap-anywhere max-md:min-h-11"
          onClick={() => form.focus(`certificates.${latest}.expirationDate`)}
        >
          <bdi>{name ? `“${name}”` : 'without a name yet'}</bdi>
        </button>
      </span>
    </div>
  );
}

/** The reason is null while the item applies, and empty text while it is still to be given. */
function NotApplicable({ form, item }: { form: PropertyFormHandle; item: ComplianceItem }) {
  const name = `compliance.${item}.notApplicable` as const;
  // Not registered: a text field that is left by a press on the checkbox would write its text over the null.
  const { field, fieldState } = useController({ control: form.rhf.control, name });
  const { value = null, onChange, onBlur, ref } = field;
  const lastReason = useRef('');
  const choose = (chosen: boolean) => {
    if (!chosen) lastReason.current = value ?? '';
    form.rhf.setValue(name, chosen ? lastReason.current : null, { shouldDirty: true });
    form.rhf.clearErrors(name);
    if (chosen) form.focus(name);
  };
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3">
      <Checkbox
        label="Not applicable to this property"
        checked={value !== null}
        onChange={({ currentTarget: { checked } }) => choose(checked)}
      />
      {value !== null && (
        <Field
          label="Why it does not apply"
          error={fieldState.error?.message}
          control={{ name, ref, onChange, onBlur: () => whenPointerIsUp(onBlur) }}
        >
          <TextInput value={value} autoComplete="off" />
        </Field>
      )}
    </div>
  );
}
