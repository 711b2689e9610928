/** The fourth part of the property form: its certificates, any number of them. */
import { useRef, useState } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { formatDay, isDay } from '../../../shared/dates.ts';
import { StatusState } from '../../../web/ui/display/Badge.tsx';
import { Checkbox } from '../../../web/ui/form/Choices.tsx';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { DateInput, MoneyInput, Select, TextArea, TextInput } from '../../../web/ui/form/Inputs.tsx';
import { COMPLIANCE_LABELS, standing } from '../compliance/compliance.ts';
import type { PartProps, PropertyFormHandle, Today } from '../form/form-handle.client.ts';
import { RowDisclosure, RowFile, RowList, type RowProps, RowTaken, useRemovedRows } from '../form/PartRows.tsx';
import { certificateTitle } from '../part-labels.ts';
import { CERTIFICATE, type CertificateFormValues, itemNamed } from './certificate.ts';

export function Certificates({ form, onBusy, today }: PartProps & Today) {
  const { rhf, focus } = form;
  const addButton = useRef<HTMLButtonElement>(null);
  const { fields, append, insert, remove } = useFieldArray({
    control: rhf.control,
    name: 'certificates',
    keyName: 'key', // `id` is the certificate's own
  });
  const removedIds = useWatch({ control: rhf.control, name: 'removedCertificates' }) ?? [];
  const { removed, takeAway, bringBack } = useRemovedRows<CertificateFormValues>({
    saved: (rhf.formState.defaultValues?.certificates ?? []) as CertificateFormValues[],
    rows: () => rhf.getValues('certificates'),
    insert: (index, row) => insert(index, row, { shouldFocus: false }),
    remove,
    removedIds,
    setRemovedIds: (ids) => rhf.setValue('removedCertificates', ids, { shouldDirty: true }),
    isBlank,
  });

  const add = () => {
    append(CERTIFICATE.blank, { shouldFocus: false });
    focus(`certificates.${fields.length}.name`);
  };
  const take = (index: number) => {
    addButton.current?.focus(); // a row that is brought back has the focus on its Undo
    takeAway(index);
  };

  return (
    <RowList
      title="Certificates"
      add="Add Certificate"
      onAdd={add}
      addButton={addButton}
      empty={{
        title: 'No certificates yet',
        words: 'Keep the gas safety record, the EPC and the electrical report here, with their dates and files.',
      }}
    >
      {[
        ...fields.map(({ key, id }, index) => (
          <CertificateRow
            key={key}
            form={form}
            onBusy={onBusy}
            today={today}
            index={index}
            fresh={id === undefined}
            onRemove={() => take(index)}
          />
        )),
        ...removed.map(({ row, fresh }, index) => (
          <RowTaken
            key={row.id ?? `new ${index}`}
            name={certificateTitle(row)}
            saved={row.id !== undefined}
            also={
              row.complianceItem ? `Its expiry date goes from ${COMPLIANCE_LABELS[row.complianceItem]} too.` : undefined
            }
            fresh={fresh}
            onUndo={() => focus(`certificates.${bringBack(row)}.name`)}
          />
        )),
      ]}
    </RowList>
  );
}

function isBlank(row: CertificateFormValues): boolean {
  const fields = Object.entries(CERTIFICATE.blank) as [keyof CertificateFormValues, unknown][];
  return fields.every(([field, blank]) => (row[field] ?? '') === (blank ?? ''));
}

const { labels: LABELS, shape } = CERTIFICATE;

function CertificateRow({ form, onBusy, today, index, fresh, onRemove }: RowProps & Today) {
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
        <Select options={shape.renewalFrequency.options} />
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

/** Offers to use the certificate's expiry date for the compliance item that its name suggests. A later rename keeps the link, with a hint. */

function ComplianceOffer({ form: { rhf }, index }: { form: PropertyFormHandle; index: number }) {
  const [name, linked] = useWatch({
    control: rhf.control,
    name: [`certificates.${index}.name`, `certificates.${index}.complianceItem`],
  });
  const [before, setBefore] = useState(linked); // let go of under another name, it can still be taken up again
  const named = itemNamed(name);
  const item = linked ?? named ?? before;
  if (!item) return null;
  const label = COMPLIANCE_LABELS[item];
  return (
    <Checkbox
      className="col-span-full"
      label={`Use its expiry date for ${label}`}
      hint={linked && linked !== named ? `Its name no longer speaks of ${label}. Clear this to let go.` : undefined}
      checked={linked !== null && linked !== undefined}
      onChange={({ currentTarget: { checked } }) => {
        setBefore(item);
        rhf.setValue(`certificates.${index}.complianceItem`, checked ? item : null, { shouldDirty: true });
      }}
    />
  );
}
