/** The fourth part of the property form: its certificates, any number of them. */
import { useRef } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { CertificateRow } from './CertificateRow.tsx';
import { COMPLIANCE_LABELS } from './compliance.ts';
import type { PartProps, Today } from './form-handle.client.ts';
import { BLANK_CERTIFICATE, type TypedCertificate } from './form-values.ts';
import { certificateTitle } from './part-words.ts';
import { RowList, RowTaken } from './RowList.tsx';
import { useRemovedRows } from './rows.client.ts';

export function Certificates({ form, onBusy, today }: PartProps & Today) {
  const { rhf, focus } = form;
  const addButton = useRef<HTMLButtonElement>(null);
  const { fields, append, insert, remove } = useFieldArray({
    control: rhf.control,
    name: 'certificates',
    keyName: 'key', // `id` is the certificate's own
  });
  const removedIds = useWatch({ control: rhf.control, name: 'removedCertificates' }) ?? [];
  const { removed, takeAway, bringBack } = useRemovedRows<TypedCertificate>({
    saved: (rhf.formState.defaultValues?.certificates ?? []) as TypedCertificate[],
    rows: () => rhf.getValues('certificates'),
    insert: (index, row) => insert(index, row, { shouldFocus: false }),
    remove,
    removedIds,
    setRemovedIds: (ids) => rhf.setValue('removedCertificates', ids, { shouldDirty: true }),
    isBlank,
  });

  const add = () => {
    append(BLANK_CERTIFICATE, { shouldFocus: false });
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

function isBlank(row: TypedCertificate): boolean {
  const fields = Object.entries(BLANK_CERTIFICATE) as [keyof TypedCertificate, unknown][];
  return fields.every(([field, blank]) => (row[field] ?? '') === (blank ?? ''));
}
