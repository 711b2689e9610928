/** Adds to a dashboard document: the session, preloads of the screen's first requests, and its frame. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { CurrentUser } from '../../../features/account/account.ts';
import { isOver } from '../../../features/billing/trial.ts';
import { PROPERTY_LIST } from '../../../features/property/listed.ts';
import { SUPPLIER_LIST } from '../../../features/supplier/listed.ts';
import { TENANT_LIST } from '../../../features/tenant/listed.ts';
import { filterOf, financeSearch } from '../../../features/transaction/list/search-params.ts';
import { londonDay } from '../../../shared/dates.ts';
import { FirstFigures } from '../../overview/FirstFigures.tsx';
import { OVERVIEW_BLOCK, propertiesIn } from '../../overview/figures.ts';
import type { Overview } from '../../overview/overview.ts';
import type { AppPath } from '../../web/addresses.ts';
import { READS_BLOCK, SESSION_BLOCK } from '../../web/first-data.ts';
import { closedIn, ribbonsOf } from '../../web/shell/ribbons.ts';
import { FirstShapes, ShellFrame } from '../../web/shell/ShellFrame.tsx';

type Search = Record<string, string>;

/** A list's rendered screen, and the query data it was rendered from. */
export type FirstRows = { screen: ReactNode; reads: [key: readonly unknown[], data: unknown][] };

/** The first page that each list's screen requests. The URL must match exactly, or the preload is wasted. */
const FIRST_PAGE: Partial<Record<AppPath, (search: Search, today: string) => string | undefined>> = {
  '/dashboard/properties': (search) => firstOf('properties', PROPERTY_LIST, search),
  '/dashboard/tenants': (search) => firstOf('tenants', TENANT_LIST, search),
  '/dashboard/suppliers': (search) => firstOf('suppliers', SUPPLIER_LIST, search),
  '/dashboard/finance': (search, today) => {
    const asked = financeSearch(search);
    return asked.tab ? undefined : address('transactions', { ...filterOf(asked, today), limit: '100' });
  },
};

/** Requested by the header of every screen. */
const BELL = '/api/transactions/summary';

type Asked = {
  path: AppPath;
  search: Search;
  user: CurrentUser | null;
  /** Cookie of dismissed ribbons. */
  closedRibbons?: string | undefined;
  overview?: Overview | undefined;
  rows?: FirstRows | undefined;
};

/** The document with session, preloads and frame. Contains personal data, so must not be cached. */
export function withFirstData(html: string, asked: Asked): string {
  const { path, search, user, overview, rows } = asked;
  const open = user && !isOver(user);
  const firstPage = open && !rows && FIRST_PAGE[path]?.(search, londonDay(new Date(user.now)));
  const brings = (address: string) => rows?.reads.some(([key]) => `/api/${key.join('/')}` === address);
  const reads = open ? [firstPage, !brings(BELL) && BELL] : [];
  const links = reads.flatMap((read) =>
    read ? `<link rel="preload" as="fetch" crossorigin href="${escaped(read)}">` : [],
  );
  const blocks =
    block(SESSION_BLOCK, user) +
    (overview ? block(OVERVIEW_BLOCK, overview) : '') +
    (open && rows ? block(READS_BLOCK, rows.reads) : '');
  return html
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace(EMPTY_ROOT, () => EMPTY_ROOT + (open ? frameOf({ ...asked, user }) : ''))
    .replace('</body>', () => `${blocks}</body>`);
}

const EMPTY_ROOT = '<div id="root" class="contents">';

/** Escapes '<', so that no value can end the block. */
function block(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
}

function frameOf({ path, search, user, closedRibbons, overview, rows }: Asked & { user: CurrentUser }): string {
  // Sample data waits for the code that labels it.
  const own = overview && !user.sample && (overview.steps || propertiesIn(overview) > 0);
  const ribbons = ribbonsOf(user, { path, now: Date.parse(user.now), closed: closedIn(closedRibbons) });
  const frame = (
    <ShellFrame path={path} search={search} name={user.name} ribbons={ribbons}>
      {own ? (
        <FirstFigures figures={overview} name={user.name} today={londonDay(new Date(user.now))} />
      ) : (
        (rows?.screen ?? <FirstShapes />)
      )}
    </ShellFrame>
  );
  const html = renderToStaticMarkup(frame);
  return rows ? withoutControls(html) : html;
}

/**
 * Until the code has loaded, only links work: input would be lost.
 * The content security policy forbids inline styles, so bars stay empty.
 */
function withoutControls(html: string): string {
  return html
    .replaceAll(/<(?:button|input|select|search)(?=[ >])(?![^>]* inert=)/g, '$& inert=""')
    .replaceAll(/ style="width:[^"]*"/g, ' hidden=""')
    .replaceAll(/ style="[^"]*"/g, '');
}

type List = { search(given: Search): object; asked(search: object): object };

function firstOf(noun: string, list: List, search: Search): string {
  return address(noun, { ...list.asked(list.search(search)), limit: '50' });
}

function address(noun: string, query: object): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/api/${noun}?${new URLSearchParams(given)}`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
