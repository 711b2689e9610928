/** One certificate in the property form: a line that names it, and its fields folded below. */
import { useWatch } from 'react-hook-form';
import { formatDay, isDay } from '../../shared/dates.ts';
import { StatusState } from '../../web/ui/display/StatusState.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { FormField } from '../../web/ui/form/FormField.tsx';
import { MoneyInput } from '../../web/ui/form/MoneyInput.tsx';
import { Select } from '../../web/ui/form/Select.tsx';
import { TextArea } from '../../web/ui/form/TextArea.tsx';
import { TextInput } from '../../web/ui/form/TextInput.tsx';
import { ComplianceOffer } from './ComplianceOffer.tsx';
import { RENEWAL_FREQUENCIES } from './certificate.ts';
import { standing } from './compliance.ts';
import type { Today } from './form-handle.client.ts';
import { CERTIFICATE_LABELS as LABELS } from './part-words.ts';
import { RowDisclosure, type RowProps } from './RowDisclosure.tsx';
import { RowFile } from './RowFile.tsx';

const FREQUENCIES = RENEWAL_FREQUENCIES.map((value) => ({ value, label: value }));

export function CertificateRow({ form, onBusy, today, index, fresh, onRemove }: RowProps & Today) {
  const row = `certificates.${index}` as const;
  const { name, expirationDate, file } = useWatch({ control: form.rhf.control, name: row });
  return (
    <RowDisclosure
      form={form}
      row={row}
      title={name.trim() || (fresh ? 'New certificate' : 'Certificate without a name')}
      line={file && <bdi>{file.name}</bdi>}
      end={<Expiry day={expirationDate} today={today} />}
      name={name.trim() || 'this certificate'}
      fresh={fresh}
      onRemove={onRemove}
    >
      <FormField form={form} name={`${row}.name`} label={LABELS.name} className="col-span-full">
        <TextInput autoComplete="off" />
      </FormField>
      <FormField form={form} name={`${row}.issueDate`} label={LABELS.issueDate} optional>
        <DateInput />
      </FormField>
      <FormField form={form} name={`${row}.expirationDate`} label={LABELS.expirationDate} optional>
        <DateInput />
      </FormField>
      <ComplianceOffer form={form} index={index} />
      <FormField form={form} name={`${row}.renewalFrequency`} label={LABELS.renewalFrequency}>
        <Select options={FREQUENCIES} />
      </FormField>
      <FormField form={form} name={`${row}.cost`} label={LABELS.cost} optional>
        <MoneyInput />
      </FormField>
      <FormField
        form={form}
        name={`${row}.providerName`}
        label={LABELS.providerName}
        optional
        className="col-span-full"
      >
        <TextInput autoComplete="off" />
      </FormField>
      <FormField form={form} name={`${row}.notes`} label={LABELS.notes} optional className="col-span-full">
        <TextArea rows={2} />
      </FormField>
      <RowFile form={form} name={`${row}.file`} label={LABELS.file} onBusy={onBusy} />
    </RowDisclosure>
  );
}

const STATES = {
  valid: { state: 'good', words: 'Expires' },
  expiring: { state: 'soon', words: 'Expires' },
  expired: { state: 'bad', words: 'Expired' },
} as const;

function Expiry({ day, today }: Today & { day: string | null | undefined }) {
  if (!day || !isDay(day)) return <StatusState state="missing">No expiry date</StatusState>;
  const { state, words } = STATES[standing(day, today)];
  return <StatusState state={state}>{`${words} ${formatDay(day)}`}</StatusState>;
}
