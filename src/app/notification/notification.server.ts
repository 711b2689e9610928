/** The facts that need attention, found by one statement, and what the landlord did about them. */
import { type RawBuilder, sql } from 'kysely';
import { CONSENT_SOON_DAYS } from '../../features/bank/connection/connection.ts';
import { EXPIRING_DAYS } from '../../features/property/compliance/marks.ts';
import { ENDING_DAYS } from '../../features/tenant/lease.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { type Fact, FIRST_DAYS, type NoticeState, type Notices, noticeOf } from './notification.ts';

const today = sql`(select app.today())`;
const within = (days: number) => sql`${today} + ${sql.lit(days)}`;
/** The days of a bank's consent and of a failed payment are those of London. */
const londonDay = (instant: string) => sql`(${sql.ref(instant)} at time zone 'Europe/London')::date`;

/** For emails alone: whether it is about what expires today. They leave out what is sample. */
type Emailed = { expiring: boolean };

type Which = { real?: RawBuilder<unknown>; first?: RawBuilder<unknown> };

const isLease = sql`coalesce(lease_end, 'infinity') <= ${within(ENDING_DAYS)} and moved_out is null and not (periodic_declined and lease_end < ${today})`;
const isOverdue = sql`status = 'pending' and date < ${today}`;

/** Each fact of the landlord with its day, or the `first` of each kind; everything else is looked up for those that are shown. */
function found({ real = sql``, first }: Which): RawBuilder<unknown> {
  const firstBy = (column: RawBuilder<unknown>) => (first ? sql`order by ${column} limit ${first}` : sql``);
  return sql`
  (select 'certificate' as kind, p.id, ends.key as about, ends.value::date as day
  from (select id, compliance_items from properties
      where first_end <= (select (${within(EXPIRING_DAYS)})::text) ${real} ${firstBy(sql`first_end, id`)}) p
    cross join lateral jsonb_each_text(p.compliance_items -> 'ends') ends
  where ends.value::date <= ${within(EXPIRING_DAYS)} ${firstBy(sql`ends.value::date, p.id, ends.key`)})
  union all
  (select 'lease', id, null, lease_end from tenant_leases where ${isLease} ${real} ${firstBy(sql`coalesce(lease_end, 'infinity'), id`)})
  union all
  (select 'overdue', id, null, date from transactions where ${isOverdue} ${real} ${firstBy(sql`date, id`)})
  union all
  select 'consent', c.id, null, ends.day
  from bank_connections c cross join lateral (select ${londonDay('least')} as day from least(c.access_until, c.reconfirm_by)) ends
  where c.status in ('active', 'ended') and ends.day <= ${within(CONSENT_SOON_DAYS)} and exists (
    select from bank_feeds f where f.connection_id = c.id and f.bank_account_id is not null)
  union all
  select 'payment', null, null, ${londonDay('since')}
  from (select coalesce(owed_since, paid_until) as since from subscriptions where state = 'past_due') owed where since is not null
  union all
  -- Of somebody who records rent: whoever does not would be told of every tenant.
  select 'rent', t.id, null, late.day from (
    select tenancy_id, min(date) as day from rent_entries where unpaid and date < ${today} group by tenancy_id) late
  join tenancies t on t.id = late.tenancy_id
  where exists (select from rent_entries where kind = 'payment') ${real}`;
}

/** Names a fact with its day. Made only of those that are shown or marked: of a big agent's 10,000 it would take longer than finding them. */
const named = sql`concat_ws(':', kind, id, about, case when kind <> 'notRecorded' then day end)`;

const isNotRecorded = sql`not_recorded > 0 and added_on <= ${within(-FIRST_DAYS)}`;
const notRecorded = (real: RawBuilder<unknown>) => sql`
  union all
  select 'notRecorded', id, null, added_on from properties where ${isNotRecorded} ${real}`;
/** How many of these are to do. */
const notRecordedCount = sql<number>`(
  (select count(*) from properties where ${isNotRecorded})
  - (select count(*) from notice_marks m join properties on m.key = 'notRecorded:' || id where snoozed_until > ${today} and ${isNotRecorded}))`;

const SNOOZED = sql`notice_marks where snoozed_until > ${today}`;

/** How many others there are to do, counted without making a fact of each. */
const foundCount = sql<number>`(
  (select coalesce(sum(width_bucket((${within(EXPIRING_DAYS)})::text collate "C", end_days)), 0) from properties)
  + (select count(*) from tenant_leases where ${isLease})
  + (select count(*) from transactions where ${isOverdue})
  + (select count(*) from (${found({ first: sql`0` })}) others)
  - (select count(*) from (${found({
    real: sql`and id in (select split_part(key, ':', 2)::uuid from ${SNOOZED} and key !~ '^payment:')`,
  })}) marked join (select key from ${SNOOZED} and key !~ '^notRecorded:') snoozed on key = ${named}))`;

type Asked = {
  state: NoticeState;
  limit: number;
  cursor?: string | undefined;
  emailed?: Emailed;
  /** Leaves out what is not recorded, and of other kinds all but so many of each. */
  first?: RawBuilder<unknown>;
};

/** In the order of the list: first what is overdue or has expired, then by day. */
const factsFor = ({ emailed, first }: Pick<Asked, 'emailed' | 'first'> = {}) => {
  const real = emailed ? sql`and not sample` : sql``;
  return sql`
  facts as (
    select *, case when kind = 'notRecorded' then 3 when kind = 'payment' or day < ${today} then 1 else 2 end as rank
    from (${found({ real, ...(first && { first }) })} ${first ? sql`` : notRecorded(real)}) found
    ${emailed?.expiring ? sql`where kind = 'certificate' and day = ${today}` : sql``}
  ),
  listed as materialized (
    select facts.*, read_at is not null as read, case when snoozed_until > ${today} then snoozed_until end as snoozed_until
    from facts left join (select *, split_part(key, ':', 2) as marked from notice_marks) marks
      -- Found by the first, so that the key is made of those alone.
      on marked = coalesce(id::text, day::text) and marks.key is not distinct from ${named}
  )`;
};
const facts = factsFor();

/** As by `place`, without making it of every fact. */
const order = sql`rank, day, kind collate "C", id, about collate "C"`;
/** Where one stands in that order, as text, for the next page. */
const place = sql`rank || ':' || day || ':' || ${named}`;

/** What stands in words beside the fact. */
const shown = sql`
  json_build_object('key', key, 'kind', kind, 'group', ('{urgent,coming,later}'::text[])[rank], 'id', id, 'about', about, 'day', day, 'count', coalesce((select not_recorded from properties p where kind = 'notRecorded' and p.id = page.id), 0),
    'read', read,
    'snoozedUntil', snoozed_until,
    'name', case kind
      when 'certificate' then (select name from property_certificates c where c.property_id = page.id and c.id::text = about)
      when 'lease' then (select name from tenants where tenants.id = page.id)
      when 'overdue' then (select description from transactions t where t.id = page.id)
      when 'rent' then (select names from tenancies t where t.id = page.id)
      when 'consent' then (select institution from bank_connections b where b.id = page.id)
      when 'payment' then (select nullif(plan_ends, 'infinity') at time zone 'Europe/London' from app.standing(app.instant()) st where st.user_id = app.user_id())::date::text end,
    'where', case kind
      when 'lease' then (select property_name from tenants where tenants.id = page.id)
      when 'overdue' then (select coalesce(p.address || ', ' || p.city, t.property_address) from transactions t left join properties p on p.id = t.property_id where t.id = page.id)
      when 'rent' then (select property_name from tenancies t where t.id = page.id)
      when 'consent' then (select string_agg(b.name, ', ' order by b.name) from bank_feeds f join bank_accounts b on b.id = f.bank_account_id where f.connection_id = page.id)
      else (select address || ', ' || city from properties p where p.id = page.id) end,
    'amount', case kind
      when 'overdue' then (select (amount * 100)::bigint from transactions t where t.id = page.id)
      when 'rent' then (select (sum(amount - settled) * 100)::bigint from rent_entries e where e.tenancy_id = page.id and unpaid and date < ${today}) end)`;

type NoticePage = { today: string; items: Fact[]; nextCursor: string | null; counts: Notices['counts'] };

/** A page of them as JSON. */
function noticePage({ state, limit, cursor, ...which }: Asked): RawBuilder<NoticePage> {
  const hidden = sql`snoozed_until is not null`;
  return sql`(with ${factsFor(which)},
    page as (
      select *, ${named} as key from (
        select * from listed
        where ${hidden} = ${state === 'snoozed'} ${cursor ? sql`and (${place}) collate "C" > ${cursor}` : sql``}
        order by ${order} limit ${limit + 1}) listed
    )
    select json_build_object(
      'today', ${today},
      'items', coalesce((select json_agg(${shown} order by ${order}) from (select * from page order by ${order} limit ${limit}) page), '[]'),
      'nextCursor', (select max((${place}) collate "C") from (select * from page order by ${order} limit ${limit}) page where (select count(*) from page) > ${limit}),
      'counts', (select json_build_object('urgent', count(*) filter (where not ${hidden} and rank = 1),
        'coming', count(*) filter (where not ${hidden} and rank = 2), 'later', count(*) filter (where not ${hidden} and rank = 3),
        'unread', count(*) filter (where not ${hidden} and not read), 'snoozed', count(*) filter (where ${hidden}))
        from listed)))`;
}

/** The page in words. */
function inWords({ today: day, items: page, ...rest }: NoticePage): Notices {
  return { ...rest, items: page.map((fact) => noticeOf(fact, day)) };
}

export async function listNotices(db: UserDb, asked: Asked): Promise<Notices> {
  const { rows } = await sql<{ page: NoticePage }>`select ${noticePage(asked)} as page`.execute(db);
  if (!rows[0]) throw new Error('PostgreSQL found no page');
  return inWords(rows[0].page);
}

/**
 * The first to do, and how many there are in all. A big agent has 10,000 facts: they are counted, and only the first of each kind are
 * looked at. What is not recorded comes last, and is read only where the others are too few.
 */
export async function firstNotices(db: UserDb, limit: number): Promise<{ items: Notices['items']; total: number }> {
  const first = sql`((select count(*) from ${SNOOZED}) + ${limit})`;
  const { rows } = await sql<{ page: NoticePage; found: number; later: number }>`
    select ${noticePage({ state: 'todo', limit, first })} as page, ${foundCount} as found, ${notRecordedCount} as later`.execute(
    db,
  );
  if (!rows[0]) throw new Error('PostgreSQL found no page');
  const { page, found: others, later } = rows[0];
  const { items } =
    page.items.length < limit && later > 0 ? await listNotices(db, { state: 'todo', limit }) : inWords(page);
  return { items, total: others + later };
}

/** The first notices to do for an email, and how many there are in all. */
export async function noticesToEmail(db: UserDb, { expiring, limit }: Emailed & { limit: number }) {
  const { items: notices, counts } = await listNotices(db, { state: 'todo', limit, emailed: { expiring } });
  return { notices, total: counts.urgent + counts.coming + counts.later };
}

/** Forgets what was done about facts that are no more, so that marks never outgrow the facts. */
const forgotten = sql`forgotten as (delete from notice_marks where key not in (select ${named} from facts))`;

/** Marks these as read, or all that are to do. */
export async function readNotices(db: UserDb, keys?: readonly string[]): Promise<void> {
  await sql`with ${facts}, ${forgotten}
    insert into notice_marks (key, read_at)
    select ${named}, app.instant() from listed where ${keys ? sql`${named} = any(${keys})` : sql`snoozed_until is null`} and not read
    on conflict (user_id, key) do update set read_at = excluded.read_at`.execute(db);
}

/** Puts one off, at most to the day after it expires, or brings it back. Until when; throws `not_found` for no notice of the landlord. */
export async function snoozeNotice(db: UserDb, { key, until }: { key: string; until: string | null }) {
  const { rows } = await sql<{ until: string | null; past: boolean }>`with ${facts}, ${forgotten}
    insert into notice_marks (key, read_at, snoozed_until)
    select ${named}, app.instant(), least(${until}::date, case when ${until}::date is not null and rank = 2 then day + 1 end)
    from facts where ${named} = ${key}
    on conflict (user_id, key) do update set snoozed_until = excluded.snoozed_until, read_at = coalesce(notice_marks.read_at, excluded.read_at)
    returning snoozed_until as until, snoozed_until <= ${today} as past`.execute(db);
  if (!rows[0]) throw new AppError('not_found');
  if (rows[0].past) throw invalidField('until', 'Choose a day after today');
  return { until: rows[0].until };
}
