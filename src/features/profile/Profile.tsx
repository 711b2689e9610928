import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { reasonOf } from '../../shared/app-error.ts';
import { useUnsavedGuard } from '../../web/forms/leave.client.ts';
import { May, useLandlord, useMay } from '../../web/http/session.client.ts';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import { SettingsFoot, SettingsRow, SettingsSection, SettingsSections } from '../../web/ui/display/SettingsSection.tsx';
import { Checkbox } from '../../web/ui/form/Choices.tsx';
import { FormChoice, FormField } from '../../web/ui/form/Field.tsx';
import { Form, SubmitButton } from '../../web/ui/form/Form.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { PasswordInput } from '../../web/ui/form/Inputs.tsx';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { END_FEED, END_FEED_HINT, PasswordChange } from '../account/account.ts';
import { feedQuery } from '../calendar/calendar.client.ts';
import { MyData } from './my-data/MyData.tsx';
import { PersonalInformation } from './PersonalInformation.tsx';
import { changePassword } from './profile.client.ts';
import { AccountDeletion } from './removal/AccountDeletion.tsx';
import { SignedInBrowsers } from './SignedInBrowsers.tsx';

const LoginDeletion = lazy(async () => ({ default: (await import('./removal/LoginDeletion.tsx')).LoginDeletion }));

/** Sections of other nouns, which app/web/pages/ProfilePage.tsx passes in. */
type Slots = { security: ReactNode; restore: ReactNode };

export function Profile({ security, restore }: Slots) {
  const landlord = useLandlord();
  const isOwner = useMay('owner');
  return (
    <>
      <PageHead title="Profile" line={<span className="wrap-anywhere">{landlord.email}</span>} />
      <SettingsSections>
        <PersonalInformation />
        <ChangePassword />
        {security}
        <SignedInBrowsers />
        <May need="owner">
          <MyData />
          {restore}
          <AccountDeletion />
        </May>
        {!isOwner && (
          <SettingsSection title="Delete login" line="This is permanent.">
            <SettingsRow
              action={
                <Suspense>
                  <LoginDeletion person={landlord} />
                </Suspense>
              }
            >
              You leave every account you are a member of. Their records stay with their owners.
            </SettingsRow>
          </SettingsSection>
        )}
      </SettingsSections>
    </>
  );
}

const EMPTY = { currentPassword: '', newPassword: '', endCalendarFeed: true };

function ChangePassword() {
  const { email } = useLandlord();
  const { data: feed } = useQuery(feedQuery);
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
  useUnsavedGuard(form.unsaved || form.saving);
  return (
    <SettingsSection
      title="Password"
      line="A new password signs you out everywhere else. We will email you to confirm the change."
    >
      <Form form={form} label="Password">
        {/* A hidden user name for password managers. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <div className="grid grid-cols-2 gap-5 p-5 max-md:grid-cols-1 max-md:p-4">
          <FormField form={form} name="currentPassword" label="Current password">
            <PasswordInput autoComplete="current-password" />
          </FormField>
          <FormField form={form} name="newPassword" label="New password" hint="At least 8 characters.">
            <PasswordInput autoComplete="new-password" />
          </FormField>
          {feed && (
            <FormChoice form={form} name="endCalendarFeed">
              {(error) => <Checkbox className="col-span-full" label={END_FEED} hint={END_FEED_HINT} error={error} />}
            </FormChoice>
          )}
        </div>
        <SettingsFoot>
          <SubmitButton form={form} busy="Saving..." variant="secondary">
            Change Password
          </SubmitButton>
        </SettingsFoot>
      </Form>
    </SettingsSection>
  );
}
