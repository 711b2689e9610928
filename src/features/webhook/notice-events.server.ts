/** Events of late rents and expiring certificates, from the facts of their notices. Each fact has one event. */
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { Clock } from '../../outside/clock.ts';
import { inTurn } from '../../server/jobs/queue.server.ts';
import { runOnBehalfOf, type UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { propertyParts } from '../property/parts.server.ts';
import { tenancyParts } from '../tenancy/parts.server.ts';
import { EVERYTHING, NOTICE_EVENTS, type NoticeEvent } from './events.ts';

const PARTS = {
  'rent.late': tenancyParts.notices.rent,
  'certificate.expiring': propertyParts.notices.certificate,
} as const;

const facts = (event: NoticeEvent): RawBuilder<unknown> => sql`
  select ${sql.lit(event)} as event, id, concat_ws(':', ${sql.lit(event)}::text, id, about, day) as key
  from (${PARTS[event].facts({ only: sql``, firstBy: () => sql`` })}) of_notice`;

const FACTS = sql`facts as materialized (${sql.join(NOTICE_EVENTS.map(facts), sql` union all `)})`;

/**
 * Marks new facts as known, and adds their deliveries. The record id is that of the tenancy or the property. Also runs
 * before an endpoint is added or switched on, so that it gets events of later facts only.
 */
export async function addNoticeEvents(db: UserDb, { hasApi }: { hasApi: boolean }): Promise<void> {
  await sql`select app.lock_account()`.execute(db);
  await sql`delete from app.webhook_notices where key not in (with ${FACTS} select key from facts)`.execute(db);
  await sql`with ${FACTS},
    noted as (insert into app.webhook_notices (key) select distinct key from facts on conflict do nothing returning key)
    insert into app.webhook_deliveries (endpoint_id, source, event, record_id)
    select e.id, f.key, f.event, f.id from noted join facts f on f.key = noted.key
    join webhook_endpoints e on ${hasApi} and e.off_reason is null and e.events && array[f.event, ${EVERYTHING}]
    on conflict do nothing`.execute(db);
}

/** Runs for accounts with an active endpoint. An account without the API gets no events, not even later. */
export async function addAllNoticeEvents({ pool, clock }: { pool: pg.Pool; clock: Clock }): Promise<void> {
  const now = clock.now();
  const { rows } = await pool.query<{ user_id: string; has_api: boolean }>('select * from app.webhook_accounts($1)', [
    now,
  ]);
  await inTurn(rows, ({ user_id: userId, has_api: hasApi }) =>
    runOnBehalfOf(pool, { userId, now }, (db) => addNoticeEvents(db, { hasApi })).catch((error: unknown) => {
      // The account was deleted concurrently.
      if (!(error instanceof AppError && error.code === 'unauthenticated')) throw error;
    }),
  );
}
