/** Data in the document of a dashboard screen: the session, the screen's first reads, and its frame. */
import type { Context } from 'hono';
import { renderToStaticMarkup } from 'react-dom/server';
import type { CurrentUser } from '../../../features/account/account.ts';
import { isOver } from '../../../features/billing/trial.ts';
import type { AppEnv, Services } from '../../../server/services.server.ts';
import { readCookie } from '../../../server/session/cookies.server.ts';
import { readAsUser } from '../../../server/session/session.server.ts';
import { londonDay } from '../../../shared/dates.ts';
import { parseTablesCookie, TABLES_COOKIE } from '../../../web/ui/table/ViewPreferences.tsx';
import { FirstFigures } from '../../overview/FirstFigures.tsx';
import { OVERVIEW_BLOCK, propertiesIn } from '../../overview/figures.ts';
import { READS_BLOCK, SESSION_BLOCK } from '../../web/first-data.ts';
import { closedIn, ribbonsOf } from '../../web/shell/ribbons.ts';
import { FirstShapes, mayOpen, ShellFrame } from '../../web/shell/ShellFrame.tsx';
import type { FirstDataRequest, FirstRows, RowsRequest } from './documents.server.ts';
import { FIRST } from './first-reads.server.ts';

/** The transaction bell requests this URL on every screen. */
const SUMMARY = '/api/transactions/summary';

/**
 * Returns a list's first rows, read with the user's rights and rendered by the screen itself. Undefined without the
 * right to open the screen. Rejects if the database fails.
 */
export async function firstRows(
  services: Services,
  c: Context<AppEnv>,
  request: RowsRequest,
): Promise<FirstRows | undefined> {
  const { path, search, user } = request;
  if (!mayOpen(user.account.rights, path, search)) return undefined;
  const today = londonDay(new Date(user.now));
  const reads = await readAsUser(services, c, 'guarded', (db) =>
    Promise.all(FIRST[path]?.reads(db, { search, today }) ?? []),
  );
  const tables = parseTablesCookie(readCookie(c.req.header('cookie'), TABLES_COOKIE));
  // Imported lazily, as list screens are large.
  const { firstScreen } = await import('../../web/FirstScreen.tsx');
  return { reads, screen: await firstScreen({ ...request, reads, look: { narrow: isPhone(c), tables } }) };
}

/** Decides by client hint or user agent. In the browser, the app also detects a narrow window on a large screen. */
function isPhone(c: Context<AppEnv>): boolean {
  const hint = c.req.header('sec-ch-ua-mobile');
  return hint ? hint === '?1' : /\bMobi/.test(c.req.header('user-agent') ?? '');
}

/** Adds the session and, unless the trial is over, the first reads and the screen's frame. Must not be cached. */
export function withFirstData(html: string, request: FirstDataRequest): string {
  const { path, search, user, overview, rows } = request;
  const open = user && !isOver(user);
  const today = user && londonDay(new Date(user.now));
  const firstPage =
    open && !rows && today && mayOpen(user.account.rights, path, search) && FIRST[path]?.address?.({ search, today });
  const isRead = (address: string) => rows?.reads.some(([key]) => `/api/${key.join('/')}` === address);
  const bell = !isRead(SUMMARY) && user?.account.rights.includes('money.see') && SUMMARY;
  const reads = open ? [firstPage, bell] : [];
  const links = reads.flatMap((read) =>
    read ? `<link rel="preload" as="fetch" crossorigin href="${escaped(read)}">` : [],
  );
  const blocks =
    block(SESSION_BLOCK, user) +
    (overview ? block(OVERVIEW_BLOCK, overview) : '') +
    (open && rows ? block(READS_BLOCK, rows.reads) : '');
  return html
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace(EMPTY_ROOT, () => EMPTY_ROOT + (open ? frameOf({ ...request, user }) : ''))
    .replace('</body>', () => `${blocks}</body>`);
}

const EMPTY_ROOT = '<div id="root" class="contents">';

/** Escapes '<', so that a value cannot close the script element. */
function block(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
}

function frameOf({
  path,
  search,
  user,
  closedRibbons,
  overview,
  rows,
}: FirstDataRequest & { user: CurrentUser }): string {
  // Omits sample figures, which only the app labels as such.
  const steps = overview?.steps && user.account.rights.includes('owner');
  const own = overview && (steps || propertiesIn(overview) > 0);
  const ribbons = ribbonsOf(user, { path, now: Date.parse(user.now), closed: closedIn(closedRibbons) });
  const frame = (
    <ShellFrame path={path} search={search} name={user.name} rights={user.account.rights} ribbons={ribbons}>
      {own ? (
        <FirstFigures
          figures={overview}
          name={user.name}
          rights={user.account.rights}
          today={londonDay(new Date(user.now))}
        />
      ) : (
        (rows?.screen ?? <FirstShapes />)
      )}
    </ShellFrame>
  );
  const html = renderToStaticMarkup(frame);
  return rows ? withoutControls(html) : html;
}

/**
 * Makes controls inert, as input would be lost until the code has loaded. Removes inline styles, which the content
 * security policy forbids, and hides the bars, whose width they set.
 */
function withoutControls(html: string): string {
  return html
    .replaceAll(/<(?:button|input|select|search)(?=[ >])(?![^>]* inert=)/g, '$& inert=""')
    .replaceAll(/ style="width:[^"]*"/g, ' hidden=""')
    .replaceAll(/ style="[^"]*"/g, '');
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
