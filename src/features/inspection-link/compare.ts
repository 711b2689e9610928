/** Compares a room with the room at the move-in, for the tenant's page and the report. */
import { formatInstantAsDay, formatInstantAsTime } from '../../shared/dates.ts';
import type { InspectionRecord, Item, Photo, Room } from '../inspection/inspection.ts';
import { CONDITION_LABELS } from '../inspection/listed.ts';
import { namesakeAt, onlyIn } from '../inspection/rules/words.ts';

type Before = NonNullable<InspectionRecord['before']>;
export type RoomBefore = Before['rooms'][number];

/** An item now and at the move-in. One of them may be missing. */
export type Compared = { name: string; now: Item | undefined; before: Item | undefined };

/** The room's items in order, then the items that only the move-in has. */
export function compareItems(room: Pick<Room, 'items'>, before: RoomBefore | undefined): Compared[] {
  const was = before?.items ?? [];
  const now = room.items.map((item, place) => ({
    name: item.name,
    now: item,
    before: namesakeAt(room.items, place, was),
  }));
  const onlyBefore = onlyIn(was, room.items);
  return [...now, ...onlyBefore.map((item) => ({ name: item.name, now: undefined, before: item }))];
}

/** Readings of meters, or numbers of keys, now and at the move-in. */
export type Readings = {
  title: string;
  first: string;
  value: string;
  rows: { name: string; now: string; before: string }[];
};

export function readingsOf({ meters, keys, before }: Pick<InspectionRecord, 'meters' | 'keys' | 'before'>): Readings[] {
  const ofMeters = meters.map((meter, place) => ({
    name: [meter.name, meter.serial].filter(Boolean).join(', '),
    now: meter.reading,
    before: namesakeAt(meters, place, before?.meters ?? [])?.reading ?? '',
  }));
  const ofKeys = keys.map((set, place) => ({
    name: set.name,
    now: `${set.count}`,
    before: `${namesakeAt(keys, place, before?.keys ?? [])?.count ?? ''}`,
  }));
  return [
    { title: 'Meters', first: 'Meter', value: 'Reading', rows: ofMeters },
    { title: 'Keys', first: 'Keys for', value: 'Number', rows: ofKeys },
  ].filter(({ rows }) => rows.length > 0);
}

/** Returns 'Worn, not clean'. */
export function conditionWords(item: Pick<Item, 'condition' | 'clean'> | undefined): string {
  if (!item) return 'Not listed';
  const condition = item.condition ? CONDITION_LABELS[item.condition] : 'Not recorded';
  if (item.clean === null) return condition;
  return `${condition}, ${item.clean ? 'clean' : 'not clean'}`;
}

export const dayAndTime = (instant: string) => `${formatInstantAsDay(instant)}, ${formatInstantAsTime(instant)}`;

/** The times at which a photo was taken and added, in London time. */
export const photoTimes = ({ takenAt, addedAt }: Pick<Photo, 'takenAt' | 'addedAt'>) =>
  takenAt ? `Taken ${dayAndTime(takenAt)}. Added ${dayAndTime(addedAt)}` : `Added ${dayAndTime(addedAt)}`;

/** Photos of items in the order of the items, then the room's own photos. */
export function orderPhotos(room: Pick<RoomBefore, 'items' | 'photos' | 'name'>): { of: string; photo: Photo }[] {
  const ofItems = room.items.flatMap(({ id, name }) =>
    room.photos.filter(({ itemId }) => itemId === id).map((photo) => ({ of: name, photo })),
  );
  const itemPhotoIds = new Set(ofItems.map(({ photo }) => photo.id));
  const roomPhotos = room.photos.filter(({ id }) => !itemPhotoIds.has(id)).map((photo) => ({ of: room.name, photo }));
  return [...ofItems, ...roomPhotos];
}

/** The last day on which tenants can comment, such as '14 Jan 2027'. */
export const lastCommentDay = (commentsUntil: string | Date) =>
  formatInstantAsDay(new Date(new Date(commentsUntil).getTime() - 1));
