/** Name and address. The name changes at once; a new address when its email is answered. */
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { useUnsavedGuard } from '../../web/forms/leave.client.ts';
import { useLandlord } from '../../web/http/session.client.ts';
import { FormField } from '../../web/ui/form/Field.tsx';
import { Form, SubmitButton } from '../../web/ui/form/Form.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { PasswordInput, TextInput } from '../../web/ui/form/Inputs.tsx';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { type CurrentUser, ProfileInput } from './account.ts';
import { EmailState, WaitingEmail } from './EmailState.tsx';
import { profileSentence, saveProfile } from './profile.client.ts';
import { SettingsSection, SubjectFoot } from './SettingsSection.tsx';

type Typed = z.input<typeof ProfileInput>;

export function PersonalInformation() {
  const landlord = useLandlord();
  const { name, email, newEmail } = landlord;
  const form = useZodForm({
    schema: ProfileInput,
    start: { name, email, currentPassword: '' },
    // The present address, saved again, would give up one that waits: whoever changes only their name does not mean that.
    save: (input) => saveProfile({ ...input, email: isSame(input.email, email) ? (newEmail ?? email) : input.email }),
    saved: (user) => {
      form.rhf.reset({ name: user.name, email: user.email, currentPassword: '' });
      sayWhatWasSaved({ before: landlord, after: user });
    },
    failed: (error) => {
      toast.error(profileSentence(error));
      return undefined;
    },
  });
  useUnsavedGuard(form.unsaved);

  const { reset } = form.rhf;
  // Changed elsewhere, as by the email's link in another tab: what is being typed here stays.
  useEffect(() => reset({ name, email, currentPassword: '' }, { keepDirtyValues: true }), [reset, name, email]);
  const typed = useWatch<Typed, 'email'>({ control: form.rhf.control, name: 'email' }).trim();
  const moves = typed !== '' && ![email, newEmail ?? email].some((known) => isSame(known, typed));

  return (
    <SettingsSection
      title="Personal Information"
      line="How we address you, and where we write to. You sign in with your email."
    >
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
          {moves && (
            <FormField
              form={form}
              name="currentPassword"
              label="Current Password"
              hint="Whoever reads letters to the new address can sign in, so we ask for your password first."
              className="md:col-start-2"
            >
              <PasswordInput autoComplete="current-password" />
            </FormField>
          )}
          <div className="col-span-full empty:hidden">
            <WaitingEmail onGone={() => form.focus('email')} />
          </div>
        </div>
        <SubjectFoot>
          <SubmitButton form={form} busy="Saving...">
            Save Changes
          </SubmitButton>
        </SubjectFoot>
      </Form>
    </SettingsSection>
  );
}

function sayWhatWasSaved({ before, after }: { before: CurrentUser; after: CurrentUser }): void {
  const asked = after.newEmail !== null && after.newEmail !== before.newEmail;
  toast.success(
    'Profile updated successfully',
    asked ? { description: `We have sent a letter to ${after.newEmail}. Please follow the link in it.` } : {},
  );
}

/** Whether two texts name one address. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
