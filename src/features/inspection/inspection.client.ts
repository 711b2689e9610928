import { useMutation } from '@tanstack/react-query';
import { isRefusal } from '../../shared/app-error.ts';
import { api, done, ifMatch, read } from '../../web/http/api.client.ts';
import { newKey } from '../../web/http/new-key.ts';
import { trackSaved } from '../../web/http/own-changes.client.ts';
import { invalidate, queryClient } from '../../web/http/query.client.ts';
import { type SaveTexts, saveTexts, saveWithKey, withSession } from '../../web/http/save.client.ts';
import { recordPaths } from '../../web/records/links.client.ts';
import { recordResource } from '../../web/records/record-resource.client.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import type {
  Inspection,
  InspectionChange,
  InspectionQuery,
  InspectionRecord,
  Item,
  Photo,
  PhotoInput,
  Room,
  RoomInput,
} from './inspection.ts';
import { TEXTS } from './listed.ts';
import { newItem } from './rules/words.ts';

const KEY = 'inspections';

/** A cached list may contain whole records that were saved since the list was read; `countOf` accepts both. */
export type ListedInspection = Inspection | InspectionRecord;

export const inspections = recordResource<ListedInspection, InspectionRecord, InspectionChange, InspectionQuery>({
  noun: KEY,
  routes: api.inspections,
  texts: TEXTS,
  names: ['properties', 'tenants'],
});

export const PATHS = recordPaths('/dashboard/inspections', 'repairs.change');

type Of = Pick<InspectionRecord, 'id'>;

const ofOne = api.inspections[':id'];
const ofRoom = ofOne.rooms[':roomId'];
const param = ({ id }: Of) => ({ param: { id } });
const roomParam = ({ id }: Of, roomId: string) => ({ param: { id, roomId } });

export const reportHref = ({ id }: Of) => `/api/inspections/${id}/report.pdf`;

/** Changes the record in the cache without a request. Lists are refetched when they are next shown. */
function patchRooms(id: string, change: (rooms: Room[]) => Room[]): void {
  queryClient.setQueryData<InspectionRecord>(inspections.byId(id).queryKey, (record) =>
    record ? { ...record, rooms: change(record.rooms) } : undefined,
  );
  void invalidate({ queryKey: [KEY, 'list'] });
}

export function patchRoom(id: string, after: Pick<Room, 'id'> & Partial<Room>): void {
  if (after.version !== undefined) trackSaved({ id: after.id, version: after.version });
  patchRooms(id, (rooms) => rooms.map((room) => (room.id === after.id ? { ...room, ...after } : room)));
}

const changeOf = (id: string, roomId: string, change: (room: Room) => Partial<Room>) =>
  patchRooms(id, (rooms) => rooms.map((room) => (room.id === roomId ? { ...room, ...change(room) } : room)));

/** Saves the room if it still has `version`. Rejects with `conflict` and the current room. */
export function saveRoom(id: string, { id: roomId, version }: Pick<Room, 'id' | 'version'>, json: RoomInput) {
  return withSession(() => read(ofRoom.$put({ ...roomParam({ id }, roomId), json, header: {} }, ifMatch({ version }))));
}

/** Rejections are shown with the file. */
export async function addPhoto(id: string, roomId: string, json: PhotoInput): Promise<void> {
  const photo = await withSession(() => read(ofRoom.photos.$post({ ...roomParam({ id }, roomId), json })));
  changeOf(id, roomId, ({ photos }) => ({ photos: [...photos, photo] }));
}

const texts = saveTexts({ signedOut: TEXTS.signInToUpdate, missing: TEXTS.notFound });

const refetch = ({ id }: Of) => void inspections.refresh(id);

/** Refetches the record after a refusal, because it has changed. */
function useAction<Input = void>(
  before: InspectionRecord,
  act: (input: Input) => Promise<InspectionRecord>,
  messages: SaveTexts,
) {
  return useMutation({
    mutationFn: (input: Input) => withSession(() => act(input)),
    meta: { texts: messages },
    onSuccess: (after) => inspections.changed({ before, after }),
    onError: () => refetch(before),
  });
}

/** `settled` saves the rooms first. */
export function useShare(before: InspectionRecord, { lock, settled }: { lock: boolean; settled: () => Promise<void> }) {
  return useAction(
    before,
    async () => {
      await settled();
      return read(ofOne.share.$post({ ...param(before), json: { lock } }));
    },
    lock
      ? texts('We could not lock the inspection', 'Inspection locked')
      : texts('We could not share the inspection', 'Shared with the tenants'),
  );
}

export function useTakeBack(before: InspectionRecord) {
  return useAction(
    before,
    () => read(ofOne['take-back'].$post(param(before))),
    texts('We could not take back the inspection', 'Taken back. You can change it again.'),
  );
}

export function useSendNotice() {
  return useMutation({
    mutationFn: (before: InspectionRecord) => withSession(() => read(ofOne.notice.$post(param(before)))),
    meta: { texts: texts('We could not send the notice', 'Notice sent to the tenants') },
    onSuccess: ({ byHand, ...after }, before) => {
      inspections.changed({ before, after });
      const names = byHand.map(({ name }) => name || 'a tenant');
      if (names.length > 0)
        toast.info('Some tenants have no email address', {
          description: `Give the notice by hand to ${new Intl.ListFormat('en-GB').format(names)}.`,
        });
    },
    onError: (_, before) => refetch(before),
  });
}

export const addedItem = ({ name }: { name: string }): Item => newItem(newKey(), name);

export function useAddRoom(of: InspectionRecord) {
  return useMutation({
    mutationFn: ({ name, items = [] }: { name: string; items?: readonly { name: string }[] }) =>
      saveWithKey(newKey(), (sent) =>
        read(
          ofOne.rooms.$post({ ...param(of), json: { name, note: '', items: items.map(addedItem) }, header: {} }, sent),
        ),
      ),
    meta: { texts: texts('We could not add the room') },
    onSuccess: (room) => patchRooms(of.id, (rooms) => [...rooms, room]),
    onError: () => refetch(of),
  });
}

export function useRemoveRoom(of: InspectionRecord) {
  return useMutation({
    mutationFn: ({ id, version }: Room) =>
      withSession(() => done(ofRoom.$delete({ ...roomParam(of, id), header: {} }, ifMatch({ version })))),
    meta: { texts: texts('We could not remove the room', 'Room removed') },
    onSuccess: (_, { id }) => patchRooms(of.id, (rooms) => rooms.filter((room) => room.id !== id)),
    onError: () => refetch(of),
  });
}

export function useOrderRooms(of: InspectionRecord) {
  return useMutation({
    mutationFn: (ids: string[]) => withSession(() => read(ofOne.rooms.order.$post({ ...param(of), json: { ids } }))),
    meta: { texts: texts('We could not move the room') },
    onMutate: (ids) => patchRooms(of.id, (rooms) => ids.flatMap((id) => rooms.find((room) => room.id === id) ?? [])),
    onSuccess: (after) => inspections.changed({ before: of, after }),
    onError: () => refetch(of),
  });
}

export function useRemovePhoto(of: InspectionRecord, roomId: string) {
  return useMutation({
    mutationFn: ({ id: photoId }: Photo) =>
      withSession(() => done(ofRoom.photos[':photoId'].$delete({ param: { id: of.id, roomId, photoId } }))),
    meta: { texts: texts('We could not remove the photo', 'Photo removed') },
    onSuccess: (_, gone) =>
      changeOf(of.id, roomId, ({ photos }) => ({ photos: photos.filter(({ id }) => id !== gone.id) })),
    onError: () => refetch(of),
  });
}

/** `settled` saves the room first, so that the repair has the latest note. */
export function useAddRepair(of: InspectionRecord, roomId: string, settled: () => Promise<void>) {
  return useMutation({
    mutationFn: async ({ id: itemId }: Item) => {
      await settled();
      const params = { param: { id: of.id, roomId, itemId } };
      return { itemId, ...(await withSession(() => read(ofRoom.items[':itemId'].repair.$post(params)))) };
    },
    meta: { texts: texts('We could not add the repair', 'Repair added') },
    onSuccess: (repair) => {
      changeOf(of.id, roomId, ({ repairs }) => ({ repairs: [...repairs, repair] }));
      void invalidate({ queryKey: ['repairs'] });
    },
    onError: (error) => {
      if (!isRefusal(error, 'invalid_input')) refetch(of);
    },
  });
}
