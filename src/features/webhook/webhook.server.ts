/** Endpoints of webhooks in SQL. Row-level security allows these tables to owners only. */
import { sql } from 'kysely';
import { hostOf } from '../../outside/webhook/addresses.server.ts';
import { throwNotFoundOrConflict } from '../../server/http/records.server.ts';
import type { Encryption } from '../../server/jobs/encryption.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { addNoticeEvents } from './notice-events.server.ts';
import { newSecret } from './signature.server.ts';
import {
  KEPT_DAYS,
  MAX_ENDPOINTS,
  type NewWebhook,
  ROTATION_HOURS,
  type WebhookChange,
  type WebhookInput,
  type WebhookRecord,
} from './webhook.ts';

type Row = Pick<WebhookRecord, 'id' | 'version' | 'url' | 'events' | 'offReason' | 'days'> & {
  failing_since: Date | null;
  former_until: Date | null;
  date_added: Date;
};

export async function listWebhooks(db: UserDb): Promise<WebhookRecord[]> {
  const { rows } = await sql<Row>`
    select e.id, e.version, e.url, e.events, e.off_reason as "offReason", h.failing_since, e.date_added,
      case when e.previous_until > app.instant() then e.previous_until end as former_until,
      coalesce((select json_agg(json_build_object('day', day, 'sent', sent, 'failed', failed) order by day) from (
        select (d.happened_at at time zone 'Europe/London')::date as day, count(*) filter (where d.state = 'sent') as sent,
          count(*) filter (where d.state = 'failed') as failed
        from app.webhook_deliveries d where d.endpoint_id = e.id and d.state <> 'waiting' and d.happened_at > app.instant() - make_interval(days => ${KEPT_DAYS})
        group by 1) by_day), '[]') as days
    from webhook_endpoints e left join app.webhook_health h on h.endpoint_id = e.id
    order by e.date_added, e.id`.execute(db);
  return rows.map(({ failing_since, former_until, date_added, ...row }) => ({
    ...row,
    failingSince: failing_since?.toISOString() ?? null,
    formerSecretUntil: former_until?.toISOString() ?? null,
    dateAdded: date_added.toISOString(),
  }));
}

async function webhookOf(db: UserDb, id: string): Promise<WebhookRecord | undefined> {
  return (await listWebhooks(db)).find((one) => one.id === id);
}

async function foundWebhook(db: UserDb, id: string): Promise<WebhookRecord> {
  const found = await webhookOf(db, id);
  if (!found) throw new AppError('not_found', { message: 'We could not find this endpoint.' });
  return found;
}

/** Throws `invalid_input` at the maximum number of endpoints. */
export async function addWebhook(
  db: UserDb,
  { url, events }: WebhookInput,
  { encrypt }: Pick<Encryption, 'encrypt'>,
): Promise<NewWebhook> {
  await sql`select app.lock_account()`.execute(db);
  const present = await listWebhooks(db);
  if (present.length >= MAX_ENDPOINTS)
    throw invalidField('url', `You have ${MAX_ENDPOINTS} endpoints. Remove one first.`);
  await addNoticeEvents(db, { hasApi: true });
  const secret = newSecret();
  const { id } = await db
    .insertInto('webhook_endpoints')
    .values({ url, host: hostOf(new URL(url)), events, secret: encrypt(secret) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { secret, record: await foundWebhook(db, id) };
}

type Versioned = { id: string; version: number };

/** `on` clears the reason for being off; switching off keeps an earlier reason. Throws `not_found` or `conflict`. */
export async function changeWebhook(
  db: UserDb,
  { id, version }: Versioned,
  { url, events, on }: WebhookChange,
): Promise<WebhookRecord> {
  if (on) await addNoticeEvents(db, { hasApi: true });
  const changed = await db
    .updateTable('webhook_endpoints')
    .set({
      url,
      host: hostOf(new URL(url)),
      events,
      off_reason: on ? null : sql<string>`coalesce(off_reason, 'owner')`,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  if (!changed) return throwNotFoundOrConflict(db, 'webhook_endpoints', () => webhookOf(db, id), { url, events, on });
  return foundWebhook(db, id);
}

export async function removeWebhook(db: UserDb, { id, version }: Versioned): Promise<void> {
  const removed = await db
    .deleteFrom('webhook_endpoints')
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  if (!removed) await throwNotFoundOrConflict(db, 'webhook_endpoints', () => webhookOf(db, id));
}

/** The previous secret also signs for `ROTATION_HOURS`. Throws `not_found` or `conflict`. */
export async function rotateSecret(
  db: UserDb,
  { id, version }: Versioned,
  { encrypt }: Pick<Encryption, 'encrypt'>,
): Promise<NewWebhook> {
  const secret = newSecret();
  const changed = await db
    .updateTable('webhook_endpoints')
    .set({
      secret: encrypt(secret),
      previous_secret: sql`secret`,
      previous_until: sql`app.instant() + make_interval(hours => ${ROTATION_HOURS})`,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  if (!changed) return throwNotFoundOrConflict(db, 'webhook_endpoints', () => webhookOf(db, id));
  return { secret, record: await foundWebhook(db, id) };
}
