import { Passkeys } from '../../../features/account/passkey/Passkeys.tsx';
import { SecondFactor } from '../../../features/account/second-factor/SecondFactor.tsx';
import { Profile } from '../../../features/profile/Profile.tsx';
import { RestoreDownload } from '../../../features/restore/RestoreDownload.tsx';

export function ProfilePage() {
  const security = (
    <>
      <SecondFactor />
      <Passkeys />
    </>
  );
  return <Profile security={security} restore={<RestoreDownload />} />;
}
