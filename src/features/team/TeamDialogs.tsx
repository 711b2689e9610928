import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { isRefusal } from '../../shared/app-error.ts';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { TextArea, TextInput } from '../../web/ui/form/Inputs.tsx';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { AccessFields } from './AccessFields.tsx';
import { AccessForm, InvitationForm, NO_ACCESS, refusedLine, sentLine, typedAccess } from './access-form.ts';
import { changeAccess, invite, refreshTeam, renameAccount, sentenceOf } from './team.client.ts';
import { AccountNameInput, type Invited, MAX_INVITATIONS, type Member, nameOf } from './team.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Addresses that were not invited stay in the field with their message. */
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
      const refused = results.filter(({ invited }) => !invited);
      const sent = results.length - refused.length;
      if (sent > 0) toast.success(sentLine(sent));
      if (refused.length === 0) onOpenChange(false);
      else keepRefused(refused);
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

/** Changes the access of a member, or of an invitation, whose link stays valid. */
export function AccessDialog({ member, open, onOpenChange }: Props & { member: Member }) {
  const { clear, failed, banner } = usePlanNeeded();
  const form = useZodForm({
    schema: AccessForm,
    start: typedAccess(member),
    save: (input) => {
      clear();
      return changeAccess(member, input);
    },
    saved: () => {
      refreshTeam();
      toast.success('Access changed');
      onOpenChange(false);
    },
    failed: (error) => {
      refreshTeam();
      return failed(error);
    },
  });
  return (
    <FormDialog
      form={form}
      draft={`team:${member.id}:${member.version}`}
      open={open}
      onOpenChange={onOpenChange}
      title={`Access of ${nameOf(member)}`}
      submit="Change access"
    >
      <div className="flex flex-col gap-5">
        {banner}
        <AccessFields form={form} />
      </div>
    </FormDialog>
  );
}

/** Handles a form's errors: `plan_needed` is shown as a banner with a link to the plans. */
function usePlanNeeded() {
  const [sentence, setSentence] = useState<string>();
  return {
    clear: () => setSentence(undefined),
    failed: (error: unknown): string | undefined => {
      if (!isRefusal(error, 'plan_needed')) return sentenceOf(error);
      setSentence(error.message);
      return undefined;
    },
    banner: sentence && (
      <Banner tone="red" role="alert">
        {sentence} <Link to="/dashboard/plans">See plans</Link>
      </Banner>
    ),
  };
}

const NameForm = z.object({ name: z.string().transform((typed) => typed.trim() || null) }).pipe(AccountNameInput);

/** `name` is empty if the account is named after its owner. */
export function AccountNameDialog({ name, open, onOpenChange }: Props & { name: string }) {
  const form = useZodForm({
    schema: NameForm,
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
        hint="The people in this account see it, and everyone you invite. Leave this blank to use the owner’s name."
        optional
      >
        <TextInput autoComplete="organization" />
      </FormField>
    </FormDialog>
  );
}
