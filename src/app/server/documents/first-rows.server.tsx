/** A list's first rows in the document: read as the landlord who is signed in, and drawn by the screen that will take them over. */
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

/** Rejects where the database does: the document then goes out without rows, and the screen reads them. */
export async function firstRows(services: Services, c: Context<AppEnv>, asked: Asked): Promise<FirstRows> {
  const today = londonDay(new Date(asked.user.now));
  const brought = await readAsUser(services, c, 'guarded', (db) => firstReads(db, { ...asked, today }));
  const tables = tablesIn(readCookie(c.req.header('cookie'), TABLES_COOKIE));
  return firstScreen({ ...asked, brought, look: { narrow: isPhone(c), tables } });
}

/** By what browsers say of themselves. A narrow window on a large screen is found out by the code. */
function isPhone(c: Context<AppEnv>): boolean {
  const said = c.req.header('sec-ch-ua-mobile');
  return said ? said === '?1' : /\bMobi/.test(c.req.header('user-agent') ?? '');
}
