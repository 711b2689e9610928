/** The menus at the right of the bar: who is signed in, and below 768 px the tabs as well. */
import { createLink } from '@tanstack/react-router';
import LogOut from 'lucide-react/icons/log-out';
import MenuIcon from 'lucide-react/icons/menu';
import User from 'lucide-react/icons/user';
import type { CurrentUser } from '../../features/account/account.ts';
import { signOut } from '../../features/account/sign-out.client.ts';
import { initials } from '../../shared/text.ts';
import { Avatar } from '../../web/ui/display/Avatar.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { IconButton } from '../../web/ui/display/IconButton.tsx';
import { Menu, MenuItem, MenuLink, MenuNote, MenuSeparator } from '../../web/ui/overlay/Menu.tsx';
import { TABS } from './tabs.ts';

const Place = createLink(MenuLink);

export function UserMenu({ user }: { user: CurrentUser }) {
  return (
    <div className="max-md:hidden">
      <Menu
        trigger={
          <Button variant="quiet" className="px-1! font-normal! text-ink!">
            <Avatar initials={initials(user.name)} />
            <span className="clip max-w-[180px] pr-1 max-xl:sr-only">
              <span className="sr-only">Account of </span>
              {user.name}
            </span>
          </Button>
        }
      >
        <OwnRows user={user} />
      </Menu>
    </div>
  );
}

export function NarrowMenu({ user }: { user: CurrentUser | null | undefined }) {
  return (
    <div className="md:hidden">
      <Menu trigger={<IconButton icon={MenuIcon} label="Menu" />} className="w-[calc(100vw-16px)]">
        {TABS.map(({ to, name }) => (
          <Place key={to} to={to} activeOptions={{ exact: to === '/dashboard', includeSearch: false }}>
            {name}
          </Place>
        ))}
        {user && (
          <>
            <MenuSeparator />
            <OwnRows user={user} />
          </>
        )}
      </Menu>
    </div>
  );
}

function OwnRows({ user }: { user: CurrentUser }) {
  return (
    <>
      <MenuNote>
        {user.name}
        <br />
        {user.email}
      </MenuNote>
      <Place to="/dashboard/profile" icon={User}>
        Profile
      </Place>
      <MenuItem icon={LogOut} onClick={() => void signOut({ to: '/' })}>
        Sign out
      </MenuItem>
    </>
  );
}
