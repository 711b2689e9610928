/** /dashboard/profile: who the landlord is, how they sign in and where, and what becomes of their data. */

import { useLandlord } from '../../../web/http/session.client.ts';
import { PageHead } from '../../../web/ui/display/PageHead.tsx';
import { MyData } from '../my-data/MyData.tsx';
import { AccountDeletion } from '../removal/AccountDeletion.tsx';
import { SettingsSections } from '../settings/SettingsSection.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { PersonalInformation } from './PersonalInformation.tsx';
import { SignedInBrowsers } from './SignedInBrowsers.tsx';

export function Profile() {
  const { email } = useLandlord();
  return (
    <>
      <PageHead title="Profile" line={<span className="wrap-anywhere">{email}</span>} />
      <SettingsSections>
        <PersonalInformation />
        <ChangePassword />
        <SignedInBrowsers />
        <MyData />
        <AccountDeletion />
      </SettingsSections>
    </>
  );
}
