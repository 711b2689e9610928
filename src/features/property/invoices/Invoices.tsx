/** The last part of the property form: its invoices, any number of them. */
import { useRef } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { formatDay, isDay } from '../../../shared/dates.ts';
import { formatPence, parsePounds } from '../../../shared/money.ts';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { DateInput, MoneyInput, TextInput } from '../../../web/ui/form/Inputs.tsx';
import type { PartProps } from '../form/form-handle.client.ts';
import { RowDisclosure, RowFile, RowList, type RowProps, RowTaken, useRemovedRows } from '../form/PartRows.tsx';
import { invoiceTitle } from '../part-labels.ts';
import { INVOICE, type InvoiceFormValues } from './invoice.ts';

const LABELS = INVOICE.labels;

export function Invoices({ form, onBusy }: PartProps) {
  const { rhf, focus } = form;
  const addButton = useRef<HTMLButtonElement>(null);
  const { fields, append, insert, remove } = useFieldArray({
    control: rhf.control,
    name: 'invoices',
    keyName: 'key', // `id` is the invoice's own
  });
  const removedIds = useWatch({ control: rhf.control, name: 'removedInvoices' }) ?? [];
  const { removed, takeAway, bringBack } = useRemovedRows<InvoiceFormValues>({
    saved: (rhf.formState.defaultValues?.invoices ?? []) as InvoiceFormValues[],
    rows: () => rhf.getValues('invoices'),
    insert: (index, row) => insert(index, row, { shouldFocus: false }),
    remove,
    removedIds,
    setRemovedIds: (ids) => rhf.setValue('removedInvoices', ids, { shouldDirty: true }),
    isBlank: ({ invoiceDate, amount, description, file }) => !(invoiceDate || amount || description || file),
  });

  const add = () => {
    append(INVOICE.blank, { shouldFocus: false });
    focus(`invoices.${fields.length}.invoiceDate`);
  };
  const take = (index: number) => {
    addButton.current?.focus();
    takeAway(index);
  };

  return (
    <RowList
      title="Invoices"
      add="Add Invoice"
      onAdd={add}
      addButton={addButton}
      empty={{ title: 'No invoices yet', words: 'Keep what was paid for this property here, with the invoice itself.' }}
    >
      {[
        ...fields.map(({ key, id }, index) => (
          <InvoiceRow
            key={key}
            form={form}
            onBusy={onBusy}
            index={index}
            fresh={id === undefined}
            onRemove={() => take(index)}
          />
        )),
        ...removed.map(({ row, fresh }, index) => (
          <RowTaken
            key={row.id ?? `new ${index}`}
            name={titleOf(row)}
            saved={row.id !== undefined}
            fresh={fresh}
            onUndo={() => focus(`invoices.${bringBack(row)}.invoiceDate`)}
          />
        )),
      ]}
    </RowList>
  );
}

function titleOf({ description = '', invoiceDate, amount }: InvoiceFormValues): string {
  const money = parsePounds(amount);
  return invoiceTitle({
    description: description.trim(),
    invoiceDate: invoiceDate && isDay(invoiceDate) ? invoiceDate : null,
    amount: money.ok ? money.pence : null,
  });
}

function InvoiceRow({ form, onBusy, index, fresh, onRemove }: RowProps) {
  const row = `invoices.${index}` as const;
  const { invoiceDate, amount, description, file } = useWatch({ control: form.rhf.control, name: row });
  const title = description?.trim() || 'Invoice';
  const day = invoiceDate && isDay(invoiceDate) ? formatDay(invoiceDate) : undefined;
  const money = parsePounds(amount);
  return (
    <RowDisclosure
      form={form}
      row={row}
      title={title}
      line={[day, file?.name].filter(Boolean).join(' · ')}
      end={money.ok && <span className="figures">{formatPence(money.pence)}</span>}
      name={title}
      fresh={fresh}
      onRemove={onRemove}
    >
      <FormField form={form} name={`${row}.invoiceDate`} label={LABELS.invoiceDate} optional>
        <DateInput />
      </FormField>
      <FormField form={form} name={`${row}.amount`} label={LABELS.amount} optional>
        <MoneyInput />
      </FormField>
      <FormField form={form} name={`${row}.description`} label={LABELS.description} optional className="col-span-full">
        <TextInput autoComplete="off" />
      </FormField>
      <RowFile form={form} name={`${row}.file`} label={LABELS.file} onBusy={onBusy} />
    </RowDisclosure>
  );
}
