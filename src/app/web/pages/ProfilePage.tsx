/** The profile, with the restore of a download. */
import { Profile } from '../../../features/account/profile/Profile.tsx';
import { RestoreDownload } from '../../../features/restore/RestoreDownload.tsx';
import { lazyDialog } from '../../../web/ui/overlay/LazyDialog.tsx';

const CodeDialog = lazyDialog(
  async () => (await import('../../../features/account/second-factor/CodeDialog.tsx')).CodeDialog,
);

export function ProfilePage() {
  return <Profile restore={<RestoreDownload CodeDialog={CodeDialog} />} />;
}
