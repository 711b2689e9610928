/** Notices: facts that need attention, selected in one statement, with the member's marks, and worded here. */
import { type RawBuilder, sql } from 'kysely';
import { type NoticeFact, type NoticePart, today } from '../../server/noun-parts.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { daysBetween, formatDay } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import { NOUNS } from '../nouns.server.ts';
import type { Notice, NoticeState, Notices } from './notification.ts';

type Part = NoticePart & { kind: string };
const PARTS: readonly Part[] = NOUNS.flatMap(({ notices = {} }) =>
  Object.entries(notices).map(([kind, part]) => ({ kind, ...part })),
);
/** Listed on the overview only if more urgent kinds do not fill the list. */
const LATER = PARTS.filter(({ urgent }) => urgent === 'never');
const SOONER = PARTS.filter(({ urgent }) => urgent !== 'never');

/** `only` is a further SQL condition. `first` limits the facts of each kind. */
type FactFilter = { only?: RawBuilder<unknown>; first?: RawBuilder<unknown> };

/** Selects the facts of these kinds with day and rank. Other columns are looked up only for the facts of a page. */
function selectFacts(parts: readonly Part[], { only = sql``, first }: FactFilter): RawBuilder<unknown> {
  const firstBy = (order: RawBuilder<unknown>) => (first ? sql`order by ${order} limit ${first}` : sql``);
  const each = parts.map(({ kind, facts, urgent }) => {
    const rank = { always: sql`1`, never: sql`3`, today: sql`case when day < ${today} then 1 else 2 end` }[
      urgent ?? 'today'
    ];
    return sql`select ${sql.lit(kind)} as kind, id, about, day, ${rank} as rank from (${facts({ only, firstBy })}) of_kind`;
  });
  return sql.join(each, sql` union all `);
}

/** Computed only for listed or marked facts: for 10,000 facts it takes longer than selecting them. */
const factKey = sql`concat_ws(':', kind, id, about, case when rank < 3 then day end)`;

const SNOOZED = sql`notice_states where snoozed_until > ${today}`;

/** Counts the notices of these kinds, without snoozed notices. Uses a noun's own `count` if there is one. */
const count = (parts: readonly Part[]) => sql<number>`(
  ${sql.join(
    parts.map((part) => sql`(${part.count ?? sql`select count(*) from (${selectFacts([part], {})}) of_kind`})`),
    sql` + `,
  )}
  - (select count(*) from (${selectFacts(parts, {
    only: sql`and id in (select split_part(key, ':', 2)::uuid from ${SNOOZED} and split_part(key, ':', 2) ~ '^[0-9a-f-]{36}$')`,
  })}) marked join (select key from ${SNOOZED}) snoozed on key = ${factKey}))`;
const soonerCount = count(SOONER);
const laterCount = count(LATER);

/** `expiring` selects only items that expire today. */
type Emailed = { expiring: boolean };

type Params = { state: NoticeState; limit: number; cursor?: string | undefined; emailed?: Emailed };

/**
 * The first page in round robin, which has no cursor. `first` excludes kinds that are never urgent, and limits the
 * facts of each other kind.
 */
type FirstParams = Pick<Params, 'state' | 'limit'> & { first: RawBuilder<unknown> };
type PageParams = (Params & { first?: never }) | (FirstParams & { cursor?: never; emailed?: never });

/** CTEs: `facts`, and `listed`, which adds the member's marks. */
const factsFor = ({
  emailed,
  first,
}: {
  emailed?: Emailed | undefined;
  first?: RawBuilder<unknown> | undefined;
} = {}) => {
  const parts = emailed?.expiring ? PARTS.filter((part) => part.emailed) : first ? SOONER : PARTS;
  const which = first ? { first } : {};
  return sql`
  facts as (
    select * from (${selectFacts(parts, which)}) found ${emailed?.expiring ? sql`where day = ${today}` : sql``}
  ),
  listed as materialized (
    select facts.*, read_at is not null as read, case when snoozed_until > ${today} then snoozed_until end as snoozed_until
    from facts left join (select *, split_part(key, ':', 2) as marked from notice_states) marks
      -- The first condition narrows the rows, so that the key is computed only for them.
      on marked = coalesce(id::text, day::text) and marks.key is not distinct from ${factKey}
  )`;
};
const facts = factsFor();

/** Sorts like `position`, without computing the key of every fact. */
const order = sql`rank, day, kind collate "C", id, about collate "C"`;
/** Round robin: one fact of each kind before a second one, so that many old deadlines do not hide late rent. */
const kindRound = sql`row_number() over (partition by rank, kind order by day, id, about collate "C") as kind_round`;
const roundRobin = sql`rank, kind_round, day, kind collate "C"`;
/** The position in `order` as text, used as the cursor. */
const position = sql`rank || ':' || day || ':' || ${factKey}`;

function shownOf(name: 'name' | 'where' | 'amount' | 'count'): RawBuilder<unknown> {
  const cases = PARTS.flatMap(({ kind, shown }) =>
    shown?.[name] ? [sql`when ${sql.lit(kind)} then (${shown[name]})`] : [],
  );
  return sql`${sql.lit(name)}, case kind ${sql.join(cases, sql` `)} end`;
}

const shown = sql`
  json_build_object('key', key, 'kind', kind, 'group', ('{urgent,coming,later}'::text[])[rank], 'id', id, 'about', about, 'day', day,
    'read', read, 'snoozedUntil', snoozed_until, ${sql.join((['name', 'where', 'amount', 'count'] as const).map(shownOf))})`;

/** The position of the last listed fact, if there are more. */
const nextCursor = (limit: number) => sql`(
  select max((${position}) collate "C") from (select * from page order by ${order} limit ${limit}) page
  where (select count(*) from page) > ${limit})`;

type NoticePage = { today: string; items: NoticeFact[]; nextCursor: string | null; counts: Notices['counts'] };

function noticePage({ state, limit, cursor, ...which }: PageParams): RawBuilder<NoticePage> {
  const hidden = sql`snoozed_until is not null`;
  const inOrder = which.first ? roundRobin : order;
  return sql`(with ${factsFor(which)},
    page as (
      select *, ${factKey} as key from (
        select * ${which.first ? sql`, ${kindRound}` : sql``} from listed
        where ${hidden} = ${state === 'snoozed'} ${cursor ? sql`and (${position}) collate "C" > ${cursor}` : sql``}
        order by ${inOrder} limit ${limit + 1}) listed
    )
    select json_build_object(
      'today', ${today},
      'items', coalesce((select json_agg(${shown} order by ${inOrder}) from (select * from page order by ${inOrder} limit ${limit}) page), '[]'),
      'nextCursor', ${which.first ? sql`null` : nextCursor(limit)},
      'counts', (select json_build_object('urgent', count(*) filter (where not ${hidden} and rank = 1),
        'coming', count(*) filter (where not ${hidden} and rank = 2), 'later', count(*) filter (where not ${hidden} and rank = 3),
        'unread', count(*) filter (where not ${hidden} and not read), 'snoozed', count(*) filter (where ${hidden}))
        from listed)))`;
}

function inWords({ today: day, items: page, ...rest }: NoticePage): Notices {
  return { ...rest, items: page.map((fact) => noticeOf(fact, day)) };
}

export function noticeOf(fact: NoticeFact, today: string): Notice {
  const { key, kind, group, day, where, read, snoozedUntil } = fact;
  const part = PARTS.find((one) => one.kind === kind);
  if (!part) throw new Error(`No noun has notices of ${kind}`);
  const left = daysBetween(today, day);
  return {
    key,
    kind,
    icon: part.icon,
    group,
    where: where ?? '',
    day,
    since: group === 'coming' ? formatDay(day) : `Since ${formatDay(day)}`,
    away: timeUntilText(part, left),
    read,
    snoozedUntil,
    ...part.words(fact, left),
  };
}

function timeUntilText({ urgent, past = 'ago' }: NoticePart, left: number): string {
  const days = counted(Math.abs(left), 'day');
  if (urgent === 'never') return days;
  if (left > 0) return `${days} left`;
  return left === 0 ? 'today' : `${days} ${past}`;
}

export async function listNotices(db: UserDb, params: Params): Promise<Notices> {
  const { rows } = await sql<{ page: NoticePage }>`select ${noticePage(params)} as page`.execute(db);
  if (!rows[0]) throw new Error('PostgreSQL found no page');
  return inWords(rows[0].page);
}

/**
 * Returns the first notices in round robin, and the total. A large agent has 10,000 facts, so they are counted, and
 * only the first of each kind are read. Kinds that are never urgent are read only to fill `limit`.
 */
export async function firstNotices(db: UserDb, limit: number): Promise<{ items: Notices['items']; total: number }> {
  const first = sql`((select count(*) from ${SNOOZED}) + ${limit})`;
  const { rows } = await sql<{ page: NoticePage; found: number; later: number }>`
    select ${noticePage({ state: 'todo', limit, first })} as page, ${soonerCount} as found, ${laterCount} as later`.execute(
    db,
  );
  if (!rows[0]) throw new Error('PostgreSQL found no page');
  const { page, found: sooner, later } = rows[0];
  const { items } =
    page.items.length < limit && later > 0 ? await listNotices(db, { state: 'todo', limit }) : inWords(page);
  return { items, total: sooner + later };
}

export async function noticesToEmail(db: UserDb, { expiring, limit }: Emailed & { limit: number }) {
  const { items: notices, counts } = await listNotices(db, { state: 'todo', limit, emailed: { expiring } });
  return { notices, total: counts.urgent + counts.coming + counts.later };
}

/** Deletes the marks of facts that no longer exist, so that marks cannot outnumber facts. */
const staleMarks = sql`stale_marks as (delete from notice_states where key not in (select ${factKey} from facts))`;

export async function readNotices(db: UserDb, keys?: readonly string[]): Promise<void> {
  await sql`with ${facts}, ${staleMarks}
    insert into notice_states (key, read_at)
    select ${factKey}, app.instant() from listed where ${keys ? sql`${factKey} = any(${keys})` : sql`snoozed_until is null`} and not read
    on conflict (member_id, key) do update set read_at = excluded.read_at`.execute(db);
}

/** Snoozes a notice at most to the day after it expires, or restores it. Throws `not_found` or `invalid_input`. */
export async function snoozeNotice(db: UserDb, { key, until }: { key: string; until: string | null }) {
  const { rows } = await sql<{ until: string | null; past: boolean }>`with ${facts}, ${staleMarks}
    insert into notice_states (key, read_at, snoozed_until)
    select ${factKey}, app.instant(), least(${until}::date, case when ${until}::date is not null and rank = 2 then day + 1 end)
    from facts where ${factKey} = ${key}
    on conflict (member_id, key) do update set snoozed_until = excluded.snoozed_until, read_at = coalesce(notice_states.read_at, excluded.read_at)
    returning snoozed_until as until, snoozed_until <= ${today} as past`.execute(db);
  if (!rows[0]) throw new AppError('not_found');
  if (rows[0].past) throw invalidField('until', 'Choose a day after today');
  return { until: rows[0].until };
}
