import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { dayField, typedPounds } from '../../shared/schemas.ts';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { TextInput } from '../../web/ui/form/Inputs.tsx';
import { useOpenCount } from '../../web/ui/overlay/open-count.client.ts';
import { Correction, type UnreadableRow } from './preview.ts';
import { readDay } from './read/fields.ts';
import { changeStatement } from './statement.client.ts';
import { reasonLine } from './texts.ts';

type Props = { id: string; row: UnreadableRow; open: boolean; onOpenChange: (open: boolean) => void };

export function CorrectDialog(props: Props) {
  return <Correct key={`${props.row.line} ${useOpenCount(props.open)}`} {...props} />;
}

const Typed = z.object({
  date: dayField('Date is required'),
  amount: typedPounds('Amount is required').pipe(Correction.shape.amount),
  text: Correction.shape.text,
});

function Correct({ id, row, open, onOpenChange }: Props) {
  const { line, typed } = row;
  const { mutateAsync: change } = useMutation(changeStatement(id));
  const day = readDay(typed.date, 'dmy');
  const form = useZodForm({
    schema: Typed,
    start: { date: 'value' in day ? day.value : '', amount: typed.amount, text: typed.text },
    save: (input) => change({ correct: { ...input, line } }),
    saved: () => onOpenChange(false),
  });
  return (
    <FormDialog
      form={form}
      draft={`statement:${id}:${line}`}
      open={open}
      onOpenChange={onOpenChange}
      title={`Correct line ${line}`}
      submit="Correct"
    >
      <div className="grid grid-cols-2 items-start gap-5 max-md:gap-x-3 max-md:gap-y-4">
        <p className="col-span-full text-ink-2 wrap-anywhere">
          {reasonLine(row)}. In the file: <span className="tabular-nums">{row.shown}</span>
        </p>
        <FormField form={form} name="date" label="Date">
          <DateInput />
        </FormField>
        <FormField form={form} name="amount" label="Amount (£)" hint="Put a minus sign before money out.">
          <TextInput inputMode="decimal" autoComplete="off" className="figures" />
        </FormField>
        <FormField form={form} name="text" label="Description" className="col-span-full">
          <TextInput autoComplete="off" />
        </FormField>
      </div>
    </FormDialog>
  );
}
