/** The screens that stay open without a trial or a plan, and the download of everything. Apart from trial.ts, which needs no icons. */
import Download from 'lucide-react/icons/download';
import PoundSterling from 'lucide-react/icons/pound-sterling';
import Settings from 'lucide-react/icons/settings';
import User from 'lucide-react/icons/user';

export const STILL_OPEN = [
  { name: 'Finance', icon: PoundSterling, link: { href: '/dashboard/finance' } },
  { name: 'Profile', icon: User, link: { href: '/dashboard/profile' } },
  { name: 'Settings', icon: Settings, link: { href: '/dashboard/settings' } },
  { name: 'Download my data', icon: Download, link: { href: '/api/my-data', download: true } },
] as const;
