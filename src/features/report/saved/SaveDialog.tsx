import { z } from 'zod';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { Checkbox } from '../../../web/ui/form/Choices.tsx';
import { FormChoice, FormField } from '../../../web/ui/form/Field.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { TextInput } from '../../../web/ui/form/Inputs.tsx';
import { REPORTS, type ReportName } from '../catalogue.ts';
import type { ReportSearch } from '../report.client.ts';
import { useSaveReport } from './saved.client.ts';
import { SAVED } from './saved.ts';

type Props = { name: ReportName; search: ReportSearch; open: boolean; onOpenChange: (open: boolean) => void };

const Form = SAVED.form.pick({ name: true }).extend({ monthly: z.boolean() });

export function SaveDialog({ name: report, search, open, onOpenChange }: Props) {
  const { mutateAsync } = useSaveReport();
  const form = useZodForm({
    schema: Form,
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
