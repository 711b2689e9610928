/** Invites people by email. Addresses that were not invited stay in the dialog with their message. */
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { TextArea } from '../../web/ui/form/Inputs.tsx';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { AccessFields } from './AccessFields.tsx';
import { InvitationForm, NO_ACCESS, refusedLine, sentLine } from './access-form.ts';
import { usePlanNeeded } from './PlanNeeded.tsx';
import { invite, refreshTeam } from './team.client.ts';
import { type Invited, MAX_INVITATIONS } from './team.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

export function InviteDialog({ open, onOpenChange }: Props) {
  const { clear, failed, banner } = usePlanNeeded();
  const form = useZodForm({
    schema: InvitationForm,
    start: NO_ACCESS,
    save: (input) => {
      clear();
      return invite(input);
    },
    saved: (results) => {
      refreshTeam();
      const sent = results.filter(({ invited }) => invited).length;
      if (sent > 0) toast.success(sentLine(sent));
      if (sent === results.length) onOpenChange(false);
      else keepRefused(results.filter(({ invited }) => !invited));
    },
    failed,
  });
  const keepRefused = (refused: Invited['results']) => {
    form.rhf.setValue('emails', refused.map(({ email }) => email).join('\n'), { shouldDirty: true });
    form.rhf.setError('emails', { type: 'server', message: refusedLine(refused) });
    form.focus('emails');
  };
  return (
    <FormDialog
      form={form}
      draft="team:invite"
      open={open}
      onOpenChange={onOpenChange}
      title="Invite people"
      submit="Send invitations"
    >
      <div className="flex flex-col gap-5">
        {banner}
        <FormField
          form={form}
          name="emails"
          label="Email addresses"
          hint={`Up to ${MAX_INVITATIONS}, one on each line or separated by commas.`}
        >
          <TextArea rows={2} inputMode="email" autoCapitalize="none" autoCorrect="off" spellCheck={false} />
        </FormField>
        <AccessFields form={form} />
      </div>
    </FormDialog>
  );
}
