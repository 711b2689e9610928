/** One invoice in the property form: a line that names it, and its fields folded below. */
import { useWatch } from 'react-hook-form';
import { formatDay, isDay } from '../../shared/dates.ts';
import { formatPence, parsePounds } from '../../shared/money.ts';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { FormField } from '../../web/ui/form/FormField.tsx';
import { MoneyInput } from '../../web/ui/form/MoneyInput.tsx';
import { TextInput } from '../../web/ui/form/TextInput.tsx';
import { INVOICE_LABELS as LABELS } from './part-words.ts';
import { RowDisclosure, type RowProps } from './RowDisclosure.tsx';
import { RowFile } from './RowFile.tsx';

export function InvoiceRow({ form, onBusy, index, fresh, onRemove }: RowProps) {
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
