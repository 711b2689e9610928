/** One certificate in the property form: a line that names it, and its fields folded below. */
import Trash from 'lucide-react/icons/trash-2';
import { useWatch } from 'react-hook-form';
import { formatDay, isDay } from '../../shared/dates.ts';
import { Button } from '../../web/ui/Button.tsx';
import { DateInput } from '../../web/ui/DateInput.tsx';
import { Fold } from '../../web/ui/Fold.tsx';
import { FormField } from '../../web/ui/FormField.tsx';
import { MoneyInput } from '../../web/ui/MoneyInput.tsx';
import { Select } from '../../web/ui/Select.tsx';
import { StatusState } from '../../web/ui/StatusState.tsx';
import { TextArea } from '../../web/ui/TextArea.tsx';
import { TextInput } from '../../web/ui/TextInput.tsx';
import { ComplianceOffer } from './ComplianceOffer.tsx';
import { RENEWAL_FREQUENCIES } from './certificate.ts';
import { standing } from './compliance.ts';
import type { PartProps, Today } from './form-handle.client.ts';
import { CERTIFICATE_LABELS as LABELS } from './part-words.ts';
import { RowFile } from './RowFile.tsx';

const FREQUENCIES = RENEWAL_FREQUENCIES.map((value) => ({ value, label: value }));

type Props = PartProps &
  Today & { index: number /** Not saved yet: it starts open. */; fresh: boolean; onRemove: () => void };

export function CertificateRow({ form, onBusy, today, index, fresh, onRemove }: Props) {
  const row = `certificates.${index}` as const;
  const { name, expirationDate, file } = useWatch({ control: form.rhf.control, name: row });
  const errors = form.wrong.filter((wrong) => wrong.name.startsWith(`${row}.`)).length;
  return (
    <li>
      <Fold
        title={<bdi>{name.trim() || (fresh ? 'New certificate' : 'Certificate without a name')}</bdi>}
        line={file && <bdi>{file.name}</bdi>}
        end={<Expiry day={expirationDate} today={today} />}
        errors={errors}
        startsOpen={fresh}
      >
        <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
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
          <div className="col-span-full flex justify-end">
            <Button
              variant="quiet"
              size="small"
              icon={Trash}
              aria-label={`Remove ${name.trim() || 'this certificate'}`}
              onClick={onRemove}
            >
              Remove
            </Button>
          </div>
        </div>
      </Fold>
    </li>
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
