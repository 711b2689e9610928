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
const NOT_A_PLACE = 'Send the ‘next’ of the previous page as ‘after’.';
const LOST_PLACE =
  'We no longer have this place in the events, for example after a restore. Read them again without ‘after’.';

const LoggedEvent = WebhookBody.extend({ id: z.string() }).meta({ id: 'LoggedEvent' });

export const EventPage = z
  .object({
    items: z.array(LoggedEvent).describe('The oldest first'),
    next: z.string().describe('The ‘after’ of your next request, also when there are no more events yet'),
  })
  .meta({ id: 'EventPage' });
type EventPage = z.infer<typeof EventPage>;

/** A row of the activity by the id of its transaction and its own; BEGINNING is before all. */
type Place = { xid: string; id: string };
const BEGINNING: Place = { xid: '0', id: '0' };
const [MAX_XID, MAX_ID] = [2n ** 64n - 1n, 2n ** 63n - 1n];

const placeText = ({ xid, id }: Place) => Buffer.from(`${xid}.${id}`).toString('base64url');

function placeOf(after: string): Place {
  const [, xid, id] = /^(\d{1,20})\.(\d{1,19})$/.exec(Buffer.from(after, 'base64url').toString()) ?? [];
  if (!xid || !id || BigInt(xid) > MAX_XID || BigInt(id) > MAX_ID)
    throw new AppError('bad_request', { message: NOT_A_PLACE });
  return { xid, id };
}

type Row = {
  event: string;
  at: string;
  record: string | null;
  count: number;
  version: number | null;
} & Place;

type Found = { known: boolean; items: Row[]; last: Place | null };

/** Row-level security shows the events within the caller's rights and properties. */
const found = ({ xid, id }: Place, limit: number): RawBuilder<Found> => sql`
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
  const place = after === undefined ? BEGINNING : placeOf(after);
  const { rows } = await found(place, limit).execute(db);
  const { known = false, items = [], last = null } = rows[0] ?? {};
  const isBeginning = place.xid === BEGINNING.xid && place.id === BEGINNING.id;
  if (!known && !isBeginning) throw new AppError('gone', { message: LOST_PLACE });
  const end = items.length < limit ? last : items.at(-1);
  return {
    items: items.map(({ id, event, at, record, count, version }) => ({
      id,
      ...bodyOf({ event, happenedAt: new Date(at), id: record, count, version }),
    })),
    next: placeText(end ?? place),
  };
}

export const eventLog: EventLog = {
  page: EventPage,
  async read(db, { now, ...asked }) {
    await assertEnterprise(db, now, NOT_IN_PLAN);
    return readEvents(db, asked);
  },
};
