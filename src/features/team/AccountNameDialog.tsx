import { z } from 'zod';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { TextInput } from '../../web/ui/form/Inputs.tsx';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { renameAccount, sentenceOf } from './team.client.ts';
import { AccountNameInput } from './team.ts';

const Form = z.object({ name: z.string().transform((typed) => typed.trim() || null) }).pipe(AccountNameInput);

/** `name`: empty if the account is named after its owner. */
type Props = { name: string; open: boolean; onOpenChange: (open: boolean) => void };

export function AccountNameDialog({ name, open, onOpenChange }: Props) {
  const form = useZodForm({
    schema: Form,
    start: { name },
    save: (input) => renameAccount(input.name),
    saved: () => {
      toast.success('Account name changed');
      onOpenChange(false);
    },
    failed: sentenceOf,
  });
  return (
    <FormDialog
      form={form}
      draft="team:name"
      open={open}
      onOpenChange={onOpenChange}
      title="Account name"
      submit="Change name"
    >
      <FormField
        form={form}
        name="name"
        label="Name"
        hint="The people in this account see it, and everyone you invite. Leave it blank to use the owner’s name."
        optional
      >
        <TextInput autoComplete="organization" maxLength={100} />
      </FormField>
    </FormDialog>
  );
}
