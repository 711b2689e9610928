import { createLink } from '@tanstack/react-router';
import CreditCard from 'lucide-react/icons/credit-card';
import LogOut from 'lucide-react/icons/log-out';
import User from 'lucide-react/icons/user';
import X from 'lucide-react/icons/x';
import type { CurrentUser } from '../../../features/account/account.ts';
import { signOut } from '../../../features/account/sign-in/sign-out.client.ts';
import { AccountItems } from '../../../features/team/AccountItems.tsx';
import { May } from '../../../web/http/session.client.ts';
import { MenuItem, MenuLink, MenuNote } from '../../../web/ui/overlay/Menu.tsx';

const MenuPlace = createLink(MenuLink);

export type OwnProps = { user: CurrentUser; onRemoveSample: () => void };

export function OwnRows({ user, onRemoveSample }: OwnProps) {
  return (
    <>
      <MenuNote>
        {user.name}
        <br />
        {user.email}
      </MenuNote>
      <MenuPlace to="/dashboard/profile" icon={User}>
        Profile
      </MenuPlace>
      {user.sample ? (
        <MenuItem icon={X} onClick={onRemoveSample}>
          Remove sample
        </MenuItem>
      ) : (
        <May need="owner">
          <MenuPlace to="/dashboard/plans" icon={CreditCard}>
            Plan
          </MenuPlace>
        </May>
      )}
      <AccountItems />
      <MenuItem icon={LogOut} onClick={() => void signOut({ to: '/' })}>
        Sign out
      </MenuItem>
    </>
  );
}
