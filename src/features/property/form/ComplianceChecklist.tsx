import { useRef } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { formatDay, isDay } from '../../../shared/dates.ts';
import { FormFields } from '../../../web/records/form/RecordForm.tsx';
import { StatusState } from '../../../web/ui/display/Badge.tsx';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Card } from '../../../web/ui/display/Card.tsx';
import { Disclosure } from '../../../web/ui/display/Disclosure.tsx';
import { Checkbox } from '../../../web/ui/form/Choices.tsx';
import { Field, FormChoice } from '../../../web/ui/form/Field.tsx';
import { TextInput } from '../../../web/ui/form/Inputs.tsx';
import { whenPointerIsUp } from '../../../web/ui/table/pointer.client.ts';
import { COMPLIANCE_ITEMS, COMPLIANCE_LABELS, ITEM_FIELDS } from '../../compliance/compliance.ts';
import type { ComplianceItem } from '../../compliance/marks.ts';
import { complianceState, LOOKS, stateWords, summaryLine } from '../../compliance/standing.ts';
import { certificateTitle, itemNamed } from '../documents.ts';
import { complianceSoFar } from './form.ts';
import type { PropertyFormHandle, Today } from './PartRows.tsx';

export function ComplianceChecklist({ form, today }: Today & { form: PropertyFormHandle }) {
  const { control } = form.rhf;
  const compliance = complianceSoFar(useWatch({ control, name: 'compliance' }));
  const certificates = useWatch({ control, name: 'certificates' }).map((certificate) => ({
    complianceItem: certificate.complianceItem ?? null,
    expirationDate: certificate.expirationDate || null,
    replacedBy: certificate.replacedBy ?? null,
  }));
  const rows = COMPLIANCE_ITEMS.map((item) => ({
    item,
    itemState: complianceState(item, { compliance, certificates, today }),
  }));
  return (
    <>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2>Compliance</h2>
        <span className="text-s text-ink-2">{summaryLine(rows.map(({ itemState }) => itemState.state))}</span>
      </div>
      <Card className="overflow-clip">
        <ul aria-label="Compliance" className="*:not-first:border-t *:not-first:border-line">
          {rows.map(({ item, itemState }) => (
            <li key={item}>
              <Disclosure
                title={COMPLIANCE_LABELS[item]}
                end={<StatusState state={LOOKS[itemState.state]}>{stateWords(item, itemState, today)}</StatusState>}
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

type Props = { form: PropertyFormHandle; item: ComplianceItem };

function ComplianceItemFields({ form, item }: Props) {
  const { control } = form.rhf;
  const [reason, certificates] = useWatch({ control, name: [`compliance.${item}.notApplicable`, 'certificates'] });
  const proofs = certificates.flatMap(({ complianceItem }, index) => (complianceItem === item ? [index] : []));
  const applies = reason === null || reason === undefined;
  const wrong = form.wrong.some(
    ({ name }) => name.startsWith(`compliance.${item}.`) && !name.endsWith('notApplicable'),
  );
  const { own, shape } = ITEM_FIELDS[item];
  const { completed, notes } = shape;
  return (
    <div className="flex flex-col gap-4">
      {/* The fields are hidden, not removed, if the item does not apply, so that typed values reappear. */}
      <div hidden={!applies && !wrong} className="flex flex-col gap-4 [&[hidden]]:hidden">
        <FormChoice form={form} name={`compliance.${item}.completed`}>
          {(error) => <Checkbox label={completed.label} error={error} />}
        </FormChoice>
        <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
          <FormFields
            form={form}
            at={`compliance.${item}.`}
            fields={{ ...own, notes }}
            own={proofs.length > 0 ? { expiryDate: <CertifiedExpiry form={form} proofs={proofs} /> } : {}}
          />
        </div>
      </div>
      <UnusedCertificate form={form} item={item} />
      <NotApplicable form={form} item={item} />
    </div>
  );
}

/** Suggests a certificate whose name matches the item but whose date is not used for it. */
function UnusedCertificate({ form, item }: Props) {
  const certificates = useWatch({ control: form.rhf.control, name: 'certificates' });
  const index = certificates.findIndex(({ name, complianceItem }) => !complianceItem && itemNamed(name) === item);
  const unused = certificates[index];
  if (!unused) return null;
  return (
    <Button
      size="small"
      className="self-start"
      onClick={() =>
        form.rhf.setValue(`certificates.${index}.complianceItem`, itemNamed(unused.name), { shouldDirty: true })
      }
    >
      Use the expiry date of {certificateTitle(unused)}
    </Button>
  );
}

/** `proofs` are the indexes of certificates linked to the item. The latest expiry date counts. */
type ExpiryProps = { form: PropertyFormHandle; proofs: readonly number[] };

/** Shows the expiry date, which is stored on a linked certificate. */
function CertifiedExpiry({ form, proofs }: ExpiryProps) {
  const certificates = useWatch({ control: form.rhf.control, name: 'certificates' });
  const dayOf = (index: number) => certificates[index]?.expirationDate ?? '';
  const latest = proofs.reduce((best, index) => (dayOf(index) > dayOf(best) ? index : best));
  const day = dayOf(latest);
  const name = certificates[latest]?.name.trim();
  return (
    <div className="flex min-w-0 flex-col gap-[6px]">
      <span className="font-bold">Expiry date</span>
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

/** The reason is null if the item applies, and '' until it is entered. */
function NotApplicable({ form, item }: { form: PropertyFormHandle; item: ComplianceItem }) {
  const name = `compliance.${item}.notApplicable` as const;
  // If the field were registered, clicking the checkbox would blur it and overwrite the null.
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
          label="Reason it does not apply"
          error={fieldState.error?.message}
          control={{ name, ref, onChange, onBlur: () => whenPointerIsUp(onBlur) }}
        >
          <TextInput value={value} autoComplete="off" />
        </Field>
      )}
    </div>
  );
}
