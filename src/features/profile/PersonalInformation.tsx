/** The name changes immediately, a new email address once it has been confirmed. */

import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { useUnsavedGuard } from '../../web/forms/leave.client.ts';
import { useLandlord } from '../../web/http/session.client.ts';
import { StatusState } from '../../web/ui/display/Badge.tsx';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { SettingsFoot, SettingsSection } from '../../web/ui/display/SettingsSection.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { Form, SubmitButton } from '../../web/ui/form/Form.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { PasswordInput, TextInput } from '../../web/ui/form/Inputs.tsx';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { type CurrentUser, ProfileInput } from '../account/account.ts';
import { requestConfirmation } from '../account/sign-in/sign-in.client.ts';
import { SendConfirmation } from './Confirmation.tsx';
import { profileSentence, saveProfile } from './profile.client.ts';

type Typed = z.input<typeof ProfileInput>;

export function PersonalInformation() {
  const landlord = useLandlord();
  const { name, email, newEmail } = landlord;
  const form = useZodForm({
    schema: ProfileInput,
    start: { name, email, currentPassword: '' },
    // Saving the current address would cancel a pending one, which a change of name alone must not do.
    save: (input) => saveProfile({ ...input, email: isSame(input.email, email) ? (newEmail ?? email) : input.email }),
    saved: (user) => {
      form.rhf.reset({ name: user.name, email: user.email, currentPassword: '' });
      toastSavedFields({ before: landlord, after: user });
    },
    failed: (error) => {
      toast.error(profileSentence(error));
      return undefined;
    },
  });
  useUnsavedGuard(form.unsaved || form.saving);

  const { reset } = form.rhf;
  // Values changed in another tab replace only fields that are not being edited.
  useEffect(() => reset({ name, email, currentPassword: '' }, { keepDirtyValues: true }), [reset, name, email]);
  const typed = useWatch<Typed, 'email'>({ control: form.rhf.control, name: 'email' }).trim();
  const changesEmail = typed !== '' && ![email, newEmail ?? email].some((known) => isSame(known, typed));

  return (
    <SettingsSection title="Personal Information" line="Your name, and the email address that you sign in with.">
      <Form form={form} label="Personal Information">
        <div className="grid grid-cols-2 gap-5 p-5 max-md:grid-cols-1 max-md:p-4">
          <FormField form={form} name="name" label="Full Name">
            <TextInput autoComplete="name" />
          </FormField>
          <div className="flex flex-col gap-2">
            <FormField form={form} name="email" label="Email">
              <TextInput type="email" inputMode="email" autoComplete="email" />
            </FormField>
            <EmailState />
          </div>
          {changesEmail && (
            <FormField
              form={form}
              name="currentPassword"
              label="Current password"
              hint="We ask because anyone who can read emails to the new address can sign in."
              className="md:col-start-2"
            >
              <PasswordInput autoComplete="current-password" />
            </FormField>
          )}
          <div className="col-span-full empty:hidden">
            <WaitingEmail onGone={() => form.focus('email')} />
          </div>
        </div>
        <SettingsFoot>
          <SubmitButton form={form} busy="Saving...">
            Save Changes
          </SubmitButton>
        </SettingsFoot>
      </Form>
    </SettingsSection>
  );
}

function toastSavedFields({ before, after }: { before: CurrentUser; after: CurrentUser }): void {
  const emailSent = after.newEmail !== null && after.newEmail !== before.newEmail;
  toast.success(
    'Profile updated successfully',
    emailSent ? { description: `We have sent an email to ${after.newEmail}. Follow the link in it.` } : {},
  );
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function EmailState() {
  const { emailConfirmed, newEmail } = useLandlord();
  // With a new address pending, its own banner resends the email.
  if (!emailConfirmed) return newEmail === null ? <NotConfirmed /> : null;
  return (
    <StatusState state="good" small>
      Confirmed
    </StatusState>
  );
}

function NotConfirmed() {
  return (
    <div className="flex flex-col items-start gap-3">
      <StatusState state="soon" small>
        Not confirmed yet. Follow the link in the email we sent you.
      </StatusState>
      <SendConfirmation send={requestConfirmation}>Send the email again</SendConfirmation>
    </div>
  );
}

/** The unconfirmed new address. `onGone` is called when the change is cancelled. */
function WaitingEmail({ onGone }: { onGone: () => void }) {
  const { name, email, newEmail } = useLandlord();
  const failed = (error: Error) => toast.error(profileSentence(error));
  const again = useMutation({
    mutationFn: (address: string) => saveProfile({ name, email: address, currentPassword: '' }),
    onSuccess: () => toast.success('Email sent'),
    onError: failed,
  });
  const cancel = useMutation({
    mutationFn: () => saveProfile({ name, email, currentPassword: '' }),
    onSuccess: () => {
      toast.success(`Your email address is still ${email}`);
      onGone();
    },
    onError: failed,
  });
  if (newEmail === null) return null;
  return (
    <Banner
      tone="blue"
      action={
        <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
          <Button size="small" busy={again.isPending ? 'Sending...' : undefined} onClick={() => again.mutate(newEmail)}>
            Send again
          </Button>
          <Button size="small" busy={cancel.isPending ? 'Cancelling...' : undefined} onClick={() => cancel.mutate()}>
            Cancel
          </Button>
        </div>
      }
    >
      Confirm <b className="wrap-anywhere">{newEmail}</b> by following the link in the email we sent there. Until then,
      sign in with your current address.
    </Banner>
  );
}
