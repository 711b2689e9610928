import { formatInstantAsDay } from '../../shared/dates.ts';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { TextInput } from '../../web/ui/form/Inputs.tsx';
import { useStrike } from './served.client.ts';
import { METHOD_WORDS, type Served, StrikeInput } from './served.ts';

type Props = { served: Served; open: boolean; onOpenChange: (open: boolean) => void };

/** Strikes out a mistaken entry, which stays in the list with the reason. */
export function StrikeDialog({ served: { id, title, recipient, method, servedAt }, open, onOpenChange }: Props) {
  const { mutateAsync: strike } = useStrike();
  const form = useZodForm({
    schema: StrikeInput,
    start: { reason: '' },
    save: ({ reason }) => strike({ id, reason }),
    saved: () => onOpenChange(false),
  });
  return (
    <FormDialog
      form={form}
      draft={`served:strike:${id}`}
      open={open}
      onOpenChange={onOpenChange}
      title="Strike out this entry?"
      submit="Strike out"
    >
      <p className="mb-5 text-ink-2">
        {`${title} to ${recipient}, ${METHOD_WORDS[method]}, ${formatInstantAsDay(servedAt)}. `}
        The entry stays in the list with your reason, and cannot be restored.
      </p>
      <FormField form={form} name="reason" label="Reason">
        <TextInput autoComplete="off" />
      </FormField>
    </FormDialog>
  );
}
