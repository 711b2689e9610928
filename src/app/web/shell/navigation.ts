/** The tabs of the top bar, and below some of them a second row of links. Used by the document's frame and by the app's shell. */
import { type AppPath, appPathAt } from '../addresses.ts';

/** `search` distinguishes it from other places with the same path. `holds` lists screens that are opened from it. */
export type Place = { to: AppPath; name: string; search?: Record<string, string>; holds?: readonly AppPath[] };

/** `holds` lists screens that belong to the tab under another path. `inMore`: below 1024 px the link moves into the menu 'More'. */
export type Tab = {
  to: AppPath;
  name: string;
  holds?: readonly AppPath[];
  row?: readonly Place[];
  inMore?: boolean;
};

/** In the order of the bar. A new screen joins a row; the tabs are those of the specification, and Rent. */
export const TABS: readonly Tab[] = [
  { to: '/dashboard', name: 'Dashboard', holds: ['/dashboard/activity'] },
  {
    to: '/dashboard/properties',
    name: 'Properties',
    row: [
      { to: '/dashboard/properties', name: 'Properties' },
      { to: '/dashboard/certificates', name: 'Certificates and compliance' },
    ],
  },
  { to: '/dashboard/tenants', name: 'Tenants' },
  {
    to: '/dashboard/rent',
    name: 'Rent',
    holds: ['/dashboard/tenancies/$id'],
    row: [
      { to: '/dashboard/rent', name: 'This month' },
      { to: '/dashboard/rent/bank', name: 'From your bank' },
    ],
  },
  { to: '/dashboard/suppliers', name: 'Suppliers' },
  {
    to: '/dashboard/finance',
    name: 'Finance',
    row: [
      { to: '/dashboard/finance', name: 'Transactions' },
      {
        to: '/dashboard/finance',
        name: 'Bank accounts',
        search: { tab: 'accounts' },
        holds: ['/dashboard/finance/import'],
      },
    ],
  },
  {
    to: '/dashboard/settings',
    name: 'Settings',
    inMore: true,
    row: [
      { to: '/dashboard/settings', name: 'Settings' },
      { to: '/dashboard/profile', name: 'Profile' },
      { to: '/dashboard/plans', name: 'Plans' },
    ],
  },
];

/** The tab that the screen at `path` belongs to, and whether it is the tab's own screen ('page') or another ('true'). */
export function tabAt(path: string): { tab: Tab; current: 'page' | 'true' } | undefined {
  const screen = appPathAt(path);
  const tab =
    screen &&
    TABS.find(
      ({ to, holds, row }) =>
        isWithin(screen, to) ||
        holds?.includes(screen) ||
        row?.some((place) => place.to === screen || place.holds?.includes(screen)),
    );
  return tab && { tab, current: isWithin(screen, tab.to) ? 'page' : 'true' };
}

/** The dashboard's own path begins every other. */
function isWithin(screen: AppPath, to: AppPath): boolean {
  return screen === to || (to !== '/dashboard' && screen.startsWith(`${to}/`));
}

/** The second row at an address, with the place that is open. Records and forms have none: they lead back to their list. */
export function rowAt(path: string, search: Record<string, unknown>): { tab: Tab; open: Place } | undefined {
  const screen = appPathAt(path);
  const tab = tabAt(path)?.tab;
  const open = tab?.row?.find((place) =>
    place.to === screen ? place === placeOf(tab.row, search, screen) : screen && place.holds?.includes(screen),
  );
  return tab && open && { tab, open };
}

/** The one whose search params are all there; the plain one where none is. */
function placeOf(row: Tab['row'], search: Record<string, unknown>, screen: AppPath): Place | undefined {
  const here = row?.filter(({ to }) => to === screen) ?? [];
  const fits = (place: Place) => Object.entries(place.search ?? {}).every(([name, value]) => search[name] === value);
  return here.find((place) => place.search && fits(place)) ?? here.find(({ search: asked }) => !asked);
}
