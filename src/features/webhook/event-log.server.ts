/** GET /api/events for API clients: pages of the events that webhooks send, in order of commit (decision 79). */
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { EventLog } from '../../server/live/live-api.server.ts';
import { assertEnterprise } from '../../server/session/enterprise.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { RECORD_EVENTS } from './events.ts';
import { bodyOf, WebhookBody } from './webhook.ts';

const NOT_IN_PLAN = 'Reading events is part of Enterprise. Choose this plan first.';
const INVALID_CURSOR = 'Send the ‘next’ of the previous page as ‘after’.';
const LOST_CURSOR =
  'We no longer have this place in the events, for example after a restore. Read them again without ‘after’.';

const LoggedEvent = WebhookBody.extend({ id: z.string() }).meta({ id: 'LoggedEvent' });

export const EventPage = z
  .object({
    items: z.array(LoggedEvent).describe('The oldest first'),
    next: z.string().describe('The ‘after’ of your next request, also when there are no more events yet'),
  })
  .meta({ id: 'EventPage' });
type EventPage = z.infer<typeof EventPage>;

/** A cursor: the id of an activity row after the id of its transaction. BEGINNING is before all rows. */
type Cursor = { xid: string; id: string };
const BEGINNING: Cursor = { xid: '0', id: '0' };
const [MAX_XID, MAX_ID] = [2n ** 64n - 1n, 2n ** 63n - 1n];

const encodeCursor = ({ xid, id }: Cursor) => Buffer.from(`${xid}.${id}`).toString('base64url');

function decodeCursor(after: string): Cursor {
  const [, xid, id] = /^(\d{1,20})\.(\d{1,19})$/.exec(Buffer.from(after, 'base64url').toString()) ?? [];
  if (!xid || !id || BigInt(xid) > MAX_XID || BigInt(id) > MAX_ID)
    throw new AppError('bad_request', { message: INVALID_CURSOR });
  return { xid, id };
}

type Row = {
  event: string;
  at: string;
  record: string | null;
  count: number;
  version: number | null;
} & Cursor;

type EventRows = { known: boolean; items: Row[]; last: Cursor | null };

/** Row-level security limits the events to the caller's rights and properties. */
const eventsAfter = ({ xid, id }: Cursor, limit: number): RawBuilder<EventRows> => sql`
  select app.is_event(${xid}::xid8, ${id}::bigint) as known,
    (select json_build_object('xid', l.xid::text, 'id', l.id::text) from app.last_event() l where l.id is not null) as last,
    coalesce((select json_agg(json_build_object('xid', e.xid::text, 'id', e.id::text, 'event', e.event, 'at', e.at,
        'record', e.record_id, 'count', e.record_count, 'version', e.record_version) order by e.xid, e.id)
      from (
        select *, replace(lower(noun), ' ', '-') || '.' || action as event from activity
        where (xid, id) > (${xid}::xid8, ${id}::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot())
          and replace(lower(noun), ' ', '-') || '.' || action = any(${RECORD_EVENTS})
        order by xid, id limit ${limit}) e), '[]') as items`;

async function readEvents(
  db: UserDb,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<EventPage> {
  const cursor = after === undefined ? BEGINNING : decodeCursor(after);
  const { rows } = await eventsAfter(cursor, limit).execute(db);
  const { known = false, items = [], last = null } = rows[0] ?? {};
  const isBeginning = cursor.xid === BEGINNING.xid && cursor.id === BEGINNING.id;
  if (!known && !isBeginning) throw new AppError('gone', { message: LOST_CURSOR });
  const end = items.length < limit ? last : items.at(-1);
  return {
    items: items.map(({ id, event, at, record, count, version }) => ({
      id,
      ...bodyOf({ event, happenedAt: new Date(at), id: record, count, version }),
    })),
    next: encodeCursor(end ?? cursor),
  };
}

export const eventLog: EventLog = {
  page: EventPage,
  async read(db, { now, ...asked }) {
    await assertEnterprise(db, now, NOT_IN_PLAN);
    return readEvents(db, asked);
  },
};
