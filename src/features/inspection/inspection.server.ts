import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { jsonColumn, recordTable, type Versioned } from '../../server/db/record-table.server.ts';
import { instantCursor, type Order } from '../../server/http/pages.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { inKnownCenturies, londonDay } from '../../shared/dates.ts';
import { NO_FILE } from '../file/file.ts';
import type { Inspection, InspectionChange, InspectionInput, InspectionQuery, InspectionRecord } from './inspection.ts';
import { type Kind, NOTICE_HOURS, type State, TEXTS } from './listed.ts';
import { addRooms, photosOf, roomsFor, roomsOf, utc } from './rooms.server.ts';

const instant = (column: string) => utc(sql.ref(`inspections.${column}`));
const count = (table: string) =>
  sql`(select count(*) from ${sql.table(table)} part where part.inspection_id = inspections.id)`;

/** Correlated with the outer `inspections` row. */
const shared = {
  propertyId: sql`property_id`,
  address: sql`coalesce(inspections.property_address, (select p.address || ', ' || p.city from properties p where p.id = inspections.property_id), '')`,
  tenancyId: sql`tenancy_id`,
  tenants: sql`coalesce((select string_agg(t.name, ', ' order by t.sort_name, t.id) from tenants t where t.tenancy_id = inspections.tenancy_id), '')`,
  kind: sql`kind`,
  state: sql`app.inspection_state(inspections)`,
  done: sql`(select count(*) from inspection_rooms r where r.inspection_id = inspections.id and r.unrecorded = 0)`,
  findings: sql`(select coalesce(sum(r.findings), 0) from inspection_rooms r where r.inspection_id = inspections.id)`,
  sharedAt: instant('shared_at'),
  commentsUntil: instant('comments_until'),
  lockedAt: instant('locked_at'),
};

const comments = sql`coalesce((
  select json_agg(json_build_object('id', c.id, 'roomId', c.room_id, 'name', case when app.may('people.see') then c.name else '' end,
    'text', c.text, 'at', ${utc(sql`c.at`)}) order by c.at, c.id)
  from inspection_comments c where c.inspection_id = inspections.id), '[]')`;

const notice = sql`case when inspections.notice_id is not null then json_build_object('documentId', inspections.notice_id, 'given', coalesce((
  select json_agg(json_build_object('recipient', s.recipient, 'state', s.state, 'at', ${utc(sql`s.served_at`)}) order by s.served_at, s.id)
  from served s where s.document_id = inspections.notice_id and s.struck_at is null), '[]')) end`;

/** The move-in inspection with which a move-out is compared. */
const before = sql`case when inspections.kind = 'move-out' then (
  select json_build_object('id', b.id, 'startsAt', ${utc(sql`b.starts_at`)}, 'meters', b.meters, 'keys', b.keys, 'rooms', coalesce((
    select json_agg(json_build_object('name', r.name, 'note', r.note, 'items', r.items, 'photos', ${photosOf}) order by r.place, r.id)
    from inspection_rooms r where r.inspection_id = b.id), '[]'))
  from inspections b where b.kind = 'move-in' and b.id <> inspections.id and b.starts_at <= inspections.starts_at
    and (b.tenancy_id = inspections.tenancy_id or b.property_id = inspections.property_id)
  order by coalesce(b.tenancy_id = inspections.tenancy_id, false) desc, b.starts_at desc, b.id limit 1) end`;

const byStart = (direction: 'asc' | 'desc') =>
  ({
    by: sql`starts_at`,
    direction,
    key: 'startsAt',
    sent: instantCursor,
    value: (sent) => sql`${sent}::timestamptz`,
  }) satisfies Order<{ startsAt: string }>;

const NOW = sql`(select app.instant())`;

const plan = {
  table: 'inspections' as const,
  noun: 'inspection',
  columns: {
    startsAt: { column: 'starts_at', read: instant('starts_at'), write: (value: string) => value },
    inspector: 'inspector',
  },
  pageColumns: { agreed: 'agreed', note: 'note', meters: jsonColumn('meters'), keys: jsonColumn('keys') },
  orders: { newest: byStart('desc'), oldest: byStart('asc') },
  find: (q: RawBuilder<string>) => sql`app.find_inspections(${q})`,
  filters: {
    kind: (kind: string) => sql<boolean>`kind = ${kind}`,
    state: (state: State) =>
      ({
        planned: sql<boolean>`shared_at is null and starts_at > ${NOW} and app.inspection_state(inspections) = 'planned'`,
        open: sql<boolean>`shared_at is null and (starts_at <= ${NOW} or app.inspection_state(inspections) = 'open')`,
        shared: sql<boolean>`shared_at is not null and locked_at is null`,
        locked: sql<boolean>`locked_at is not null`,
      })[state],
    propertyId: (id: string) => sql<boolean>`property_id = ${id}::uuid`,
    tenancyId: (id: string) => sql<boolean>`tenancy_id = ${id}::uuid`,
    tenantId: (id: string) => sql<boolean>`tenancy_id = (select t.tenancy_id from tenants t where t.id = ${id}::uuid)`,
  },
};

const listed = recordTable<InspectionChange, Inspection, Inspection, InspectionQuery>({
  ...plan,
  computed: { ...shared, rooms: count('inspection_rooms'), comments: count('inspection_comments') },
});

const whole = recordTable<InspectionChange, InspectionRecord, InspectionRecord, InspectionQuery>({
  ...plan,
  computed: shared,
  parts: { sha256: sql`sha256`, notice, rooms: roomsOf(sql`inspections.id`), comments, before },
});

/** Throws `invalid_input` for an invalid time, or a routine visit within 24 hours without the tenants' consent. */
function assertStart(kind: Kind, { startsAt, agreed }: Pick<InspectionChange, 'startsAt' | 'agreed'>, now: Date): void {
  if (!inKnownCenturies(londonDay(new Date(startsAt)))) throw invalidField('startsAt', 'Enter a date and time');
  const soon = Date.parse(startsAt) < now.getTime() + NOTICE_HOURS * 3_600_000;
  if (kind === 'routine' && soon && !agreed) throw invalidField('startsAt', TEXTS.soon);
}

async function homeOf(db: UserDb, { propertyId, tenancyId }: Pick<InspectionInput, 'propertyId' | 'tenancyId'>) {
  const home = await db
    .selectFrom('properties')
    .select(['id', 'type', 'bedrooms', 'bathrooms'])
    .where('id', '=', propertyId)
    .forKeyShare()
    .executeTakeFirst();
  if (!home) throw invalidField('propertyId', 'This property no longer exists. Choose another.');
  const tenancy = db.selectFrom('tenancies').select('id').where('id', '=', tenancyId).forKeyShare();
  if (tenancyId && !(await tenancy.where('property_id', '=', propertyId).executeTakeFirst()))
    throw invalidField('tenancyId', 'This tenancy is for a different property. Choose another.');
  return home;
}

export const listInspections = listed.list;

/** Saves throw `invalid_input`, and `wrong_state` once an inspection is shared. */
export const inspectionTable = (now: () => Date) => ({
  list: listInspections,
  get: whole.get,

  async add(db: UserDb, input: InspectionInput): Promise<InspectionRecord> {
    const { propertyId, tenancyId, kind, templateId } = input;
    assertStart(kind, input, now());
    const home = await homeOf(db, input);
    const rooms = await roomsFor(db, { home, templateId });
    const { id } = await whole.add(db, input, { property_id: propertyId, tenancy_id: tenancyId, kind });
    await addRooms(db, id, rooms);
    return recordOf(db, id);
  },

  async change(db: UserDb, args: Versioned & { input: InspectionChange }): Promise<InspectionRecord> {
    const was = await db
      .selectFrom('inspections')
      .select(['kind', 'starts_at', sql<State>`app.inspection_state(inspections)`.as('state')])
      .where('id', '=', args.id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!was) throw new AppError('not_found', { message: TEXTS.notFound });
    if (was.state === 'shared' || was.state === 'locked') throw refusedIn(was.state);
    const { startsAt } = args.input;
    if (Date.parse(startsAt) !== was.starts_at.getTime()) assertStart(was.kind as Kind, args.input, now());
    return whole.change(db, args);
  },

  remove: (db: UserDb, args: Versioned) => refusing(whole.remove(db, args)),
});

/** Throws `not_found`. */
export async function recordOf(db: UserDb, id: string): Promise<InspectionRecord> {
  const found = await whole.get(db, id);
  if (!found) throw new AppError('not_found', { message: TEXTS.notFound });
  return found;
}

const REFUSALS: Record<string, string> = {
  planned: TEXTS.notShared,
  open: TEXTS.notShared,
  shared: TEXTS.fixed,
  locked: TEXTS.locked,
  'no-rooms': TEXTS.noRooms,
  'has-tenants': TEXTS.hasTenants,
  commented: TEXTS.commented,
  'has-repair': TEXTS.hasRepair,
};

const refusedIn = (reason: string) => new AppError('wrong_state', { message: REFUSALS[reason] ?? TEXTS.fixed });

/** Turns PostgreSQL's refusals of a change into errors with a message for the person. */
export async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const { code, detail } = error;
    if (code === 'P0002') throw new AppError('not_found', { message: TEXTS.notFound });
    if (code === 'TN434') throw refusedIn(detail ?? '');
    if (code === 'TN422') throw invalidField('url', NO_FILE);
    throw error;
  }
}
