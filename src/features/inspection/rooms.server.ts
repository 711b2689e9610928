import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Versioned } from '../../server/db/record-table.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, type ChangedBy, invalidField } from '../../shared/app-error.ts';
import { NO_FILE } from '../file/file.ts';
import { unreferencedFiles } from '../file/store.server.ts';
import { templateTable } from '../inspection-template/inspection-template.server.ts';
import type { TemplateRoom } from '../inspection-template/inspection-template.ts';
import { MAX_ROOMS } from '../inspection-template/listed.ts';
import { type Home, standardRooms } from '../inspection-template/rules/standard-rooms.ts';
import { MAX_PHOTOS, type Photo, type PhotoInput, type Room, type RoomInput } from './inspection.ts';
import { TEXTS } from './listed.ts';
import { repairOf } from './rules/finding.ts';
import { newItem } from './rules/words.ts';

export const utc = (column: RawBuilder<unknown>) => sql`app.utc_text(${column})`;

const photo = sql`json_build_object('id', p.id, 'itemId', p.item_id, 'url', f.url, 'name', f.name, 'contentType', f.content_type, 'bytes', f.bytes,
  'takenAt', ${utc(sql`f.taken_at`)}, 'addedAt', ${utc(sql`p.date_added`)})`;

/** Correlated with the outer room `r`. */
export const photosOf = sql`coalesce((
  select json_agg(${photo} order by p.date_added, p.id) from inspection_photos p join files f on f.url = p.url where p.room_id = r.id), '[]')`;

const room = sql`json_build_object('id', r.id, 'version', r.version, 'name', r.name, 'note', r.note, 'items', r.items, 'photos', ${photosOf},
  'repairs', coalesce((
    select json_agg(json_build_object('itemId', x.inspection_item, 'id', x.id, 'number', x.number) order by x.number) from repairs x
    where x.inspection_id = r.inspection_id and r.items @> jsonb_build_array(jsonb_build_object('id', x.inspection_item))), '[]'))`;

export const roomsOf = (inspection: RawBuilder<unknown>) => sql`coalesce((
  select json_agg(${room} order by r.place, r.id) from inspection_rooms r where r.inspection_id = ${inspection}), '[]')`;

export type RoomPath = { id: string; roomId: string };

/** Throws `not_found`. */
export async function getRoom(db: UserDb, { id, roomId }: RoomPath): Promise<Room> {
  const { rows } = await sql<{ room: Room }>`
    select ${room} as room from inspection_rooms r where r.id = ${roomId}::uuid and r.inspection_id = ${id}::uuid`.execute(
    db,
  );
  if (!rows[0]) throw new AppError('not_found', { message: TEXTS.notFound });
  return rows[0].room;
}

/** The template's rooms, or the standard rooms. Throws `invalid_input` for a missing template. */
export async function roomsFor(
  db: UserDb,
  { home, templateId }: { home: Home; templateId: string | null },
): Promise<TemplateRoom[]> {
  if (!templateId) return standardRooms(home);
  const template = await templateTable.get(db, templateId);
  if (!template) throw invalidField('templateId', 'This template no longer exists. Choose another.');
  return template.rooms;
}

export async function addRooms(db: UserDb, id: string, rooms: readonly TemplateRoom[]): Promise<void> {
  const rows = rooms.map(({ name, items }, index) => ({
    inspection_id: id,
    place: index + 1,
    name,
    items: JSON.stringify(items.map((item) => newItem(randomUUID(), item))),
  }));
  await db.insertInto('inspection_rooms').values(rows).execute();
}

function assertItems({ items }: RoomInput): void {
  if (new Set(items.map((item) => item.id)).size < items.length)
    throw invalidField('items', 'Give each item a different id');
}

/** Locks the inspection, so that limits hold for concurrent additions. Throws `not_found`. */
async function lock(db: UserDb, id: string): Promise<void> {
  const found = db.selectFrom('inspections').select('id').where('id', '=', id).forNoKeyUpdate();
  if (!(await found.executeTakeFirst())) throw new AppError('not_found', { message: TEXTS.notFound });
}

/** Adds a room at the end. Throws `not_found`, or `invalid_input` at the limit or for repeated item ids. */
export async function addRoom(db: UserDb, id: string, input: RoomInput): Promise<Room> {
  assertItems(input);
  await lock(db, id);
  const { rows } = await sql<{ count: number; next: number }>`
    select count(*)::int as count, coalesce(max(place), 0) + 1 as next from inspection_rooms where inspection_id = ${id}::uuid`.execute(
    db,
  );
  const { count = 0, next = 1 } = rows[0] ?? {};
  if (count >= MAX_ROOMS) throw invalidField('name', `You can add up to ${MAX_ROOMS} rooms`);
  const { id: roomId } = await db
    .insertInto('inspection_rooms')
    .values({ inspection_id: id, place: Math.min(next, 200), ...columnsOf(input) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return getRoom(db, { id, roomId });
}

const columnsOf = ({ name, note, items }: RoomInput) => ({ name, note, items: JSON.stringify(items) });

type VersionedRoom = RoomPath & Pick<Versioned, 'version'>;

/** Photos of removed items become photos of the room. Throws `not_found`, `conflict`, or `invalid_input`. */
export async function changeRoom(db: UserDb, args: VersionedRoom & { input: RoomInput }): Promise<Room> {
  const { id, roomId, version, input } = args;
  assertItems(input);
  const { numUpdatedRows } = await db
    .updateTable('inspection_rooms')
    .set(columnsOf(input))
    .where('id', '=', roomId)
    .where('inspection_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw await conflict(db, args, input);
  await sql`update inspection_photos set item_id = null
    where room_id = ${roomId}::uuid and item_id <> all(${input.items.map((item) => item.id)}::uuid[])`.execute(db);
  return getRoom(db, args);
}

/** Throws `not_found` or `conflict`. */
export async function removeRoom(db: UserDb, args: VersionedRoom): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('inspection_rooms')
    .where('id', '=', args.roomId)
    .where('inspection_id', '=', args.id)
    .where('version', '=', args.version)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw await conflict(db, args);
}

/** Rooms are not in the activity, so each row stores who changed it last. */
async function conflict(db: UserDb, path: RoomPath, yours?: RoomInput): Promise<AppError> {
  const current = await getRoom(db, path);
  const { rows } = await sql<ChangedBy>`
    select coalesce(changed_by = app.person_id(), false) as you,
      coalesce((select name from members where person_id = changed_by order by joined_at desc limit 1), app.key_label(changed_by)) as name
    from inspection_rooms where id = ${path.roomId}::uuid`.execute(db);
  return new AppError('conflict', { current, yours, changedBy: rows[0] });
}

/** Unlisted rooms keep their order after the listed ones. Throws `not_found`. */
export async function orderRooms(db: UserDb, id: string, ids: readonly string[]): Promise<void> {
  await lock(db, id);
  await sql`
    update inspection_rooms r set place = placed.place from (
      select id, row_number() over (order by array_position(${ids}::uuid[], id), place, id) as place from inspection_rooms where inspection_id = ${id}::uuid
    ) placed where placed.id = r.id and placed.place <> r.place`.execute(db);
}

/** Idempotent for a file. Throws `not_found`, or `invalid_input` at the limit or for an unusable file or item. */
export async function addPhoto(db: UserDb, path: RoomPath, { url, itemId }: PhotoInput): Promise<Photo> {
  await lock(db, path.id);
  const { items, photos } = await getRoom(db, path);
  const same = photos.find((one) => one.url === url);
  if (same) return same;
  if (itemId && !items.some((item) => item.id === itemId)) throw invalidField('itemId', 'This item no longer exists');
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from inspection_photos p join inspection_rooms r on r.id = p.room_id where r.inspection_id = ${path.id}::uuid`.execute(
    db,
  );
  if ((rows[0]?.count ?? 0) >= MAX_PHOTOS) throw invalidField('url', `You can add up to ${MAX_PHOTOS} photos`);
  if ((await unreferencedFiles(db, [url])).length === 0) throw invalidField('url', NO_FILE);
  await db.insertInto('inspection_photos').values({ room_id: path.roomId, item_id: itemId, url }).execute();
  const added = (await getRoom(db, path)).photos.find((one) => one.url === url);
  if (!added) throw new AppError('not_found');
  return added;
}

/** Throws `not_found`. */
export async function removePhoto(db: UserDb, { id, roomId, photoId }: RoomPath & { photoId: string }): Promise<void> {
  await getRoom(db, { id, roomId });
  const { numDeletedRows } = await db
    .deleteFrom('inspection_photos')
    .where('id', '=', photoId)
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new AppError('not_found');
}

/** Adds a repair for a finding. Throws `not_found`, or a database error for `refusing` if the finding has a repair. */
export async function repairFinding(db: UserDb, { itemId, ...path }: RoomPath & { itemId: string }) {
  const item = (await getRoom(db, path)).items.find((one) => one.id === itemId);
  if (!item) throw new AppError('not_found');
  const { rows } = await sql<{ id: string; number: number }>`
    select id, number from app.repair_finding(${path.roomId}::uuid, ${itemId}::uuid, ${JSON.stringify(repairOf(item))}::jsonb)`.execute(
    db,
  );
  if (!rows[0]) throw new AppError('not_found');
  return rows[0];
}
