/** Renders a list's first rows for the document, using the same screen as the browser. */
import type { Context } from 'hono';
import type { CurrentUser } from '../../../features/account/account.ts';
import type { AppEnv, Services } from '../../../server/services.server.ts';
import { readCookie } from '../../../server/session/cookies.server.ts';
import { readAsUser } from '../../../server/session/session.server.ts';
import { londonDay } from '../../../shared/dates.ts';
import { TABLES_COOKIE, tablesIn } from '../../../web/ui/table/FirstLook.tsx';
import { firstScreen } from '../../web/FirstScreen.tsx';
import type { FirstPath } from '../../web/first-data.ts';
import type { FirstRows } from './first-data.server.tsx';
import { firstReads } from './first-reads.server.ts';

type Asked = { path: FirstPath; search: Record<string, string>; user: CurrentUser };

/** Rejects if the database does: the screen then reads the rows itself. */
export async function firstRows(services: Services, c: Context<AppEnv>, asked: Asked): Promise<FirstRows> {
  const today = londonDay(new Date(asked.user.now));
  const brought = await readAsUser(services, c, 'guarded', (db) => firstReads(db, { ...asked, today }));
  const tables = tablesIn(readCookie(c.req.header('cookie'), TABLES_COOKIE));
  return firstScreen({ ...asked, brought, look: { narrow: isPhone(c), tables } });
}

/** By client hints or user agent; the browser's code corrects it for narrow windows. */
function isPhone(c: Context<AppEnv>): boolean {
  const said = c.req.header('sec-ch-ua-mobile');
  return said ? said === '?1' : /\bMobi/.test(c.req.header('user-agent') ?? '');
}
