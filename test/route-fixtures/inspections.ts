import { Inspection, type InspectionRecord, type Photo, type Room } from '../../src/features/inspection/inspection.ts';
import { addedInspection, addedPhoto, newInspection, roomInput, roomPath, shared } from '../fixtures/inspections.ts';
import { addedProperty, type Landlord } from '../fixtures/landlords.ts';
import { uploadedPhoto } from '../fixtures/uploads.ts';
import { type AuthorizationCases, ifMatch, type OwnedCase, ownedRoute, recordCases } from './authorization-cases.ts';

const one = { otherLandlord: 404, guarded: true } as const;
const change = { startsAt: '2025-10-02T09:00:00.000Z', inspector: 'Grace Hopper' };

type Made = { inspection: InspectionRecord; room: Room; path: string };

async function made(owner: Landlord): Promise<Made> {
  const inspection = await addedInspection(owner);
  const [room] = inspection.rooms;
  if (!room) throw new Error('There is no room.');
  return { inspection, room, path: roomPath(inspection, room) };
}

const ofRoom = (part: string, body: (made: Made) => object, answer: (made: Made) => object, status = 200): OwnedCase =>
  ownedRoute<Made>({
    ...one,
    make: made,
    request: (made) => ({ path: `${made.path}${part}`, headers: ifMatch(made.room), body: body(made) }),
    answer: (made) => ({ status, body: answer(made) }),
  });

const action = (part: string, make: (owner: Landlord) => Promise<{ id: string }>, expected: object): OwnedCase =>
  ownedRoute<{ id: string }>({
    ...one,
    make,
    request: ({ id }) => ({ path: `/api/inspections/${id}/${part}`, body: {} }),
    answer: ({ id }) => ({ status: 200, body: { id, ...expected } }),
  });

export const INSPECTIONS: AuthorizationCases = {
  ...recordCases<InspectionRecord>({
    path: '/api/inspections',
    guarded: true,
    item: Inspection.omit({ rooms: true, comments: true }),
    make: addedInspection,
    added: async (owner) => ({
      sent: newInspection({ propertyId: (await addedProperty(owner)).id }),
      expected: { kind: 'move-in', state: 'open' },
    }),
    namesOwned: true,
    changed: () => ({ sent: change, expected: change }),
  }),
  'POST /api/inspections/{id}/rooms': ownedRoute<Made>({
    ...one,
    make: made,
    request: ({ inspection: { id } }) => ({ path: `/api/inspections/${id}/rooms`, body: { name: 'Cellar' } }),
    answer: () => ({ status: 201, body: { name: 'Cellar', version: 1 } }),
  }),
  'POST /api/inspections/{id}/rooms/order': ownedRoute<Made>({
    ...one,
    make: made,
    request: ({ inspection: { id, rooms } }) => ({
      path: `/api/inspections/${id}/rooms/order`,
      body: { ids: rooms.map((room) => room.id).toReversed() },
    }),
    answer: ({ inspection: { rooms } }) => ({
      status: 200,
      body: { rooms: rooms.map(({ id }) => ({ id })).toReversed() },
    }),
  }),
  'PUT /api/inspections/{id}/rooms/{roomId}': ofRoom(
    '',
    ({ room }) => ({ ...roomInput(room), note: 'Repainted' }),
    ({ room: { id } }) => ({ id, note: 'Repainted', version: 2 }),
  ),
  'DELETE /api/inspections/{id}/rooms/{roomId}': ownedRoute<Made>({
    ...one,
    make: made,
    request: ({ path, room }) => ({ path, headers: ifMatch(room) }),
    answer: () => ({ status: 204 }),
  }),
  'POST /api/inspections/{id}/rooms/{roomId}/photos': ownedRoute<{ path: string; url: string }>({
    ...one,
    make: async (owner) => {
      const { path } = await made(owner);
      return { path, url: (await uploadedPhoto(owner, { bucket: 'inspection_images' })).url };
    },
    request: ({ path, url }) => ({ path: `${path}/photos`, body: { url } }),
    answer: ({ url }) => ({ status: 201, body: { url } }),
  }),
  'DELETE /api/inspections/{id}/rooms/{roomId}/photos/{photoId}': ownedRoute<Made & { photo: Photo }>({
    ...one,
    make: async (owner) => {
      const all = await made(owner);
      return { ...all, photo: await addedPhoto(owner, all.inspection, all.room) };
    },
    request: ({ path, photo }) => ({ path: `${path}/photos/${photo.id}` }),
    answer: () => ({ status: 204 }),
  }),
  'POST /api/inspections/{id}/rooms/{roomId}/items/{itemId}/repair': ownedRoute<Made>({
    ...one,
    make: made,
    request: ({ path, room }) => ({ path: `${path}/items/${room.items[0]?.id}/repair`, body: {} }),
    answer: () => ({ status: 201, body: { number: 1 } }),
  }),
  'POST /api/inspections/{id}/share': action('share', addedInspection, { state: 'shared' }),
  'POST /api/inspections/{id}/take-back': action(
    'take-back',
    async (owner) => shared(owner, await addedInspection(owner)),
    { state: 'open' },
  ),
};
