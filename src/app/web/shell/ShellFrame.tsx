/** The dashboard's frame in the document, which `Shell` replaces once the code has loaded. */
import Bell from 'lucide-react/icons/bell';
import ChevronDown from 'lucide-react/icons/chevron-down';
import CirclePoundSterling from 'lucide-react/icons/circle-pound-sterling';
import MenuIcon from 'lucide-react/icons/menu';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import type { ComponentProps, ReactNode } from 'react';
import { SeePlans, TrialRibbon } from '../../../features/billing/TrialRibbon.tsx';
import { RemoveButton, SampleRibbon } from '../../../features/sample/SampleRibbon.tsx';
import { SEATS_LINK, SeatsRibbon } from '../../../features/team/seats/SeatsRibbon.tsx';
import { allowedBy } from '../../../shared/allowed.ts';
import type { Place, Tab } from '../../../web/records/noun-parts.client.ts';
import { Brand } from '../../../web/ui/brand/Mark.tsx';
import { Page, SecondLine, SkipLink, SubLink, SubNav, TopBar, TopLink, TopNav } from '../../../web/ui/brand/TopBar.tsx';
import { Avatar } from '../../../web/ui/display/Avatar.tsx';
import { Button, Icon, IconButton } from '../../../web/ui/display/Button.tsx';
import { Card } from '../../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../../web/ui/display/Loading.tsx';
import { writeSearch } from '../addresses.ts';
import { placesFor, rightAt, rowAt, tabAt, tabsFor } from './navigation.client.ts';
import type { ribbonsOf } from './ribbons.ts';

type FrameProps = {
  path: string;
  search: Record<string, string>;
  name: string;
  rights: readonly string[];
  ribbons: ReturnType<typeof ribbonsOf>;
  children: ReactNode;
};

export function ShellFrame({ path, search, name, rights, ribbons, children }: FrameProps) {
  const { trial, sample, seats, closable } = ribbons;
  const here = tabAt(path);
  const isOwner = rights.includes('owner');
  return (
    <>
      <Demonstration className="in-[:root:not([data-demonstration])]:hidden" />
      <SkipLink />
      <ShellBar
        rights={rights}
        home={(brand) => <a href="/dashboard" {...brand} />}
        tab={(tab, look) => (
          <TopLink key={tab.to} href={tab.to} {...look} {...(here?.tab === tab && { 'aria-current': here.current })}>
            {tab.name}
          </TopLink>
        )}
        more={<MoreButton tabIndex={-1} />}
        end={<Buttons name={name} />}
      />
      <SecondLine
        row={rowOf({
          path,
          search,
          rights,
          place: (place, open) => (
            <SubLink key={place.name} href={place.to + writeSearch(place.search ?? {})} open={open}>
              {place.name}
            </SubLink>
          ),
        })}
        notes={
          (trial || sample) && (
            <>
              {trial && (
                <TrialRibbon {...trial}>
                  {isOwner && (
                    <a href="/dashboard/plans" className="whitespace-nowrap text-inherit">
                      <SeePlans />
                    </a>
                  )}
                </TrialRibbon>
              )}
              {sample && (
                <SampleRibbon>
                  <RemoveButton disabled />
                </SampleRibbon>
              )}
              {closable.length > 0 && <HideButton disabled />}
            </>
          )
        }
      />
      {seats && (
        <SecondLine
          notes={
            <SeatsRibbon day={seats}>
              <a href="/dashboard/team" {...SEATS_LINK} />
            </SeatsRibbon>
          }
        />
      )}
      <Page>{children}</Page>
    </>
  );
}

/** A role's rights. Before sign-in they are undefined, and every tab is shown. */
type Rights = readonly string[] | undefined;

type BarProps = {
  rights: Rights;
  home: (brand: { className: string; children: ReactNode }) => ReactNode;
  tab: (tab: Tab, look: { className?: string }) => ReactNode;
  more: ReactNode;
  end?: ReactNode;
};

export function ShellBar({ rights, home, tab, more, end }: BarProps) {
  return (
    <TopBar
      brand={home({
        className: 'rounded-control no-underline',
        children: <Brand wordClassName="md:max-[1024px]:sr-only" />,
      })}
      nav={
        <TopNav label="Main">
          {tabsFor(rights).map((one) => tab(one, one.inMore ? { className: 'max-[1024px]:hidden' } : {}))}
          <div className="flex items-center min-[1024px]:hidden">{more}</div>
        </TopNav>
      }
      end={end}
    />
  );
}

export function MoreButton(props: ComponentProps<'button'>) {
  return (
    <Button {...props} variant="quiet" className="gap-1! px-[6px]! font-normal!">
      More
      <Icon of={ChevronDown} />
    </Button>
  );
}

type RowProps = {
  rights: Rights;
  path: string;
  search: Record<string, unknown>;
  place: (place: Place, open: boolean) => ReactNode;
};

export function rowOf({ rights, path, search, place }: RowProps): ReactNode {
  const row = rowAt(path, search);
  const places = row && placesFor(row.tab, rights);
  if (!row || !places?.length) return null;
  return <SubNav label={`In ${row.tab.name}`}>{places.map((one) => place(one, one === row.open))}</SubNav>;
}

export function HideButton(props: ComponentProps<'button'>) {
  return (
    <div className="-my-1 -mr-2 ml-auto flex-none max-md:-my-[10px]">
      <IconButton {...props} icon={X} size="small" label="Hide for now" />
    </div>
  );
}

/** The bar's buttons, inert until the code has loaded. */
function Buttons({ name }: { name: string }) {
  return (
    <div inert className="contents">
      <SearchButton />
      <IconButton icon={Plus} label="Add" className="max-[1280px]:hidden" />
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

/** Below 1280 px, only the icon is visible. */
export function SearchButton({ modifier = 'Ctrl', ...rest }: ComponentProps<'button'> & { modifier?: string }) {
  return (
    <button
      type="button"
      {...rest}
      className="mr-1 flex h-8 w-[134px] min-w-8 cursor-pointer overflow-clip whitespace-nowrap items-center gap-2 rounded-control border border-line bg-paper pr-[6px] pl-[10px] text-s text-ink-3 hover:border-edge max-[1280px]:m-0 max-[1280px]:size-control max-[1280px]:flex-none max-[1280px]:justify-center max-[1280px]:border-transparent max-[1280px]:bg-transparent max-[1280px]:p-0 max-[1280px]:text-ink-2 max-[1280px]:hover:bg-sunken"
    >
      <Icon of={Search} className="max-[1280px]:size-5" />
      <span className="max-[1280px]:sr-only">Search</span>
      <span aria-hidden="true" className="ml-auto max-[1280px]:hidden">
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

export function FirstShapes() {
  return (
    <>
      <h1 className="sr-only">Your dashboard</h1>
      <Shapes />
    </>
  );
}

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

/** Whether the role may open a screen. PostgreSQL would refuse other first reads. */
export function mayOpen(rights: readonly string[], path: string, search: Record<string, string>): boolean {
  return allowedBy(rights)({ need: rightAt(path, search) });
}
