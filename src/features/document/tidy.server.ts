import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import type { RetentionInput, Tidy } from './document.ts';
import { fileOf, latestVersionOf } from './list.server.ts';
import { DOCUMENT_TYPES } from './listed.ts';
import { type KeepFacts, keepingWords, mayGo } from './rules/keep.ts';

const MAX_ITEMS = 100;

type Row = Pick<Tidy['items'][number], 'id' | 'title' | 'type' | 'file'> & KeepFacts;

/** The tenancies to which a document is linked, directly or by a tenant; otherwise those of its property on its day. */
const TENANCIES = sql`(
  with linked as (
    select coalesce(l.tenancy_id, t.tenancy_id) as id, l.property_id
    from document_links l left join tenants t on t.id = l.tenant_id where l.document_id = d.id)
  select y.id, y.ended_on from tenancies y
  where y.id in (select id from linked) or not exists (select from linked where id is not null) and y.property_id in (select property_id from linked)
    and y.start_date <= d.day + 60 and coalesce(y.ended_on, 'infinity') >= d.day)`;

/** The number of later documents of the same type at the same property; the maximum over several properties. */
const LATER = sql`
  select document_id, max(later) as later from (
    select l.document_id, rank() over (partition by l.property_id, o.type order by o.day desc nulls last) - 1 as later
    from document_links l join documents o on o.id = l.document_id where l.property_id is not null) ranked
  group by document_id`;

export async function readTidy(db: UserDb, today: string): Promise<Tidy> {
  const own = await db.selectFrom('document_retention').select(['type', 'months']).execute();
  const months = (type: string) => own.find((one) => one.type === type)?.months;
  const { rows } = await sql<Row>`
    select d.id, d.title, d.type, d.day, d.valid_until as "validUntil", ${fileOf(sql`d.id`, 'v')} as file, coalesce(n.later, 0) as later,
      case when y.running = 0 then y.ended end as "tenancyEnded", coalesce(y.owed, 0)::bigint as owed
    from documents d cross join lateral ${latestVersionOf(sql`d.id`)} v
    left join (${LATER}) n on n.document_id = d.id
    cross join lateral (
      select max(y.ended_on) as ended, count(*) filter (where y.ended_on is null or y.ended_on >= ${today}::date) as running,
        sum((select (sum(e.amount - e.settled) * 100)::bigint from ledger_entries e where e.tenancy_id = y.id and e.unpaid)) as owed
      from ${TENANCIES} y) y
    where d.id not in (select document_id from app.given_documents())
    order by d.date_added, d.id`.execute(db);
  const items = rows.flatMap((row): Tidy['items'] => {
    const { id, title, type, file, ...facts } = row;
    const found = mayGo({ type, ...facts }, { today, months: months(type) });
    return found ? [{ id, title, type, file, ...found }] : [];
  });
  const retention = DOCUMENT_TYPES.map((type) => ({ type, usual: keepingWords(type), months: months(type) ?? null }));
  return { items: items.slice(0, MAX_ITEMS), retention };
}

/** Null months restore the default. */
export async function setRetention(db: UserDb, { type, months }: RetentionInput): Promise<void> {
  if (months === null) {
    await db.deleteFrom('document_retention').where('type', '=', type).execute();
    return;
  }
  await sql`insert into document_retention (type, months) values (${type}, ${months})
    on conflict (user_id, type) do update set months = excluded.months`.execute(db);
}
