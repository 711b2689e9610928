import { useState } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { useAddForm } from '../../../web/records/form/add-form.client.ts';
import { ExistingDialog } from '../../../web/records/form/ExistingDialog.tsx';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { Select, TextInput } from '../../../web/ui/form/Inputs.tsx';
import { TenancyRecord } from '../../tenancy/tenancy.ts';
import { useRecordDeduction } from './payments.client.ts';
import { DEPOSIT_DEDUCTION_LABELS, DepositDeductionForm, unrecordedDeduction } from './payments.ts';

type Props = { tenancy: TenancyRecord; open: boolean; onOpenChange: (open: boolean) => void };

const CHOICES = Object.entries(DEPOSIT_DEDUCTION_LABELS).map(([value, label]) => ({ value, label }));

export function DepositDeduction({ tenancy, open, onOpenChange }: Props) {
  const { id, depositReturned } = tenancy;
  const [amount] = useState(() => formatPence(unrecordedDeduction(tenancy)));
  const { mutateAsync: record } = useRecordDeduction(id);
  const submit = `Record ${amount} as income`;
  const { form, existing } = useAddForm({
    words: { one: 'entry', add: submit },
    schema: DepositDeductionForm,
    record: TenancyRecord,
    once: true,
    start: { towards: 'owed', reason: '' },
    add: (input, key) => record({ key, input }),
    saved: () => onOpenChange(false),
    failed: (error) => (error instanceof Error ? error.message : undefined),
  });
  const other = form.rhf.watch('towards') === 'other';
  return (
    <FormDialog
      form={form}
      draft={`tenancy:kept:${id}`}
      open={open}
      onOpenChange={onOpenChange}
      title="Kept from the deposit"
      submit={submit}
    >
      <div className="flex flex-col gap-5">
        <p className="text-ink-2">
          {`You kept ${amount}. We will record it as income${depositReturned ? ` on ${formatDay(depositReturned)}` : ''}.`}
        </p>
        <FormField form={form} name="towards" label="Kept for">
          <Select options={CHOICES} />
        </FormField>
        {other && (
          <FormField
            form={form}
            name="reason"
            label="Reason"
            hint="We will add a charge to the ledger and pay it from the deposit."
          >
            <TextInput autoComplete="off" />
          </FormField>
        )}
      </div>
      <ExistingDialog {...existing} />
    </FormDialog>
  );
}
