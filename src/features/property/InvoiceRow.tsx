/** One invoice in the property form: a line that names it, and its fields folded below. */
import Trash from 'lucide-react/icons/trash-2';
import { useWatch } from 'react-hook-form';
import { formatDay, isDay } from '../../shared/dates.ts';
import { formatPence, parsePounds } from '../../shared/money.ts';
import { Button } from '../../web/ui/Button.tsx';
import { DateInput } from '../../web/ui/DateInput.tsx';
import { Fold } from '../../web/ui/Fold.tsx';
import { FormField } from '../../web/ui/FormField.tsx';
import { MoneyInput } from '../../web/ui/MoneyInput.tsx';
import { TextInput } from '../../web/ui/TextInput.tsx';
import type { PartProps } from './form-handle.client.ts';
import { INVOICE_LABELS as LABELS } from './part-words.ts';
import { RowFile } from './RowFile.tsx';

type Props = PartProps & { index: number /** Not saved yet: it starts open. */; fresh: boolean; onRemove: () => void };

export function InvoiceRow({ form, onBusy, index, fresh, onRemove }: Props) {
  const row = `invoices.${index}` as const;
  const { invoiceDate, amount, description, file } = useWatch({ control: form.rhf.control, name: row });
  const errors = form.wrong.filter((wrong) => wrong.name.startsWith(`${row}.`)).length;
  const title = description?.trim() || 'Invoice';
  const day = invoiceDate && isDay(invoiceDate) ? formatDay(invoiceDate) : undefined;
  const money = parsePounds(amount);
  return (
    <li>
      <Fold
        title={<bdi>{title}</bdi>}
        line={[day, file?.name].filter(Boolean).join(' · ')}
        end={money.ok && <span className="figures">{formatPence(money.pence)}</span>}
        errors={errors}
        startsOpen={fresh}
      >
        <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
          <FormField form={form} name={`${row}.invoiceDate`} label={LABELS.invoiceDate} optional>
            <DateInput />
          </FormField>
          <FormField form={form} name={`${row}.amount`} label={LABELS.amount} optional>
            <MoneyInput />
          </FormField>
          <FormField
            form={form}
            name={`${row}.description`}
            label={LABELS.description}
            optional
            className="col-span-full"
          >
            <TextInput autoComplete="off" />
          </FormField>
          <RowFile form={form} name={`${row}.file`} label={LABELS.file} onBusy={onBusy} />
          <div className="col-span-full flex justify-end">
            <Button variant="quiet" size="small" icon={Trash} aria-label={`Remove ${title}`} onClick={onRemove}>
              Remove
            </Button>
          </div>
        </div>
      </Fold>
    </li>
  );
}
