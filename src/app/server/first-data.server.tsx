/** What the document of a dashboard screen brings along: who is signed in, the reads that the screen begins with, and its frame. */
import { renderToStaticMarkup } from 'react-dom/server';
import type { CurrentUser } from '../../features/account/account.ts';
import { isOver, trialBanner } from '../../features/billing/trial.ts';
import { FirstFigures } from '../../features/overview/FirstFigures.tsx';
import { OVERVIEW_BLOCK, propertiesIn } from '../../features/overview/figures.ts';
import type { Overview } from '../../features/overview/overview.ts';
import { PROPERTY_LIST } from '../../features/property/property.ts';
import { SUPPLIER_LIST } from '../../features/supplier/supplier.ts';
import { TENANT_LIST } from '../../features/tenant/tenant.ts';
import { FinanceSearch, filterOf } from '../../features/transaction/list/search-params.ts';
import { londonDay } from '../../shared/dates.ts';
import type { AppPath } from '../web/addresses.ts';
import { SESSION_BLOCK } from '../web/first-data.ts';
import { FirstShapes, ShellFrame } from '../web/ShellFrame.tsx';

type Search = Record<string, string>;

/** The page of a list that a screen asks first, at the very address it asks: a preload of any other is thrown away. */
const FIRST_PAGE: Partial<Record<AppPath, (search: Search, today: string) => string | undefined>> = {
  '/dashboard/properties': (search) => firstOf('properties', PROPERTY_LIST, search),
  '/dashboard/tenants': (search) => firstOf('tenants', TENANT_LIST, search),
  '/dashboard/suppliers': (search) => firstOf('suppliers', SUPPLIER_LIST, search),
  '/dashboard/finance': (search, today) => {
    const asked = FinanceSearch.parse(search);
    return asked.tab ? undefined : address('transactions', { ...filterOf(asked, today), limit: '100' });
  },
};

/** Of the bar, on every screen. */
const BELL = '/api/transactions/summary';

type Asked = {
  path: AppPath;
  search: Search;
  user: CurrentUser | null;
  /** Of the overview's own document. */
  overview?: Overview | undefined;
};

/** The document with these in it, and the screen's frame for who may see it; who is signed in is told to nobody else, so it may not be kept. */
export function withFirstData(html: string, { path, search, user, overview }: Asked): string {
  const open = user && !isOver(user);
  const reads = open ? [FIRST_PAGE[path]?.(search, londonDay(new Date(user.now))), BELL] : [];
  const links = reads.flatMap((read) =>
    read ? `<link rel="preload" as="fetch" crossorigin href="${escaped(read)}">` : [],
  );
  const blocks = block(SESSION_BLOCK, user) + (overview ? block(OVERVIEW_BLOCK, overview) : '');
  return html
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace(EMPTY_ROOT, () => EMPTY_ROOT + (open ? frameOf({ path, user, overview }) : ''))
    .replace('</body>', () => `${blocks}</body>`);
}

const EMPTY_ROOT = '<div id="root" class="contents">';

/** No HTML may end the block, whatever somebody's name is. */
function block(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
}

type Framed = { path: AppPath; user: CurrentUser; overview: Overview | undefined };

function frameOf({ path, user, overview }: Framed): string {
  // Samples wait for the code that says so.
  const own = overview && !user.sample && (overview.steps || propertiesIn(overview) > 0);
  return renderToStaticMarkup(
    <ShellFrame path={path} name={user.name} trial={trialBanner(user, Date.parse(user.now))?.words}>
      {own ? (
        <FirstFigures figures={overview} name={user.name} today={londonDay(new Date(user.now))} />
      ) : (
        <FirstShapes />
      )}
    </ShellFrame>,
  );
}

type List = { query: { parse(search: unknown): object }; search: { parse(search: unknown): object } };

function firstOf(noun: string, list: List, search: Search): string {
  return address(noun, { ...list.query.parse(list.search.parse(search)), limit: '50' });
}

function address(noun: string, query: object): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/api/${noun}?${new URLSearchParams(given)}`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
