import { DateInput } from '../../../web/ui/form/DateInput.tsx';
import { FormField } from '../../../web/ui/form/Field.tsx';
import type { FormHandle } from '../../../web/ui/form/form.client.ts';
import { TextInput } from '../../../web/ui/form/Inputs.tsx';
import type { MarkKind } from '../deadline.ts';
import type { MarkFormValues } from './mark-form.ts';

export function MarkFields({ form, kind }: { form: FormHandle<MarkFormValues>; kind: MarkKind }) {
  return (
    <>
      {kind !== 'not_needed' && (
        <FormField form={form} name="until" label={kind === 'done' ? 'Done on' : 'Remind me on'}>
          <DateInput />
        </FormField>
      )}
      {kind !== 'done' && (
        <FormField
          form={form}
          name="reason"
          label={kind === 'snoozed' ? 'Reason' : 'Not needed because'}
          hint={kind === 'snoozed' ? 'For example: engineer booked for Tuesday.' : undefined}
        >
          <TextInput autoComplete="off" />
        </FormField>
      )}
    </>
  );
}
