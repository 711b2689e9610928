import { z } from 'zod';
import { typedPence } from '../../../shared/schemas.ts';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { Checkbox } from '../../../web/ui/form/Choices.tsx';
import { FormChoice, FormField } from '../../../web/ui/form/Field.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { MoneyInput, TextInput } from '../../../web/ui/form/Inputs.tsx';
import { PropertyField } from '../../property/PropertyField.tsx';
import { REPORTS, type ReportName } from '../catalogue.ts';
import type { ReportSearch } from '../report.client.ts';
import { useSaveReport, useSaveValue } from './saved.client.ts';
import { SAVED } from './saved.ts';

type Opened = { open: boolean; onOpenChange: (open: boolean) => void };

type SaveProps = Opened & { name: ReportName; search: ReportSearch };

const SaveForm = SAVED.form.pick({ name: true }).extend({ monthly: z.boolean() });

export function SaveDialog({ name: report, search, open, onOpenChange }: SaveProps) {
  const { mutateAsync } = useSaveReport();
  const form = useZodForm({
    schema: SaveForm,
    start: { name: REPORTS[report].title, monthly: false },
    save: (input) => mutateAsync({ ...input, report, search }),
    saved: () => onOpenChange(false),
  });
  return (
    <FormDialog
      form={form}
      draft="report:save"
      open={open}
      onOpenChange={onOpenChange}
      title="Save this report"
      submit="Save"
    >
      <div className="flex flex-col gap-5">
        <FormField form={form} name="name" label="Name" hint="Everyone who can see reports can open it.">
          <TextInput />
        </FormField>
        <FormChoice form={form} name="monthly">
          {(error) => (
            <Checkbox
              label="Email monthly"
              hint="We email you its totals on the first of each month. Choose a period such as ‘This month’ to see the month that has ended."
              error={error}
            />
          )}
        </FormChoice>
      </div>
    </FormDialog>
  );
}

const VALUE_REQUIRED = 'Enter the value of the property';
const ValueForm = z.object({
  id: z.uuid('Choose a property'),
  value: typedPence(VALUE_REQUIRED).refine((pence) => pence > 0, VALUE_REQUIRED),
});

export function ValueDialog({ open, onOpenChange }: Opened) {
  const { mutateAsync: save } = useSaveValue();
  const form = useZodForm({
    schema: ValueForm,
    start: { id: '', value: '' },
    save,
    saved: () => onOpenChange(false),
  });
  return (
    <FormDialog
      form={form}
      draft="report:value"
      open={open}
      onOpenChange={onOpenChange}
      title="Value of a property"
      submit="Save"
    >
      <div className="flex flex-col gap-5">
        <PropertyField form={form} name="id" />
        <FormField form={form} name="value" label="Value" hint="The purchase price, or today’s value.">
          <MoneyInput />
        </FormField>
      </div>
    </FormDialog>
  );
}
