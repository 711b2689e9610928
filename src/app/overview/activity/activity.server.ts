/** Recent activity over all nouns, in SQL and in words. Only the first step of a save is listed. */
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { changesForApi } from '../../../features/property/history/history.server.ts';
import type { HistoryEntry } from '../../../features/property/history/history.ts';
import { entryLines } from '../../../features/property/history/history-lines.ts';
import type { ActivityNoun } from '../../../server/noun-parts.server.ts';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { counted } from '../../../shared/text.ts';
import { NOUNS } from '../../nouns.server.ts';
import type { Activity, ActivityPeople } from './activity.ts';

/** Kinds of activity, by the noun in the database's log. */
const KINDS: Readonly<Record<string, ActivityNoun>> = Object.fromEntries(
  NOUNS.flatMap(({ activity = {} }) => Object.entries(activity)),
);

const GROUPS = Object.fromEntries(NOUNS.flatMap(({ id, activity }) => (activity ? [[id, Object.keys(activity)]] : [])));

export const ActivityFilter = z.object({
  noun: z.enum(Object.keys(GROUPS)).optional(),
  about: z.uuid().optional().describe('This record, and records that are part of it or linked to it'),
  by: z
    .union([z.uuid(), z.literal('tenure')])
    .optional()
    .describe('The id of one of the response’s people, or tenure for automatic changes'),
});
type ActivityFilter = z.infer<typeof ActivityFilter>;

/** Log entries scanned for each listed save. */
const STEPS = 10;

/** The response of `activitiesJson`; TypeScript adds the words. */
export type StoredActivity = Omit<Activity, 'icon' | 'words' | 'href'> &
  Omit<HistoryEntry, 'changes'> & { about: string | null; changes: unknown };

const TABLES = [...new Set(Object.values(KINDS).flatMap(({ table }) => table ?? []))];

/** The record's id if it still exists. */
const PRESENT = sql.join(
  TABLES.map((table) => sql`select id from ${sql.table(table)} where id = record_id`),
  sql` union all `,
);

const NAME_AND_ROLE = sql`m.name || case m.role when 'owner' then '' else ' (' || m.role || ')' end`;

/** Includes former members. Jobs have no actor. */
const ACTOR = sql`coalesce((select ${NAME_AND_ROLE} from members m where m.person_id = actor_id order by m.joined_at desc limit 1), app.key_label(actor_id))`;

const PEOPLE = sql<z.infer<typeof ActivityPeople>>`(
  select json_agg(json_build_object('id', person_id, 'name', name) order by app.sort_key(name), person_id)
  from (select distinct on (person_id) person_id, ${NAME_AND_ROLE} as name from members m
    where joined_at is not null order by person_id, joined_at desc) people)`;

type Params = ActivityFilter & { limit: number; before?: string | undefined };

/** SQL for the latest activities as an array, newest first. `before` is the `at` of the last activity already read. */
export function activitiesJson({ noun, about, by, before, limit }: Params): RawBuilder<StoredActivity[]> {
  const nouns = noun ? (GROUPS[noun] ?? []) : Object.keys(KINDS);
  const actor = by === 'tenure' ? sql`and actor_id is null` : sql`and actor_id = ${by}::uuid`;
  const wanted = sql`noun = any(${sql.lit(`{${nouns.map((one) => `"${one}"`).join()}}`)})
    ${by ? actor : sql``} ${about ? sql`and (record_id = ${about}::uuid or about = ${about}::uuid)` : sql``} ${before ? sql`and at < ${before}::timestamptz` : sql``}`;
  // The last save is scanned whole, as its count would be too low otherwise.
  return sql`(
    with latest as (
      select distinct on (at) *, sum(record_count) over (partition by at, noun, action) as together
      from (
        select *, case when noun = 'property' then record_id else about end as property_id from activity
        where ${wanted} and at >= (select min(at) from (
          select at from activity where ${wanted} order by at desc, id desc limit ${limit * STEPS}) scanned)) steps
      order by at desc, id
    ),
    entries as (
      select id, actor_id, at, noun, action, together, (together = record_count) as alone, label, record_id, about, property_id, changes
      from latest order by at desc limit ${limit}
    )
    select coalesce(json_agg(json_build_object(
      'id', id::text, 'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'noun', noun, 'action', action, 'count', together, 'about', about,
      'label', case when alone then label end, 'changes', case when alone then changes end,
      'by', case when (select app.is_shared()) then coalesce(${ACTOR}, 'Tenure') end,
      'recordId', case when alone then (${PRESENT}) end,
      'property', case when alone then
        (select json_build_object('id', home.id, 'address', address, 'city', city) from properties home where home.id = property_id) end
    ) order by at desc), '[]') from entries)`;
}

export function asActivity({
  id,
  at,
  noun,
  by,
  recordId,
  property,
  about,
  changes,
  ...entry
}: StoredActivity): Activity {
  const kept = { id, at, noun, ...entry, changes: changesForApi(changes, { noun, home: about ?? '' }) };
  const href = KINDS[noun]?.href?.(recordId) ?? (property && `/dashboard/properties/${property.id}`);
  const words = withName(by, activityWords(kept));
  return { id, at, noun, icon: KINDS[noun]?.icon ?? 'paper', words, by, recordId, href, property };
}

/** 'Tenant Ada Lovelace moved out on 21 Nov 2026', 'Status: vacant → maintenance and 2 more changes'. */
export function activityWords(entry: HistoryEntry): string {
  const isPaid = entry.changes?.some(({ field, is }) => field === 'status' && is === 'completed') ?? false;
  const words = entry.count === 1 ? KINDS[entry.noun]?.words?.({ label: entry.label, isPaid }) : undefined;
  const [first = '', ...more] = entryLines(entry);
  return words ?? (more.length > 0 ? `${first} and ${counted(more.length, 'more change')}` : first);
}

const WITH_VERB = /^(.+) (added|changed|removed|replaced|recorded|linked|unlinked)(:.*)?$/;
const WITH_VALUES = /^[^“]*(“[^”]*”)?: /;

/** 'Priya Nair (manager) changed rent for “Grace Hopper”'. Words with another verb follow a colon. */
export function withName(by: string | null, words: string): string {
  if (!by) return words;
  // Keeps abbreviations such as EPC in capitals.
  const inside = words.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  const [, thing, verb, values = ''] = WITH_VERB.exec(inside) ?? [];
  if (verb) return `${by} ${verb} ${thing}${values}`;
  return WITH_VALUES.test(words) ? `${by} changed ${inside}` : `${by}: ${words}`;
}

const Cursor = z.iso.datetime({ precision: 6 }).refine((text) => !text.startsWith('0000'));

type Page = { items: Activity[]; nextCursor: string | null; people: z.infer<typeof ActivityPeople> };

/** One page, newest first. Throws `bad_request` for an invalid cursor. */
export async function listActivity(
  db: UserDb,
  { cursor, limit, ...filter }: ActivityFilter & { cursor?: string | undefined; limit: number },
): Promise<Page> {
  if (cursor && !Cursor.safeParse(cursor).success)
    throw new AppError('bad_request', { message: 'We could not find that page of the list. Reload it.' });
  const asked = activitiesJson({ ...filter, limit: limit + 1, before: cursor });
  const { rows } = await sql<{ items: StoredActivity[]; people: Page['people'] }>`
    select ${asked} as items, ${PEOPLE} as people`.execute(db);
  const { items: all = [], people = [] } = rows[0] ?? {};
  const items = all.slice(0, limit).map(asActivity);
  return { items, nextCursor: all.length > limit ? (items.at(-1)?.at ?? null) : null, people };
}
