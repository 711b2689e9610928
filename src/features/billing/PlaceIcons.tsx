/** The icons of the places that stay open without a plan. Apart from their list, which is read without any. */
import Download from 'lucide-react/icons/download';
import PoundSterling from 'lucide-react/icons/pound-sterling';
import Settings from 'lucide-react/icons/settings';
import User from 'lucide-react/icons/user';

export const PLACE_ICONS = { Finance: PoundSterling, Profile: User, Settings, 'Download my data': Download };
