import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { TEST_EVENT } from './events.ts';
import { MAX_TRIES } from './rules/schedule.ts';
import {
  bodyOf,
  type Delivery,
  type DeliveryPage,
  type DeliveryQuery,
  messageIdOf,
  type SendFailedInput,
} from './webhook.ts';

type Row = Pick<Delivery, 'id' | 'endpointId' | 'url' | 'event' | 'outcome'> & {
  record_id: string | null;
  record_count: number;
  record_version: number | null;
  happened_at: Date;
  due_at: Date;
  tries: { at: string; status: number | null; failure: Delivery['tries'][number]['failure']; milliseconds: number }[];
};

type Which = Omit<DeliveryQuery, 'limit'> & { id?: string; limit: number };

export async function listDeliveries(db: UserDb, query: DeliveryQuery): Promise<DeliveryPage> {
  const found = await readDeliveries(db, { ...query, limit: query.limit + 1 });
  const items = found.slice(0, query.limit);
  return { items, nextCursor: found.length > query.limit ? (items.at(-1)?.id ?? null) : null };
}

/** Newest first, as ids are ordered by time. */
async function readDeliveries(db: UserDb, { id, endpoint, event, outcome, cursor, limit }: Which): Promise<Delivery[]> {
  const conditions = [
    sql`true`,
    ...(id ? [sql`d.id = ${id}`] : []),
    ...(endpoint ? [sql`d.endpoint_id = ${endpoint}`] : []),
    ...(event ? [sql`d.event = ${event}`] : []),
    ...(outcome ? [sql`d.state = ${outcome}`] : []),
    ...(cursor ? [sql`d.id < ${cursor}`] : []),
  ];
  const { rows } = await sql<Row>`
    select d.id, d.endpoint_id as "endpointId", e.url, d.event, d.state as outcome, d.record_id, d.record_count, d.record_version, d.happened_at, d.due_at,
      coalesce((select json_agg(json_build_object('at', t.at, 'status', t.status, 'failure', t.failure, 'milliseconds', t.milliseconds) order by t.id)
        from app.webhook_tries t where t.delivery_id = d.id), '[]') as tries
    from app.webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
    where ${sql.join(conditions, sql` and `)} order by d.id desc limit ${limit}`.execute(db);
  return rows.map(({ record_id, record_count, record_version, happened_at, due_at, tries, ...row }) => ({
    ...row,
    messageId: messageIdOf(row.id),
    body: bodyOf({
      event: row.event,
      happenedAt: happened_at,
      id: record_id,
      count: record_count,
      version: record_version,
    }),
    tries: tries.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
    nextTry: row.outcome === 'waiting' ? due_at.toISOString() : null,
  }));
}

async function foundDelivery(db: UserDb, id: string): Promise<Delivery> {
  const [found] = await readDeliveries(db, { id, limit: 1 });
  if (!found)
    throw new AppError('not_found', { message: 'We could not find this delivery. We keep them for 30 days.' });
  return found;
}

/** Resends a delivery with the same id, even if it was already sent. Returns the number of deliveries, 0 or 1. */
export async function sendAgain(db: UserDb, id: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update app.webhook_deliveries set state = 'waiting', manual = true, due_at = app.instant(), leased_until = null where id = ${id}`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** One delivery, or all failed deliveries since a day. */
type ByKey = Partial<SendFailedInput> & { id?: string };

/** Resends for an API key, only events of changes that the key can read. Returns the number of deliveries. */
export async function resendByKey(db: UserDb, { id, since, endpointId }: ByKey): Promise<number> {
  const { rows } =
    await sql`select app.resend_webhooks(${id ?? null}, ${since ?? null}, ${endpointId ?? null})`.execute(db);
  return rows.length;
}

/** Resends failed deliveries, except tests. Returns their number. */
export async function sendFailedAgain(db: UserDb, { since, endpointId }: SendFailedInput): Promise<number> {
  const { numAffectedRows } = await sql`
    update app.webhook_deliveries set state = 'waiting', manual = true, due_at = app.instant(), leased_until = null
    where state = 'failed' and event <> ${TEST_EVENT} and happened_at >= ${since}::date::timestamp at time zone 'Europe/London'
      ${endpointId ? sql`and endpoint_id = ${endpointId}` : sql``}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** A test has one try, and no record id. */
export async function sendTest(db: UserDb, endpointId: string): Promise<Delivery> {
  const { rows } = await sql<{ id: string }>`
    insert into app.webhook_deliveries (endpoint_id, source, event, manual, tries)
    select id, 'test:' || gen_random_uuid(), ${TEST_EVENT}, true, ${MAX_TRIES} from webhook_endpoints where id = ${endpointId}
    returning id`.execute(db);
  if (!rows[0]) throw new AppError('not_found', { message: 'We could not find this endpoint.' });
  return foundDelivery(db, rows[0].id);
}
