/** The feed is iCalendar (RFC 5545). */
import { createHash, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { type CalendarDay, dayWords, type Feed, type FeedChoice, type NewFeed } from './calendar.ts';

/** The path of all feeds, followed by '/{secret}.ics'. */
const FEEDS = '/api/calendar';
const REFRESH = 'PT6H';

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
const shown = ({ tenants, since }: { tenants: boolean; since: Date }): Feed => ({
  tenants,
  since: since.toISOString(),
});

export async function readFeed(db: UserDb): Promise<Feed | null> {
  const row = await db.selectFrom('calendar_feeds').select(['tenants', 'since']).executeTakeFirst();
  return row ? shown(row) : null;
}

/** Creates the feed or replaces its address. */
export async function makeFeed(db: UserDb, { tenants }: FeedChoice, appUrl: string): Promise<NewFeed> {
  // The log redacts path segments longer than 40 characters, such as this secret.
  const secret = randomBytes(32).toString('base64url');
  const row = { secret_hash: hashOf(secret), tenants };
  const feed = await db
    .insertInto('calendar_feeds')
    .values(row)
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ ...row, since: sql`app.instant()` }))
    .returning(['tenants', 'since'])
    .executeTakeFirstOrThrow();
  return { ...shown(feed), address: `${appUrl}${FEEDS}/${secret}.ics` };
}

/** Throws `not_found`. */
export async function changeFeed(db: UserDb, { tenants }: FeedChoice): Promise<Feed> {
  const row = await db
    .updateTable('calendar_feeds')
    .set({ tenants })
    .returning(['tenants', 'since'])
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return shown(row);
}

export async function endFeed(db: UserDb): Promise<void> {
  await db.deleteFrom('calendar_feeds').execute();
}

type Context = { appUrl: string; now: Date };

/** Returns the feed's text. Throws `not_found`, or `trial_expired` once the trial or plan has ended. */
export async function readCalendar(pool: pg.Pool, secret: string, context: Context): Promise<string> {
  const { rows } = await pool.query<{ open: boolean; days: CalendarDay[] }>('select * from app.calendar_of($1, $2)', [
    hashOf(secret),
    context.now,
  ]);
  const [feed] = rows;
  if (!feed) throw new AppError('not_found');
  if (!feed.open) throw new AppError('trial_expired');
  return calendarText(feed.days, context);
}

/** Events between yields to the event loop: a large agent has 20,000 events. */
const BATCH_SIZE = 1_000;

async function calendarText(days: CalendarDay[], { appUrl, now }: Context): Promise<string> {
  const { host } = new URL(appUrl);
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, '');
  let text = linesOf([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tenure//Certificates and leases//EN',
    'METHOD:PUBLISH',
    'NAME:Tenure',
    'X-WR-CALNAME:Tenure',
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
  ]);
  for (const [index, event] of days.entries()) {
    if (index % BATCH_SIZE === 0) await setImmediate();
    const { propertyId, about, day, tenants } = event;
    text += linesOf([
      'BEGIN:VEVENT',
      // Renewing a certificate moves its event; a new lease is a new event.
      `UID:${propertyId ?? 'none'}-${about}${tenants ? `-${day}` : ''}@${host}`,
      'SEQUENCE:0',
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
      'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
      'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE',
      `SUMMARY:${dayWords(event)
        .replace(/[\\;,]/g, '\\$&')
        .replace(/\r\n|\r|\n/g, '\\n')}`,
      'TRANSP:TRANSPARENT',
      ...(propertyId ? [`URL;VALUE=URI:${appUrl}/dashboard/properties/${propertyId}`] : []),
      'END:VEVENT',
    ]);
  }
  return text + linesOf(['END:VCALENDAR']);
}

const linesOf = (lines: string[]) => lines.map((line) => `${folded(line)}\r\n`).join('');

/** Folds lines of more than 75 octets (RFC 5545, 3.1), never inside a character. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= 75) return line;
  let text = '';
  let octets = 0;
  for (const letter of line) {
    const length = Buffer.byteLength(letter);
    if (octets + length > 75) {
      text += '\r\n ';
      octets = 1;
    }
    text += letter;
    octets += length;
  }
  return text;
}
