/** The frame of the dashboard: bar with the tabs, trial banner, and the page. */
import { createLink, lazyRouteComponent, Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useAccountTheme } from '../../features/account/settings.client.ts';
import { TrialBanner } from '../../features/billing/TrialBanner.tsx';
import { LeaveQuestion } from '../../web/forms/LeaveQuestion.tsx';
import { useSession } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Brand } from '../../web/ui/brand/Mark.tsx';
import { Page, SkipLink, TopBar, TopLink, TopNav } from '../../web/ui/brand/TopBar.tsx';
import { TABS } from './tabs.ts';
import { NarrowMenu, UserMenu } from './UserMenu.tsx';

const Tab = createLink(TopLink);
const Home = createLink('a');

// On its own, so that no screen waits for it.
const TransactionBell = lazyRouteComponent(
  () => import('../../features/transaction/TransactionBell.tsx'),
  'TransactionBell',
);

export function Shell() {
  const { data: user } = useSession();
  const { href } = useLocation();
  useAccountTheme();
  const banner = useMatches({
    select: (matches) => matches.every(({ staticData }) => staticData.trialBanner !== false),
  });
  return (
    <>
      <SkipLink />
      <TopBar
        brand={
          <Home to="/dashboard" className="rounded-control no-underline">
            <Brand wordClassName="md:max-lg:sr-only" />
          </Home>
        }
        nav={
          <TopNav label="Main">
            {TABS.map(({ to, name }) => (
              <Tab key={to} to={to} activeOptions={{ exact: to === '/dashboard', includeSearch: false }}>
                {name}
              </Tab>
            ))}
          </TopNav>
        }
        end={
          <>
            {user && (
              <Suspense fallback={<span className="size-control" />}>
                <TransactionBell />
              </Suspense>
            )}
            {user && <UserMenu user={user} />}
            {user === null && (
              <LinkButton to="/login" search={{ next: href }} size="small">
                Sign in
              </LinkButton>
            )}
            <NarrowMenu user={user} />
          </>
        }
      />
      {banner && <TrialBanner />}
      <Page tabIndex={-1}>
        <Outlet />
      </Page>
      <LeaveQuestion />
    </>
  );
}
