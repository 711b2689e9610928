import { z } from 'zod';
import { typedPence } from '../../../shared/schemas.ts';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { MoneyInput } from '../../../web/ui/form/Inputs.tsx';
import { PropertyField } from '../../property/PropertyField.tsx';
import { useSaveValue } from './saved.client.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

const REQUIRED = 'Enter the value of the property';
const Form = z.object({
  id: z.uuid('Choose a property'),
  value: typedPence(REQUIRED).refine((pence) => pence > 0, REQUIRED),
});

export function ValueDialog({ open, onOpenChange }: Props) {
  const { mutateAsync: save } = useSaveValue();
  const form = useZodForm({
    schema: Form,
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
