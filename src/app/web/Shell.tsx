/** The frame of the dashboard: bar with the tabs, trial banner, and the page. */
import { createLink, Outlet, useLocation } from '@tanstack/react-router';
import CreditCard from 'lucide-react/icons/credit-card';
import LogOut from 'lucide-react/icons/log-out';
import MenuIcon from 'lucide-react/icons/menu';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import User from 'lucide-react/icons/user';
import type { ReactNode } from 'react';
import type { CurrentUser } from '../../features/account/account.ts';
import { useAccountTheme } from '../../features/account/settings/settings.client.ts';
import { signOut } from '../../features/account/sign-in/sign-out.client.ts';
import { TrialBanner } from '../../features/billing/TrialBanner.tsx';
import { isOver } from '../../features/billing/trial.ts';
import { NotificationBell } from '../../features/notification/NotificationBell.tsx';
import { SampleRibbon } from '../../features/sample/SampleRibbon.tsx';
import { TransactionBell } from '../../features/transaction/TransactionBell.tsx';
import { LeaveQuestion } from '../../web/forms/LeaveQuestion.tsx';
import { useSession } from '../../web/http/session.client.ts';
import { Page, SkipLink, TopLink } from '../../web/ui/brand/TopBar.tsx';
import { ButtonLink, IconButton } from '../../web/ui/display/Button.tsx';
import { Menu, MenuItem, MenuLink, MenuNote, MenuSeparator } from '../../web/ui/overlay/Menu.tsx';
import { appPathAt, speaksOfTrial, TABS, writeSearch } from './addresses.ts';
import { AccountButton, ShellBar } from './ShellFrame.tsx';
import { AddMenu, ShellSearch } from './ShellSearch.tsx';

const Place = createLink(MenuLink);
const Tab = createLink(TopLink);
const Home = createLink('a');

/** `children` stand in place of the screen, as for an address that is none of ours. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const { data: user } = useSession();
  const { href, pathname } = useLocation();
  useAccountTheme();
  return (
    <>
      <SkipLink />
      <ShellBar
        home={(brand) => <Home to="/dashboard" {...brand} />}
        tab={(tab) => (
          <Tab key={tab.to} {...toTab(tab, pathname)} {...('className' in tab && { className: tab.className })}>
            {tab.name}
          </Tab>
        )}
        end={
          <>
            {user && <ShellSearch />}
            {user && <AddMenu />}
            {user && <TransactionBell />}
            {user && !isOver(user) && <NotificationBell />}
            {user && <UserMenu user={user} />}
            {user === null && (
              <ButtonLink href={`/login${writeSearch({ next: href })}`} size="small">
                Sign in
              </ButtonLink>
            )}
            <NarrowMenu user={user} />
          </>
        }
      />
      {speaksOfTrial(pathname) && <TrialBanner />}
      {user?.sample && <SampleRibbon />}
      <Page tabIndex={-1}>{children}</Page>
      <LeaveQuestion />
    </>
  );
}

/** A tab is marked on its own screens, and on the one that it holds. */
function toTab({ to, ...tab }: (typeof TABS)[number], pathname: string) {
  const held = 'holds' in tab && tab.holds === appPathAt(pathname);
  return {
    to,
    activeOptions: { exact: to === '/dashboard', includeSearch: false },
    ...(held && { 'aria-current': 'true' as const }),
  };
}

function UserMenu({ user }: { user: CurrentUser }) {
  return (
    <div className="flex max-md:hidden">
      <Menu trigger={<AccountButton name={user.name} />}>
        <OwnRows user={user} withSettings />
      </Menu>
    </div>
  );
}

function NarrowMenu({ user }: { user: CurrentUser | null | undefined }) {
  const { pathname } = useLocation();
  return (
    <div className="md:hidden">
      <Menu trigger={<IconButton icon={MenuIcon} label="Menu" />} className="w-[calc(100vw-16px)]">
        {TABS.map((tab) => (
          <Place key={tab.to} {...toTab(tab, pathname)}>
            {tab.name}
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

/** `withSettings` where its tab may not fit the bar. */
function OwnRows({ user, withSettings = false }: { user: CurrentUser; withSettings?: boolean }) {
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
      <Place to="/dashboard/plans" icon={CreditCard}>
        Plan
      </Place>
      {withSettings && (
        <Place to="/dashboard/settings" icon={SlidersHorizontal}>
          Settings
        </Place>
      )}
      <MenuItem icon={LogOut} onClick={() => void signOut({ to: '/' })}>
        Sign out
      </MenuItem>
    </>
  );
}
