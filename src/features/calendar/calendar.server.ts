/** The calendar feed's row, and its days as iCalendar (RFC 5545). */
import { createHash, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import ical, { foldLines, ICalCalendarMethod, ICalEvent, ICalEventTransparency } from 'ical-generator';
import { sql } from 'kysely';
import type pg from 'pg';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { type CalendarDay, dayWords, type Feed, type FeedChoice, type NewFeed } from './calendar.ts';

/** Below it the feed's address ends with the secret and '.ics'. */
const FEEDS = '/api/calendar';
/** How often calendars should ask again. */
const REFRESH_SECONDS = 6 * 60 * 60;

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
const shown = ({ tenants, since }: { tenants: boolean; since: Date }): Feed => ({
  tenants,
  since: since.toISOString(),
});

export async function readFeed(db: UserDb): Promise<Feed | null> {
  const row = await db.selectFrom('calendar_feeds').select(['tenants', 'since']).executeTakeFirst();
  return row ? shown(row) : null;
}

/** Makes the feed, or gives it a new address: the old one then ends. */
export async function makeFeed(db: UserDb, { tenants }: FeedChoice, appUrl: string): Promise<NewFeed> {
  // Long enough that the log takes it for a secret and leaves it out.
  const secret = randomBytes(32).toString('base64url');
  const row = { secret_hash: hashOf(secret), tenants };
  const made = await db
    .insertInto('calendar_feeds')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...row, since: sql`app.instant()` }))
    .returning(['tenants', 'since'])
    .executeTakeFirstOrThrow();
  return { ...shown(made), address: `${appUrl}${FEEDS}/${secret}.ics` };
}

/** Throws `not_found` where there is no feed. */
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

type Place = { appUrl: string; now: Date };

/** The calendar of the feed with this secret. Throws `not_found`, or `trial_expired` once trial or plan is over. */
export async function readCalendar(pool: pg.Pool, secret: string, place: Place): Promise<string> {
  const { rows } = await pool.query<{ open: boolean; days: CalendarDay[] }>('select * from app.calendar_of($1, $2)', [
    hashOf(secret),
    place.now,
  ]);
  const [feed] = rows;
  if (!feed) throw new AppError('not_found');
  if (!feed.open) throw new AppError('trial_expired');
  return calendarText(feed.days, place);
}

/** The library takes 0.15 ms an event, and a big agent has 20,000: others are served in between. */
const EVENTS_AT_ONCE = 100;
const END = 'END:VCALENDAR';

async function calendarText(days: CalendarDay[], { appUrl, now }: Place): Promise<string> {
  const { host } = new URL(appUrl);
  const calendar = ical({
    name: 'Tenure',
    prodId: { company: 'Tenure', product: 'Certificates and leases', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  });
  const [frame = ''] = calendar.toString().split(END);
  let events = '';
  for (const [place, one] of days.entries()) {
    if (place % EVENTS_AT_ONCE === 0) await setImmediate();
    const { propertyId, about, day, tenants } = one;
    const event = new ICalEvent(
      {
        // A certificate that is renewed moves its event; another lease is another event.
        id: `${propertyId ?? 'none'}-${about}${tenants ? `-${day}` : ''}@${host}`,
        summary: dayWords(one),
        start: day,
        allDay: true,
        stamp: now,
        transparency: ICalEventTransparency.TRANSPARENT,
        ...(propertyId && { url: `${appUrl}/dashboard/properties/${propertyId}` }),
      },
      calendar,
    );
    // The library folds lines (RFC 5545, 3.1) only where it writes a whole calendar.
    events += foldLines(event.toString());
  }
  return `${frame}${events}${END}`;
}
