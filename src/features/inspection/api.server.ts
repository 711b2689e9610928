import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { IdempotencyKey, keyOf, withIdempotencyKey } from '../../server/http/idempotency.server.ts';
import { recordApi } from '../../server/http/record-api.server.ts';
import { IfMatch, matchedVersion, RecordId, recordId, tagVersion } from '../../server/http/records.server.ts';
import { answer, body, failures, needs, router } from '../../server/http/routes.server.ts';
import { firstList, type NounParts, recordAt, recordPaths } from '../../server/noun-parts.server.ts';
import type { AppEnv, Services } from '../../server/services.server.ts';
import { withUser } from '../../server/session/session.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { formatInstantAsDay } from '../../shared/dates.ts';
import { requestFileClearing } from '../file/jobs.server.ts';
import { MAX_ROOMS } from '../inspection-template/listed.ts';
import { inspectionTable, listInspections, recordOf, refusing } from './inspection.server.ts';
import {
  Inspection,
  InspectionChange,
  InspectionInput,
  InspectionQuery,
  InspectionRecord,
  Photo,
  PhotoInput,
  Room,
  RoomInput,
} from './inspection.ts';
import { INSPECTION_LIST, KIND_LABELS, TEXTS } from './listed.ts';
import { inspectionNotices } from './notices.server.ts';
import {
  addPhoto,
  addRoom,
  changeRoom,
  getRoom,
  orderRooms,
  removePhoto,
  removeRoom,
  repairFinding,
} from './rooms.server.ts';
import { lockAtOnce, shareWithTenants, takeBack } from './share.server.ts';

const path = '/api/inspections';
const tags = ['Inspections'];
const common = { ...needs('repairs.change'), tags } as const;
const refused = {
  ...failures.signedIn,
  ...failures.found,
  409: { ...failures.version[409], description: 'The state does not allow it: wrong_state' },
} as const;
const conflicts = {
  409: { ...refused[409], description: 'Someone else changed it first, or wrong_state' },
  428: failures.version[428],
} as const;

const uuid = z.string().describe('UUID');
const RoomId = RecordId.extend({ roomId: uuid });
const PhotoId = RoomId.extend({ photoId: uuid });
const ItemId = RoomId.extend({ itemId: uuid });
const Order = z.object({ ids: z.array(z.uuid()).max(MAX_ROOMS) }).meta({ id: 'InspectionRoomOrder' });
const Sharing = z
  .object({ lock: z.boolean().default(false).describe('Without comments, for an inspection without tenants') })
  .meta({ id: 'InspectionSharing' });
const MadeRepair = z.object({ id: z.uuid(), number: z.number().int() }).meta({ id: 'InspectionRepair' });

const newRoom = createRoute({
  operationId: 'addInspectionRoom',
  method: 'post',
  ...common,
  path: `${path}/{id}/rooms`,
  summary: 'Add a room',
  request: { params: RecordId, headers: IdempotencyKey, body: body(RoomInput) },
  responses: { 201: answer(Room, 'The new room'), ...failures.input, ...refused, 410: failures.once[410] },
});
const saveRoom = createRoute({
  operationId: 'changeInspectionRoom',
  method: 'put',
  ...common,
  path: `${path}/{id}/rooms/{roomId}`,
  summary: 'Change a room with its items',
  request: { params: RoomId, headers: IfMatch, body: body(RoomInput) },
  responses: { 200: answer(Room, 'The changed room'), ...failures.input, ...refused, ...conflicts },
});
const dropRoom = createRoute({
  operationId: 'removeInspectionRoom',
  method: 'delete',
  ...common,
  path: `${path}/{id}/rooms/{roomId}`,
  summary: 'Remove a room with its photos',
  request: { params: RoomId, headers: IfMatch },
  responses: { 204: { description: 'Removed' }, ...refused, ...conflicts },
});
const order = createRoute({
  operationId: 'orderInspectionRooms',
  method: 'post',
  ...common,
  path: `${path}/{id}/rooms/order`,
  summary: 'Put the rooms in order',
  request: { params: RecordId, body: body(Order) },
  responses: { 200: answer(InspectionRecord, 'The inspection'), ...failures.input, ...refused },
});
const newPhoto = createRoute({
  operationId: 'addInspectionPhoto',
  method: 'post',
  ...common,
  path: `${path}/{id}/rooms/{roomId}/photos`,
  summary: 'Add an uploaded photo to a room or an item',
  request: { params: RoomId, body: body(PhotoInput) },
  responses: { 201: answer(Photo, 'The photo'), ...failures.input, ...refused },
});
const dropPhoto = createRoute({
  operationId: 'removeInspectionPhoto',
  method: 'delete',
  ...common,
  path: `${path}/{id}/rooms/{roomId}/photos/{photoId}`,
  summary: 'Remove a photo',
  request: { params: PhotoId },
  responses: { 204: { description: 'Removed' }, ...refused },
});
const repair = createRoute({
  operationId: 'repairInspectionFinding',
  method: 'post',
  ...common,
  path: `${path}/{id}/rooms/{roomId}/items/{itemId}/repair`,
  summary: 'Make a repair of a finding, once',
  request: { params: ItemId },
  responses: { 201: answer(MadeRepair, 'The accepted repair'), ...refused },
});
const share = createRoute({
  operationId: 'shareInspection',
  method: 'post',
  ...common,
  path: `${path}/{id}/share`,
  summary: 'Fix the content and open it for the tenants’ comments, or lock it',
  request: { params: RecordId, body: body(Sharing) },
  responses: { 200: answer(InspectionRecord, 'The inspection'), ...failures.input, ...refused },
});
const back = createRoute({
  operationId: 'takeBackInspection',
  method: 'post',
  ...common,
  path: `${path}/{id}/take-back`,
  summary: 'Revoke the tenants’ links and open it again, before any comment',
  request: { params: RecordId },
  responses: { 200: answer(InspectionRecord, 'The inspection'), ...refused },
});

export function inspectionApi(services: Services) {
  type Ctx = Context<AppEnv>;
  const table = inspectionTable(() => services.clock.now());
  const addUnderKey = withIdempotencyKey(services.secret);
  const save = <T>(c: Ctx, work: (db: UserDb) => Promise<T>) =>
    withUser(services, c, 'guarded', (db) => refusing(work(db)));
  const roomOf = (c: Ctx) => ({ id: recordId(c), roomId: recordId(c, 'roomId') });
  const runAndRead = async (c: Ctx, work: (db: UserDb, id: string) => Promise<void>) => {
    const id = recordId(c);
    const after = await save(c, async (db) => {
      await work(db, id);
      return recordOf(db, id);
    });
    tagVersion(c, after);
    return after;
  };

  return router()
    .route(
      '/',
      recordApi(services, {
        path: '/api/inspections',
        area: 'repairs',
        one: 'inspection',
        query: InspectionQuery,
        item: Inspection,
        record: InspectionRecord,
        input: InspectionInput,
        change: InspectionChange,
        table,
        notFound: TEXTS.notFound,
        nameOf: ({ kind, startsAt }) => `${KIND_LABELS[kind]}, ${formatInstantAsDay(startsAt)}`,
        onRemoved: () => requestFileClearing(services),
      }),
    )
    .openapi(newRoom, async (c) => {
      const [id, input] = [recordId(c), c.req.valid('json')];
      const sent = { key: keyOf(c), noun: `${path}/${id}/rooms`, input };
      const room = await save(c, (db) =>
        addUnderKey(db, sent, {
          add: () => addRoom(db, id, input),
          get: (roomId) => getRoom(db, { id, roomId }),
          nameOf: ({ name }) => name,
        }),
      );
      tagVersion(c, room);
      return c.json(room, 201);
    })
    .openapi(order, async (c) => {
      const { ids } = c.req.valid('json');
      return c.json(await runAndRead(c, (db, id) => orderRooms(db, id, ids)), 200);
    })
    .openapi(saveRoom, async (c) => {
      const args = { ...roomOf(c), version: matchedVersion(c), input: c.req.valid('json') };
      const room = await save(c, (db) => changeRoom(db, args));
      tagVersion(c, room);
      return c.json(room, 200);
    })
    .openapi(dropRoom, async (c) => {
      const args = { ...roomOf(c), version: matchedVersion(c) };
      await save(c, (db) => removeRoom(db, args));
      await requestFileClearing(services);
      return c.body(null, 204);
    })
    .openapi(newPhoto, async (c) => {
      const [args, input] = [roomOf(c), c.req.valid('json')];
      return c.json(await save(c, (db) => addPhoto(db, args, input)), 201);
    })
    .openapi(dropPhoto, async (c) => {
      const args = { ...roomOf(c), photoId: recordId(c, 'photoId') };
      await save(c, (db) => removePhoto(db, args));
      await requestFileClearing(services);
      return c.body(null, 204);
    })
    .openapi(repair, async (c) => {
      const args = { ...roomOf(c), itemId: recordId(c, 'itemId') };
      return c.json(await save(c, (db) => repairFinding(db, args)), 201);
    })
    .openapi(share, async (c) => {
      const { lock } = c.req.valid('json');
      const way = lock ? lockAtOnce : shareWithTenants;
      return c.json(await runAndRead(c, (db, id) => way(db, { id }, services)), 200);
    })
    .openapi(back, async (c) => c.json(await runAndRead(c, (db, id) => takeBack(db, { id })), 200));
}

const INSPECTION = { icon: 'building', ofProperty: true, table: 'inspections', href: recordAt('inspections') } as const;

export const inspectionParts = {
  id: 'inspections',
  paths: recordPaths('inspections'),
  first: firstList('inspections', {
    list: INSPECTION_LIST,
    query: InspectionQuery,
    table: { list: listInspections },
  }),
  activity: {
    inspection: INSPECTION,
    // The record id is that of the inspection.
    'inspection comment': { ...INSPECTION, words: () => 'A tenant commented on an inspection' },
  },
  tables: {
    inspections: 'Inspections of your properties.',
    inspection_rooms: 'Rooms of each inspection, with the condition of their items.',
    inspection_photos: 'Photos of rooms and items.',
    inspection_comments: 'Tenants’ comments on inspections.',
  },
  notices: inspectionNotices,
} as const satisfies NounParts;
