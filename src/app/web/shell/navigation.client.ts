/** The tabs of the top bar and their second rows. Used by the document's frame and the app's shell. */
import type { Place, Tab } from '../../../web/records/noun-parts.client.ts';
import { NOUNS } from '../../nouns.client.ts';

const PLACES = NOUNS.flatMap(({ places }) => places ?? []);

/** Adds other nouns' places to a tab; a row has at least two. */
function joined({ row, ...tab }: Tab): Tab {
  const { to, name } = tab;
  const places = [...(row ?? [{ to, name }]), ...PLACES.filter(({ under }) => under === to)];
  return places.length > 1 ? { ...tab, row: places } : tab;
}

/** In display order: the specification's tabs, and Rent. */
export const TABS: readonly Tab[] = [
  { to: '/dashboard', name: 'Dashboard', holds: ['/dashboard/activity'] },
  ...NOUNS.flatMap(({ tab }) => (tab ? [joined(tab)] : [])),
  {
    to: '/dashboard/settings',
    name: 'Settings',
    inMore: true,
    row: [
      { to: '/dashboard/settings', name: 'Settings' },
      { to: '/dashboard/profile', name: 'Profile' },
      { to: '/dashboard/team', name: 'Team' },
      { to: '/dashboard/plans', name: 'Plans' },
    ],
  },
];

/** The tab of the screen at `path`, and whether it is the tab's own screen ('page') or another ('true'). */
export function tabAt(path: string): { tab: Tab; current: 'page' | 'true' } | undefined {
  const tab = TABS.find(({ to, holds = [], row = [] }) =>
    [to, ...holds, ...row.flatMap((place) => [place.to, ...(place.holds ?? [])])].some((own) => isWithin(path, own)),
  );
  return tab && { tab, current: isWithin(path, tab.to) ? 'page' : 'true' };
}

/** The dashboard's path is a prefix of all others. */
function isWithin(path: string, own: string): boolean {
  return same(path, own) || (own !== '/dashboard' && path.startsWith(`${own}/`));
}

const same = (path: string, own: string) => path.replace(/\/$/, '') === own;

/** The second row at a URL, with the open place. Records and forms have none: they link back to their list. */
export function rowAt(path: string, search: Record<string, unknown>): { tab: Tab; open: Place } | undefined {
  const tab = tabAt(path)?.tab;
  const open =
    placeAt(tab?.row?.filter(({ to }) => same(path, to)) ?? [], search) ??
    tab?.row?.find(({ holds }) => holds?.some((held) => same(path, held)));
  return tab && open && { tab, open };
}

/** The place whose search params all match, otherwise the plain one. */
function placeAt(here: readonly Place[], search: Record<string, unknown>): Place | undefined {
  const fits = (place: Place) => Object.entries(place.search ?? {}).every(([name, value]) => search[name] === value);
  return here.find((place) => place.search && fits(place)) ?? here.find(({ search: asked }) => !asked);
}
