import { createLink, Outlet, useLocation, useRouterState } from '@tanstack/react-router';
import MenuIcon from 'lucide-react/icons/menu';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { CurrentUser } from '../../../features/account/account.ts';
import { isOver } from '../../../features/billing/trial.ts';
import { TransactionBell } from '../../../features/finance/TransactionBell.tsx';
import { useAccountTheme } from '../../../features/profile/settings/settings.client.ts';
import { allowedBy } from '../../../shared/allowed.ts';
import { LeaveQuestion } from '../../../web/forms/LeaveQuestion.tsx';
import { May, useOtherAccount, useRights, useSession } from '../../../web/http/session.client.ts';
import type { Tab } from '../../../web/records/noun-parts.client.ts';
import { Page, SecondLine, SkipLink, SubLink, TopLink } from '../../../web/ui/brand/TopBar.tsx';
import { ButtonLink, IconButton } from '../../../web/ui/display/Button.tsx';
import { lazyDialog } from '../../../web/ui/overlay/LazyDialog.tsx';
import { loadOnce } from '../../../web/ui/overlay/lazy-code.client.ts';
import { Menu, MenuLink, MenuSeparator } from '../../../web/ui/overlay/Menu.tsx';
import { NotificationBell } from '../../notification/NotificationBell.tsx';
import { writeSearch } from '../addresses.ts';
import { leaveEndedAccount } from '../guards.client.ts';
import { rightAt, tabAt, tabsFor } from './navigation.client.ts';
import type { OwnProps } from './OwnRows.tsx';
import { RowAndRibbons } from './Ribbons.tsx';
import { AccountButton, MoreButton, rowOf, ShellBar } from './ShellFrame.tsx';
import { AddMenu, ShellSearch } from './ShellSearch.tsx';

const MenuPlace = createLink(MenuLink);
const TabLink = createLink(TopLink);
const RowLink = createLink(SubLink);
const Home = createLink('a');
const RoleCannotOpen = lazy(async () => ({ default: (await import('./RoleCannotOpen.tsx')).RoleCannotOpen }));
const RemoveSample = lazyDialog(async () => (await import('../../../features/sample/RemoveSample.tsx')).RemoveSample);
const OtherAccount = lazy(async () => ({
  default: (await import('../../../features/team/OtherAccount.tsx')).OtherAccount,
}));
/** The menus load this code when they open. */
const ownRows = loadOnce(() => import('./OwnRows.tsx'));

export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const { data: user, error } = useSession();
  const { href, pathname, search } = useLocation();
  const [removing, setRemoving] = useState(false);
  const removeSample = () => setRemoving(true);
  useAccountTheme();
  useEffect(() => void leaveEndedAccount(error), [error]);
  const rights = useRights();
  const otherAccount = useOtherAccount();
  const row = rowOf({
    rights,
    path: pathname,
    search,
    place: (place, open) => (
      <RowLink key={place.name} to={place.to} search={place.search ?? {}} open={open}>
        {place.name}
      </RowLink>
    ),
  });
  return (
    <>
      <SkipLink />
      <ShellBar
        rights={rights}
        home={(brand) => <Home to="/dashboard" {...brand} />}
        tab={(tab, look) => (
          <TabLink key={tab.to} {...toTab(tab, pathname)} {...look}>
            {tab.name}
          </TabLink>
        )}
        more={<MoreMenu />}
        end={
          <>
            {user && <ShellSearch />}
            {user && <AddMenu />}
            {user && (
              <May need="money.see">
                <TransactionBell />
              </May>
            )}
            {user && !isOver(user) && <NotificationBell />}
            {user && <UserMenu user={user} onRemoveSample={removeSample} />}
            {user === null && (
              <ButtonLink href={`/login${writeSearch({ next: href })}`} size="small">
                Sign in
              </ButtonLink>
            )}
            <NarrowMenu user={user} onRemoveSample={removeSample} />
          </>
        }
      />
      {user ? <RowAndRibbons user={user} row={row} onRemoveSample={removeSample} /> : <SecondLine row={row} />}
      {user?.sample && <RemoveSample open={removing} onOpenChange={setRemoving} />}
      <Page tabIndex={-1}>
        {useMayOpen() ? (
          children
        ) : (
          <Suspense>
            <RoleCannotOpen />
          </Suspense>
        )}
      </Page>
      <LeaveQuestion />
      <Suspense>{otherAccount && <OtherAccount {...otherAccount} />}</Suspense>
    </>
  );
}

function useMayOpen(): boolean {
  const need = useRouterState({
    select: ({ matches }) => {
      const active = matches.at(-1);
      return active && rightAt(active.pathname, active.search);
    },
  });
  return allowedBy(useRights())({ need });
}

/** The router marks the tab of the current path. `aria-current` also marks the tab of screens under other paths. */
function toTab({ to }: Tab, pathname: string) {
  const active = tabAt(pathname);
  return {
    to,
    activeOptions: { exact: to === '/dashboard', includeSearch: false },
    ...(active?.tab.to === to && active.current === 'true' && { 'aria-current': 'true' as const }),
  };
}

/** The tabs that do not fit between 768 and 1024 px. */
function MoreMenu() {
  const { pathname } = useLocation();
  return (
    <Menu trigger={<MoreButton />}>
      {tabsFor(useRights())
        .filter(({ inMore }) => inMore)
        .map((tab) => (
          <MenuPlace key={tab.to} {...toTab(tab, pathname)}>
            {tab.name}
          </MenuPlace>
        ))}
    </Menu>
  );
}

/** Rendered only in an open menu, whose code has loaded. */
function OwnRows(own: OwnProps) {
  const code = ownRows.now();
  return code && <code.OwnRows {...own} />;
}

function UserMenu(own: OwnProps) {
  return (
    <div className="flex max-md:hidden">
      <Menu needs={ownRows} trigger={<AccountButton name={own.user.name} />}>
        <OwnRows {...own} />
      </Menu>
    </div>
  );
}

type NarrowProps = { user: CurrentUser | null | undefined; onRemoveSample: () => void };

function NarrowMenu({ user, onRemoveSample }: NarrowProps) {
  const { pathname } = useLocation();
  return (
    <div className="md:hidden">
      <Menu needs={ownRows} trigger={<IconButton icon={MenuIcon} label="Menu" />} className="w-[calc(100vw-16px)]">
        {tabsFor(useRights()).map((tab) => (
          <MenuPlace key={tab.to} {...toTab(tab, pathname)}>
            {tab.name}
          </MenuPlace>
        ))}
        {user && (
          <>
            <MenuSeparator />
            <OwnRows user={user} onRemoveSample={onRemoveSample} />
          </>
        )}
      </Menu>
    </div>
  );
}
