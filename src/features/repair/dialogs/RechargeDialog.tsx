import { z } from 'zod';
import { penceAsTyped } from '../../../shared/money.ts';
import { dayField, line, typedPence } from '../../../shared/schemas.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { useAddForm } from '../../../web/records/form/add-form.client.ts';
import { ExistingDialog } from '../../../web/records/form/ExistingDialog.tsx';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { DateInput } from '../../../web/ui/form/DateInput.tsx';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { MoneyInput, TextInput } from '../../../web/ui/form/Inputs.tsx';
import { useRecharge } from '../repair.client.ts';
import type { RepairRecord } from '../repair.ts';
import type { DialogProps, RechargeKind } from '../rules/actions.ts';

const AMOUNT = 'Enter an amount above £0';

const Form = z.object({
  amount: typedPence(AMOUNT).refine((pence) => pence > 0, AMOUNT),
  day: dayField('Enter a day'),
  reason: line({ min: 1, max: 500, message: 'Enter a reason' }),
});

const KINDS = {
  charge: {
    title: 'Charge the tenant',
    submit: 'Add charge',
    note: 'This adds a charge to the tenant’s ledger. Only charge what the agreement and the law allow.',
  },
  reduction: {
    title: 'Reduce the rent',
    submit: 'Add reduction',
    note: 'This lowers the rent in the tenant’s ledger, for example for days without heating.',
  },
} as const;

type Props = DialogProps<RepairRecord> & { kind: RechargeKind };

export function RechargeDialog({ repair, kind, ...dialog }: Props) {
  const today = useToday();
  const { mutateAsync: add } = useRecharge(repair);
  const { title, submit, note } = KINDS[kind];
  const { tenancyId, number, cost } = repair;
  const { form, existing } = useAddForm({
    words: { one: 'entry', add: submit },
    schema: Form,
    record: z.object({ id: z.uuid() }),
    start: {
      amount: kind === 'charge' && cost.repair > 0 ? penceAsTyped(cost.repair) : '',
      day: today,
      reason: `Repair ${number}: ${repair.title}`,
    },
    add: (input, key) => add({ key, input: { ...input, kind, tenancyId: tenancyId ?? '' } }),
    saved: () => dialog.onOpenChange(false),
  });
  return (
    <FormDialog {...dialog} form={form} draft={`repair:${repair.id}:${kind}`} title={title} submit={submit}>
      <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
        <p className="col-span-full text-ink-2">{note}</p>
        <FormField form={form} name="amount" label="Amount (£)">
          <MoneyInput />
        </FormField>
        <FormField form={form} name="day" label="Date">
          <DateInput />
        </FormField>
        <FormField form={form} name="reason" label="Reason" hint="The tenant sees this." className="col-span-full">
          <TextInput autoComplete="off" />
        </FormField>
      </div>
      <ExistingDialog {...existing} />
    </FormDialog>
  );
}
