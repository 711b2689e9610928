import { z } from 'zod';
import { dayField, line, typedPositivePence } from '../../../shared/schemas.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { useAddForm } from '../../../web/records/form/add-form.client.ts';
import { ExistingDialog } from '../../../web/records/form/ExistingDialog.tsx';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { Checkbox } from '../../../web/ui/form/Choices.tsx';
import { DateInput } from '../../../web/ui/form/DateInput.tsx';
import { FormChoice, FormField } from '../../../web/ui/form/Field.tsx';
import { MoneyInput, Select, TextInput } from '../../../web/ui/form/Inputs.tsx';
import { removeEntry, useAddEntry } from './ledger.client.ts';
import { ENTRY_KINDS, ENTRY_LABELS, EntryInput } from './ledger.ts';

const KIND_OPTIONS = ENTRY_KINDS.map((value) => ({ value, label: ENTRY_LABELS[value] }));

const Form = z.object({
  kind: z.string().pipe(EntryInput.shape.kind),
  amount: typedPositivePence(),
  date: dayField('Enter a date'),
  note: line({ min: 1, max: 500, message: 'Enter a reason' }),
  inCredit: z.boolean(),
});

type Props = { id: string; open: boolean; onOpenChange: (open: boolean) => void };

export function AddEntry({ id, open, onOpenChange }: Props) {
  const today = useToday();
  const { mutateAsync: add } = useAddEntry(id, { handledByCaller: true });
  const { form, existing } = useAddForm({
    words: { one: 'entry', add: 'Add to ledger' },
    schema: Form,
    // The API returns no body for the added entry.
    record: z.object({ id: z.uuid() }).optional(),
    start: { kind: 'charge', amount: '', date: today, note: '', inCredit: false },
    add: async (input, key) => {
      await add({ key, input });
      return undefined;
    },
    remove: (before) => removeEntry({ id, entryId: before.id }),
    saved: () => onOpenChange(false),
  });
  return (
    <FormDialog
      form={form}
      draft={`ledger:${id}`}
      open={open}
      onOpenChange={onOpenChange}
      title="Add a charge or credit"
      submit="Add to ledger"
    >
      <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
        <FormField form={form} name="kind" label="Type" className="col-span-full">
          <Select options={KIND_OPTIONS} />
        </FormField>
        <FormField form={form} name="amount" label="Amount">
          <MoneyInput />
        </FormField>
        <FormField form={form} name="date" label="Date">
          <DateInput />
        </FormField>
        <FormField form={form} name="note" label="Reason" className="col-span-full">
          <TextInput autoComplete="off" />
        </FormField>
        {form.rhf.watch('kind') === 'opening' && (
          <FormChoice form={form} name="inCredit">
            {(error) => <Checkbox className="col-span-full" label="The tenant had paid too much" error={error} />}
          </FormChoice>
        )}
      </div>
      <ExistingDialog {...existing} />
    </FormDialog>
  );
}
