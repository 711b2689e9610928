/** /dashboard/profile: who the landlord is, how they sign in and where, and what becomes of their data. */

import { useLandlord } from '../../web/http/session.client.ts';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import { AccountDeletion } from './AccountDeletion.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { MyData } from './MyData.tsx';
import { PersonalInformation } from './PersonalInformation.tsx';
import { SettingsSections } from './SettingsSection.tsx';
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
