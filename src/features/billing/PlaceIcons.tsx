/** A separate file from `STILL_OPEN`, which the landing page imports without icons. */
import Download from 'lucide-react/icons/download';
import PoundSterling from 'lucide-react/icons/pound-sterling';
import Settings from 'lucide-react/icons/settings';
import User from 'lucide-react/icons/user';

export const PLACE_ICONS = { Finance: PoundSterling, Profile: User, Settings, 'Download my data': Download };
