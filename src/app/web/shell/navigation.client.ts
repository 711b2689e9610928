/** The tabs of the top bar and their second rows, for both the document's frame and the app's shell. */
import { allowedBy, needing } from '../../../shared/allowed.ts';
import type { Right } from '../../../shared/rights.ts';
import type { Place, Tab } from '../../../web/records/noun-parts.client.ts';
import { NOUNS } from '../../nouns.client.ts';
import { placeOf } from '../addresses.ts';

const NOUN_PLACES = NOUNS.flatMap(({ area, places = [] }) => places.map((place) => needing(`${area}.see`, place)));

/** Adds other nouns' places to a tab's row, and omits a row of a single place. */
function withPlaces(need: Right, { row, ...own }: Tab): Tab {
  const tab = needing(need, own);
  const { to, name } = tab;
  const places = [
    ...(row ?? [{ to, name }]).map((place) => needing(need, place)),
    ...NOUN_PLACES.filter(({ under }) => under === to),
  ];
  return places.length > 1 ? { ...tab, row: places } : tab;
}

/** The tabs in display order: those of the specification, and Rent. */
export const TABS: readonly Tab[] = [
  { to: '/dashboard', name: 'Dashboard', holds: ['/dashboard/activity'] },
  ...NOUNS.flatMap(({ area, tab }) => (tab ? [withPlaces(`${area}.see`, tab)] : [])),
  {
    to: '/dashboard/settings',
    name: 'Settings',
    inMore: true,
    row: [
      { to: '/dashboard/settings', name: 'Settings' },
      { to: '/dashboard/profile', name: 'Profile' },
      { to: '/dashboard/team', name: 'Team' },
      { to: '/dashboard/plans', name: 'Plans', need: 'owner' },
      { to: '/dashboard/import', name: 'Import', need: 'properties.add', holds: ['/dashboard/import'] },
      { to: '/dashboard/api', name: 'API', need: 'owner', holds: ['/dashboard/api'] },
    ],
  },
];

/** Returns the tab of a screen with its `aria-current`: 'page' at or below the tab's own path, otherwise 'true'. */
export function tabAt(path: string): { tab: Tab; current: 'page' | 'true' } | undefined {
  const tab = TABS.find(({ to, holds = [], row = [] }) =>
    [to, ...holds, ...row.flatMap((place) => [place.to, ...(place.holds ?? [])])].some((own) => isWithin(path, own)),
  );
  return tab && { tab, current: isWithin(path, tab.to) ? 'page' : 'true' };
}

/** Whether `path` equals `own` or is below it. '/dashboard' must match exactly, as it is a prefix of all paths. */
function isWithin(path: string, own: string): boolean {
  return same(path, own) || (own !== '/dashboard' && path.startsWith(`${own}/`));
}

const same = (path: string, own: string) => path.replace(/\/$/, '') === own;

/** Returns the tab with its open place. Records and forms have no second row, as they link back to their list. */
export function rowAt(path: string, search: Record<string, unknown>): { tab: Tab; open: Place } | undefined {
  const tab = tabAt(path)?.tab;
  const open =
    placeAt(tab?.row?.filter(({ to }) => same(path, to)) ?? [], search) ??
    tab?.row?.find(({ holds }) => holds?.some((held) => isWithin(path, held)));
  return tab && open && { tab, open };
}

/** Returns the place whose search params all match, otherwise the place without search params. */
function placeAt(here: readonly Place[], search: Record<string, unknown>): Place | undefined {
  const fits = (place: Place) => Object.entries(place.search ?? {}).every(([name, value]) => search[name] === value);
  return here.find((place) => place.search && fits(place)) ?? here.find(({ search: params }) => !params);
}

type Rights = readonly string[] | undefined;

export function tabsFor(rights: Rights): Tab[] {
  return TABS.filter(allowedBy(rights));
}

/** Returns the places of a tab's second row that the role may open. Empty if there is only one place. */
export function placesFor({ row = [] }: Tab, rights: Rights): Place[] {
  const places = row.filter(allowedBy(rights));
  return places.length > 1 ? places : [];
}

const ADD_COMMANDS = NOUNS.flatMap(({ shortcuts }) => shortcuts?.add ?? []);
const FORM = /\/(?:add|import|edit\/[^/]+)\/?$/;

/** Returns the right that a screen requires: to see its area, or, for a form, to change it. */
export function rightAt(path: string, search: Record<string, unknown>): Right | undefined {
  const adding = ADD_COMMANDS.find(({ href }) => same(path, href))?.need;
  const need = (rowAt(path, search)?.open ?? tabAt(path)?.tab)?.need;
  if (adding) return adding;
  return need && FORM.test(path) ? (need.replace('see', 'change') as Right) : need;
}

/** Returns a link's URL. If the role may not open a form, returns the URL of its record. */
export function openHref(href: string, rights: Rights): string {
  const { to, search } = placeOf(href);
  return allowedBy(rights)({ need: rightAt(to, search) }) ? href : href.replace('/edit/', '/');
}
