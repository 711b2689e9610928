import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { newestFirst, nullableText, recordTable } from '../../server/db/record-table.server.ts';
import { matchesWords } from '../../server/db/search.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { isDay } from '../../shared/dates.ts';
import {
  type Deadline,
  type DeadlineCounts,
  type DeadlineQuery,
  groupEnds,
  groupOf,
  type OwnDeadline,
  type OwnDeadlineInput,
  type OwnDeadlineQuery,
} from './deadline.ts';
import { type Group, TEXTS } from './listed.ts';
import { COMING, RULE_BY_ID, RULES } from './rules/all.ts';
import type { Fact } from './rules/facts.ts';

const today = sql`(select app.today())`;

/** Whether mark `m` is that of deadline `d`. A mark applies to one day: the next deadline of the rule is open. */
export const isMarkOf = sql<boolean>`m.user_id = d.user_id and m.property_id = d.property_id
  and m.rule = d.rule and m.subject = d.subject and m.day is not distinct from d.day`;
export const marked = sql`deadlines d left join deadline_marks m on ${isMarkOf}`;

export const aside = sql<boolean>`(m.kind in ('done', 'not_needed') or m.kind = 'snoozed' and m.until > ${today}) is true`;

/** Returns the condition of a group, regardless of marks; without a group, that of all deadlines that are due. */
function inGroup(group: Exclude<Group, 'aside'> | undefined, day: string): RawBuilder<boolean> {
  const { month, quarter } = groupEnds(day);
  const due = {
    overdue: sql`d.day < ${day}::date`,
    month: sql`d.day between ${day}::date and ${month}::date`,
    quarter: sql`d.day > ${month}::date and d.day <= ${quarter}::date`,
    later: sql`d.day > ${quarter}::date`,
    any: sql`d.day is not null`,
  };
  const state = group === 'waiting' || group === 'ask' || group === 'coming' ? group : 'due';
  const when = state === 'due' ? due[(group ?? 'any') as keyof typeof due] : sql`true`;
  return sql<boolean>`(d.state = ${sql.lit(state)} and ${when})`;
}

const inList = (group: Group | undefined, day: string) =>
  group === 'aside' ? aside : sql<boolean>`${inGroup(group, day)} and not ${aside}`;

const MAX_WORDS = 8;

/** Each word is in the deadline or in its property, so that 'gas 12 Mill Lane' finds both. */
function matchesSearch(q: string): RawBuilder<boolean> {
  const words = q.trim().split(/\s+/).slice(0, MAX_WORDS);
  const found = words.map(
    (word) => sql`(d.property_id in (select app.find_properties(${word})) or ${matchesWords(sql`d.search`, word)})`,
  );
  return sql<boolean>`(${sql.join(found, sql` and `)})`;
}

type ListParams = DeadlineQuery & { limit: number; cursor?: string | undefined };

type Filter = Pick<DeadlineQuery, 'q' | 'propertyId' | 'kind'>;

function filtersOf({ q, propertyId, kind }: Filter): RawBuilder<boolean> {
  const conditions = [
    sql<boolean>`true`,
    ...(propertyId ? [sql<boolean>`d.property_id = ${propertyId}::uuid`] : []),
    ...(kind ? [sql<boolean>`d.kind = ${kind}`] : []),
    ...(q ? [matchesSearch(q)] : []),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/**
 * Counts deadlines `d`. `put_aside` is true for those with a mark that sets them aside. For speed, it reads only two
 * partial indexes and the few marked rows.
 */
const countsWhere = (filter: Filter, count: RawBuilder<unknown>) => {
  const where = filtersOf(filter);
  const some = (day: RawBuilder<boolean>) =>
    sql`select d.id, d.property_id, d.state, d.day from deadlines d where ${day} and ${where}`;
  return sql`(
    with marked as materialized (
      select d.id from deadline_marks m join deadlines d on ${isMarkOf} where ${aside} and ${where}
    )
    select ${count} from (
      select d.*, d.id in (select id from marked) as put_aside
      from (${some(sql`d.day is not null`)} union all ${some(sql`d.day is null`)}) d
      -- Evaluates put_aside once per row, not in each count.
      offset 0) d)`;
};

const countIn = (group: Group | undefined, day: string) => {
  if (group === 'aside') return sql`count(*) filter (where put_aside)`;
  const which = group === 'ask' ? sql`distinct d.property_id` : sql`*`;
  return sql`count(${which}) filter (where not put_aside and ${inGroup(group, day)})`;
};

type Row = {
  id: string;
  propertyId: string;
  address: string;
  tenancyId: string | null;
  rule: string;
  kind: Deadline['kind'];
  subject: string;
  title: string;
  about: string | null;
  day: string | null;
  state: 'due' | 'waiting' | 'ask' | 'coming';
  asks: Fact[];
  why: string[];
  aside: boolean;
  mark: Deadline['mark'];
};

const columns = sql`d.id, d.property_id as "propertyId", (select p.address || ', ' || p.city from properties p where p.id = d.property_id) as address,
  d.tenancy_id as "tenancyId", d.rule, d.kind, d.subject, d.title, d.about, d.day, d.state, array_remove(array[d.ask], null) as asks, d.why, ${aside} as aside,
  case when m.id is not null then json_build_object('kind', m.kind, 'until', m.until, 'reason', m.reason, 'version', m.version,
    'by', (select name from members where person_id = m.marked_by order by joined_at desc limit 1)) end as mark`;

function shown({ state, aside: isAside, rule, ...row }: Row, day: string): Deadline {
  const known = RULE_BY_ID.get(rule);
  const source = known && {
    name: known.source.name,
    link: known.source.link,
    effectiveFrom: known.source.effectiveFrom,
  };
  return {
    ...row,
    rule,
    group: groupOf({ state, day: row.day, aside: isAside }, day),
    source: source ?? null,
  };
}

/** Day, property and id of the last row. */
const Cursor = z.tuple([z.string().refine((text) => text === '' || isDay(text)), z.uuid(), z.uuid()]);

function after(cursor: string | undefined, ask: boolean): RawBuilder<boolean> {
  if (!cursor) return sql`true`;
  try {
    const [day, property, id] = Cursor.parse(JSON.parse(cursor));
    if (ask) return sql`d.property_id > ${property}::uuid`;
    const place = sql<boolean>`(d.property_id, d.id) > (${property}::uuid, ${id}::uuid)`;
    return day === '' ? place : sql`(d.day >= ${day}::date and (d.day > ${day}::date or ${place}))`;
  } catch (cause) {
    throw new AppError('bad_request', { message: 'We could not find that page of the list. Reload it.', cause });
  }
}

export type DeadlinePage = { items: Deadline[]; nextCursor: string | null; total: number };

/**
 * Returns a page, soonest first and by property on the same day; in the group 'ask', one row per home. Throws
 * `bad_request` for an invalid cursor.
 */
export async function listDeadlines(
  db: UserDb,
  { limit, cursor, ...filter }: ListParams,
  day: string,
): Promise<DeadlinePage> {
  const where = sql<boolean>`${inList(filter.group, day)} and ${filtersOf(filter)}`;
  const ask = filter.group === 'ask';
  const rows = ask
    ? homesWithQuestions(where, after(cursor, true))
    : sql`
    select ${columns} from ${marked} where ${where} and ${after(cursor, false)}`;
  const order = ask ? sql`"propertyId"` : sql`day, "propertyId", id`;
  const { rows: results } = await sql<Row & { total: number }>`
    select page.*, ${countsWhere(filter, sql`${countIn(filter.group, day)}::integer`)} as total
    from (${rows} order by ${order} limit ${limit + 1}) page order by ${order}`.execute(db);
  const page = results.slice(0, limit).map(({ total: _, ...row }) => shown(row, day));
  const last = page.at(-1);
  const more = results.length > limit && last;
  return {
    items: page,
    nextCursor: more ? JSON.stringify([last.day ?? '', last.propertyId, last.id]) : null,
    total: results[0]?.total ?? 0,
  };
}

/** Selects one row per home, with all its missing facts. */
const homesWithQuestions = (where: RawBuilder<boolean>, next: RawBuilder<boolean>) => sql`
  select min(d.id::text)::uuid as id, d.property_id as "propertyId", min(p.address || ', ' || p.city) as address, null::uuid as "tenancyId", 'facts' as rule,
    'home' as kind, '' as subject, 'Facts missing' as title, null as about, null::date as day, 'ask' as state, array_agg(distinct d.ask) as asks,
    coalesce(jsonb_agg(d.why -> 0) filter (where d.why <> '[]'), '[]') as why, false as aside, null::json as mark
  from ${marked} join properties p on p.id = d.property_id where ${where} and ${next} group by d.property_id`;

/** Returns a deadline, or undefined if it is unknown or out of reach. */
export async function getDeadline(db: UserDb, id: string, day: string): Promise<Deadline | undefined> {
  const { rows } = await sql<Row>`select ${columns} from ${marked} where d.id = ${id}`.execute(db);
  return rows[0] && shown(rows[0], day);
}

export async function countDeadlines(db: UserDb, filter: Filter, day: string): Promise<DeadlineCounts> {
  const groups = ['overdue', 'month', 'quarter', 'later', 'waiting', 'ask', 'coming', 'aside'] as const;
  const each = groups.map((group) => sql`${sql.lit(group)}, ${countIn(group, day)}`);
  const { rows } = await sql<{ groups: DeadlineCounts['groups']; nations: { nation: string; homes: number }[] }>`
    select ${countsWhere(filter, sql`json_build_object(${sql.join(each)})`)} as groups,
      (select coalesce(json_agg(json_build_object('nation', nation, 'homes', homes) order by nation), '[]') from app.homes_by_nation()) as nations`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL counted no deadlines');
  const england = row.nations.find(({ nation }) => nation === 'England')?.homes ?? 0;
  return {
    groups: row.groups,
    homes: england,
    rules: RULES.length,
    notCovered: row.nations.filter(({ nation }) => nation !== 'England' && nation !== 'unsure'),
    coming: england > 0 ? [...COMING] : [],
  };
}

const own = recordTable<OwnDeadlineInput, OwnDeadline, OwnDeadline, OwnDeadlineQuery>({
  table: 'own_deadlines',
  noun: 'own deadline',
  columns: {
    propertyId: 'property_id',
    title: 'title',
    day: 'day',
    repeatMonths: 'repeat_months',
    note: nullableText('note'),
  },
  orders: { newest: newestFirst },
  find: (q) => sql`app.find_own_deadlines(${q})`,
  filters: { propertyId: (id) => sql`property_id = ${id}::uuid` },
});

async function assertProperty(db: UserDb, { propertyId }: OwnDeadlineInput): Promise<void> {
  const { rows } = await sql`select from properties where id = ${propertyId} for key share`.execute(db);
  if (rows.length === 0) throw invalidField('propertyId', 'Choose a property');
}

/** A save throws `invalid_input` for a missing property. */
export const ownTable: typeof own = {
  ...own,
  add: async (db, input, also) => {
    await assertProperty(db, input);
    return own.add(db, input, also);
  },
  change: async (db, request) => {
    if (!(await own.get(db, request.id))) throw new AppError('not_found', { message: TEXTS.notFound });
    await assertProperty(db, request.input as OwnDeadlineInput);
    return own.change(db, request);
  },
};
