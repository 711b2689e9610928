/** Counts what was kept of a deposit as income, and says what it was kept for. */
import { useState } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { newKey } from '../../../web/http/new-key.ts';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { Select, TextInput } from '../../../web/ui/form/Inputs.tsx';
import type { TenancyRecord } from '../../tenancy/tenancy.ts';
import { useRecordKept } from './payments.client.ts';
import { KEPT_LABELS, KeptForm, keptUnrecorded } from './payments.ts';

type Props = { tenancy: TenancyRecord; open: boolean; onOpenChange: (open: boolean) => void };

const CHOICES = Object.entries(KEPT_LABELS).map(([value, label]) => ({ value, label }));

export function KeptDeposit({ tenancy, open, onOpenChange }: Props) {
  const { id, depositReturned } = tenancy;
  const [amount] = useState(() => formatPence(keptUnrecorded(tenancy)));
  const [key] = useState(newKey);
  const { mutateAsync: record } = useRecordKept(id);
  const form = useZodForm({
    schema: KeptForm,
    start: { towards: 'owed', reason: '' },
    save: (input) => record({ key, input }),
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
      title="Kept of the deposit"
      submit={`Record ${amount} as income`}
    >
      <div className="flex flex-col gap-5">
        <p className="text-ink-2">
          {`${amount} was not returned${depositReturned ? ` on ${formatDay(depositReturned)}` : ''}. It is income of that day.`}
        </p>
        <FormField form={form} name="towards" label="Kept for">
          <Select options={CHOICES} />
        </FormField>
        {other && (
          <FormField
            form={form}
            name="reason"
            label="Reason"
            hint="It stands on the ledger as a charge, which the deposit pays."
          >
            <TextInput autoComplete="off" />
          </FormField>
        )}
      </div>
    </FormDialog>
  );
}
