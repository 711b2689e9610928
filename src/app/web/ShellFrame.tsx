/** The dashboard's frame without anything that runs. The document shows it before the code has come; `Shell` fills it. */
import Bell from 'lucide-react/icons/bell';
import CirclePoundSterling from 'lucide-react/icons/circle-pound-sterling';
import MenuIcon from 'lucide-react/icons/menu';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import type { ComponentProps, ReactNode } from 'react';
import { SEE_PLANS, TrialStrip } from '../../features/billing/TrialStrip.tsx';
import { Brand } from '../../web/ui/brand/Mark.tsx';
import { Page, SkipLink, TopBar, TopLink, TopNav } from '../../web/ui/brand/TopBar.tsx';
import { Avatar } from '../../web/ui/display/Avatar.tsx';
import { Button, Icon, IconButton } from '../../web/ui/display/Button.tsx';
import { Card } from '../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { type AppPath, speaksOfTrial, TABS } from './addresses.ts';

type FrameProps = {
  path: AppPath;
  name: string;
  /** The words of the trial's strip, where something is said about it. */
  trial?: string | undefined;
  children: ReactNode;
};

export function ShellFrame({ path, name, trial, children }: FrameProps) {
  return (
    <>
      <Demonstration className="in-[:root:not([data-demonstration])]:hidden" />
      <SkipLink />
      <ShellBar
        home={(brand) => <a href="/dashboard" {...brand} />}
        tab={(tab) => (
          <TopLink
            key={tab.to}
            href={tab.to}
            {...('className' in tab && { className: tab.className })}
            {...(isOf(tab, path) && { 'aria-current': 'page' })}
          >
            {tab.name}
          </TopLink>
        )}
        end={<Buttons name={name} />}
      />
      {trial && speaksOfTrial(path) && (
        <TrialStrip tone="amber" words={trial}>
          <a href="/dashboard/plans" className="text-inherit">
            {SEE_PLANS}
          </a>
        </TrialStrip>
      )}
      <Page>{children}</Page>
    </>
  );
}

function isOf(tab: (typeof TABS)[number], path: AppPath): boolean {
  if (tab.to === '/dashboard') return path === tab.to;
  return path.startsWith(tab.to) || ('holds' in tab && tab.holds === path);
}

type BarProps = {
  /** The link around the brand. */
  home: (brand: { className: string; children: ReactNode }) => ReactNode;
  tab: (tab: (typeof TABS)[number]) => ReactNode;
  end?: ReactNode;
};

export function ShellBar({ home, tab, end }: BarProps) {
  return (
    <TopBar
      brand={home({
        className: 'rounded-control no-underline',
        children: <Brand wordClassName="md:max-lg:sr-only" />,
      })}
      nav={<TopNav label="Main">{TABS.map(tab)}</TopNav>}
      end={end}
    />
  );
}

/** The buttons of the bar, in their places until the code that they need has come. */
function Buttons({ name }: { name: string }) {
  return (
    <div inert className="contents">
      <SearchButton />
      <IconButton icon={Plus} label="Add" className="max-[1279px]:hidden" />
      <IconButton icon={CirclePoundSterling} label="Latest transactions" />
      <IconButton icon={Bell} label="Notifications" />
      <div className="flex max-md:hidden">
        <AccountButton name={name} />
      </div>
      <div className="md:hidden">
        <IconButton icon={MenuIcon} label="Menu" />
      </div>
    </div>
  );
}

/** On a phone and a tablet an icon. */
export function SearchButton({ modifier = 'Ctrl', ...rest }: ComponentProps<'button'> & { modifier?: string }) {
  return (
    <button
      type="button"
      {...rest}
      className="mr-1 flex h-8 w-[134px] min-w-8 cursor-pointer overflow-clip whitespace-nowrap items-center gap-2 rounded-control border border-line bg-paper pr-[6px] pl-[10px] text-s text-ink-3 hover:border-edge max-[1279px]:m-0 max-[1279px]:size-control max-[1279px]:flex-none max-[1279px]:justify-center max-[1279px]:border-transparent max-[1279px]:bg-transparent max-[1279px]:p-0 max-[1279px]:text-ink-2 max-[1279px]:hover:bg-sunken"
    >
      <Icon of={Search} className="max-[1279px]:size-5" />
      <span className="max-[1279px]:sr-only">Search</span>
      <span aria-hidden="true" className="ml-auto max-[1279px]:hidden">
        <kbd>{modifier} K</kbd>
      </span>
    </button>
  );
}

export function AccountButton({ name, ...rest }: ComponentProps<'button'> & { name: string }) {
  return (
    <Button {...rest} variant="quiet" className="px-1! font-normal! text-ink!">
      <Avatar name={name} />
      <span className="clip max-w-[150px] pr-1 max-xl:sr-only">
        <span className="sr-only">Account of </span>
        {name}
      </span>
    </Button>
  );
}

/** What stands within the frame of a document. */
export function FirstShapes() {
  return (
    <>
      <h1 className="sr-only">Your dashboard</h1>
      <Shapes />
    </>
  );
}

/** What a screen looks like that is on its way. */
export function Shapes() {
  return (
    <Loading label="Loading your dashboard...">
      <Skeleton className="mt-2 h-7 w-48" />
      <Skeleton className="mt-3 mb-6 h-3 w-64 max-md:mb-4" />
      <Card className="flex flex-col gap-6 p-5">
        {['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3'].map((width) => (
          <Skeleton key={width} className={`h-3 ${width}`} />
        ))}
      </Card>
    </Loading>
  );
}

export function Demonstration({ className = '' }: { className?: string }) {
  return (
    <aside
      aria-label="Demonstration"
      className={`border-b border-blue-rule bg-blue-soft px-4 py-[7px] text-center text-s text-blue ${className}`}
    >
      <b>Demonstration.</b> Bank and checkout are sandboxes: please enter nothing real.
    </aside>
  );
}
