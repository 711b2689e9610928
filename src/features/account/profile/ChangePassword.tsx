/** A new password for whoever knows the present one. */
import { useUnsavedGuard } from '../../../web/forms/leave.client.ts';
import { useLandlord } from '../../../web/http/session.client.ts';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { Form, SubmitButton } from '../../../web/ui/form/Form.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { PasswordInput } from '../../../web/ui/form/Inputs.tsx';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { PasswordChange } from '../account.ts';
import { SettingsSection, SubjectFoot } from '../settings/SettingsSection.tsx';
import { changePassword, reasonOf } from './profile.client.ts';

const EMPTY = { currentPassword: '', newPassword: '' };

export function ChangePassword() {
  const { email } = useLandlord();
  const form = useZodForm({
    schema: PasswordChange,
    start: EMPTY,
    save: changePassword,
    saved: () => {
      form.rhf.reset(EMPTY);
      toast.success('Password changed successfully');
    },
    failed: reasonOf,
  });
  useUnsavedGuard(form.unsaved);
  return (
    <SettingsSection
      title="Password"
      line="A new password signs you out everywhere but here, and we tell you by letter."
    >
      <Form form={form} label="Password">
        {/* Unseen, so that a password manager knows whose password it is asked for. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <div className="grid grid-cols-2 gap-5 p-5 max-md:grid-cols-1 max-md:p-4">
          <FormField form={form} name="currentPassword" label="Current Password">
            <PasswordInput autoComplete="current-password" />
          </FormField>
          <FormField form={form} name="newPassword" label="New Password" hint="At least 8 characters.">
            <PasswordInput autoComplete="new-password" />
          </FormField>
        </div>
        <SubjectFoot>
          <SubmitButton form={form} busy="Saving..." variant="secondary">
            Change Password
          </SubmitButton>
        </SubjectFoot>
      </Form>
    </SettingsSection>
  );
}
