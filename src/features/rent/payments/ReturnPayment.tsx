import { z } from 'zod';
import { formatDay } from '../../../shared/dates.ts';
import { formatPence, penceAsTyped } from '../../../shared/money.ts';
import { typedPositivePence } from '../../../shared/schemas.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { useAddForm } from '../../../web/records/form/add-form.client.ts';
import { ExistingDialog } from '../../../web/records/form/ExistingDialog.tsx';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { DateInput } from '../../../web/ui/form/DateInput.tsx';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { MoneyInput, Select } from '../../../web/ui/form/Inputs.tsx';
import { Transaction } from '../../transaction/transaction.ts';
import type { LedgerEntry } from '../ledger/ledger.ts';
import { removePayment } from '../rent.client.ts';
import { useReturnPayment } from './payments.client.ts';
import { RETURN_LABELS, ReturnInput } from './payments.ts';

type Props = { payment: LedgerEntry; open: boolean; onOpenChange: (open: boolean) => void };

const Form = z.object({
  reason: z.string().pipe(ReturnInput.shape.reason),
  amount: typedPositivePence(),
  date: ReturnInput.shape.date,
});
const REASONS = Object.entries(RETURN_LABELS).map(([value, label]) => ({ value, label }));

export function ReturnPayment({ payment, open, onOpenChange }: Props) {
  const today = useToday();
  const { mutateAsync: sendBack } = useReturnPayment(payment.id);
  const { form, existing } = useAddForm({
    words: { one: 'entry', add: 'Record return' },
    schema: Form,
    record: Transaction,
    start: { reason: 'bounced', amount: penceAsTyped(-payment.amount), date: today },
    add: (input, key) => sendBack({ key, input }),
    remove: removePayment,
    saved: () => onOpenChange(false),
  });
  return (
    <FormDialog
      form={form}
      draft={`rent:return:${payment.id}`}
      open={open}
      onOpenChange={onOpenChange}
      title="Payment returned"
      submit="Record return"
    >
      <p className="mb-5 text-ink-2">
        {`${formatPence(-payment.amount)} was received on ${formatDay(payment.date)}. The rent it paid is owed again from its due date. Finance will show the returned payment.`}
      </p>
      <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
        <FormField form={form} name="reason" label="Reason" className="col-span-full">
          <Select options={REASONS} />
        </FormField>
        <FormField form={form} name="amount" label="Amount">
          <MoneyInput />
        </FormField>
        <FormField form={form} name="date" label="Date returned">
          <DateInput />
        </FormField>
      </div>
      <ExistingDialog {...existing} />
    </FormDialog>
  );
}
