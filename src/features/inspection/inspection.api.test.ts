import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  addedInspection,
  addedPhoto,
  inspectionNow,
  newInspection,
  recorded,
  roomInput,
  roomOf,
  roomPath,
} from '../../../test/fixtures/inspections.ts';
import { added, addedProperty, landlord, listed } from '../../../test/fixtures/landlords.ts';
import { member } from '../../../test/fixtures/members.ts';
import { moved, repairNow } from '../../../test/fixtures/repairs.ts';
import { addedTenancy } from '../../../test/fixtures/tenancies.ts';
import { photo, uploaded, uploadedPhoto } from '../../../test/fixtures/uploads.ts';
import { openEvents } from '../../../test/reading/events.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { MAX_ROOMS } from '../inspection-template/listed.ts';
import { RepairRecord } from '../repair/repair.ts';
import { Inspection, InspectionRecord, Photo, Room } from './inspection.ts';
import { TEXTS } from './listed.ts';

const HOUR = 3_600_000;
const now = () => server.services.clock.now().getTime();
const at = (instant: number) => new Date(instant).toISOString();
const Conflict = z.object({
  error: z.object({ current: Room, changedBy: z.object({ you: z.boolean(), name: z.string() }) }),
});

describe('an inspection', () => {
  it('is saved with the standard rooms of its property, and listed and found by its address with its figures', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada, { propertyType: 'flat', bedrooms: 2, bathrooms: 1 });
    const one = await addedInspection(ada, { propertyId: home.id });
    expect(one).toMatchObject({ ...newInspection({ propertyId: home.id }), state: 'open', findings: 0, comments: [] });
    const names = ['Hall', 'Living room', 'Kitchen', 'Bedroom 1', 'Bedroom 2', 'Bathroom'];
    expect(one.rooms.map(({ name }) => name)).toEqual(names);
    await recorded(ada, one, roomOf(one, 'Kitchen'), { condition: 'damaged', clean: false });
    await added(ada, `/api/inspections/${one.id}/rooms`, { input: { name: 'Cupboard' }, record: Room });
    const page = await listed(ada, `/api/inspections?state=open&q=${encodeURIComponent(home.address)}`, Inspection);
    expect(page).toMatchObject({ total: 1, items: [{ id: one.id, rooms: 7, done: 1, findings: 1, comments: 0 }] });
    for (const none of ['state=planned', 'state=shared', 'kind=routine', `propertyId=${randomUUID()}`, 'q=nowhere'])
      expect((await listed(ada, `/api/inspections?${none}`, Inspection)).items).toEqual([]);
  });

  it('takes its rooms from a template', async () => {
    const ada = await landlord();
    const rooms = [{ name: 'Studio', items: ['Walls', 'Oven'] }];
    const template = (await ada.post('/api/inspection-templates', { name: 'Studio', rooms })).as(
      z.object({ id: z.uuid() }),
    );
    const { rooms: made } = await addedInspection(ada, { templateId: template.id });
    const blank = { condition: null, clean: null, note: '' };
    expect(made).toMatchObject([
      {
        name: 'Studio',
        items: [
          { name: 'Walls', ...blank },
          { name: 'Oven', ...blank },
        ],
      },
    ]);
  });

  it('rejects a property, tenancy or template of others, and a tenancy of another property', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const propertyId = (await addedProperty(ada)).id;
    const template = { name: 'Bob', rooms: [{ name: 'Hall', items: [] }] };
    const theirs = {
      propertyId: (await addedProperty(bob)).id,
      templateId: (await bob.post('/api/inspection-templates', template)).as(z.object({ id: z.uuid() })).id,
      tenancyId: (await addedTenancy(bob)).id,
    };
    for (const [field, id] of Object.entries({ ...theirs, tenancy: (await addedTenancy(ada)).id })) {
      const overrides = field === 'tenancy' ? { tenancyId: id } : { [field]: id };
      const answer = await ada.post('/api/inspections', { ...newInspection({ propertyId }), ...overrides });
      expect([answer.outcome, Object.keys(answer.fields)]).toEqual(['422 invalid_input', Object.keys(overrides)]);
    }
    expect((await listed(ada, '/api/inspections', Inspection)).total).toBe(0);
  });

  it('is planned until its start, unless a condition is recorded', async () => {
    const ada = await landlord();
    const one = await addedInspection(ada, { startsAt: at(now() + 2 * HOUR) });
    expect(one.state).toBe('planned');
    expect((await server.later(3 * HOUR, () => inspectionNow(ada, one))).state).toBe('open');
    await recorded(ada, one, roomOf(one, 'Hall'), { condition: 'good' });
    expect((await inspectionNow(ada, one)).state).toBe('open');
    expect((await listed(ada, '/api/inspections?state=open', Inspection)).total).toBe(1);
  });

  it('shows its tenants and comments’ names only to roles that see people', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, { names: ['Grace Hopper', 'Alan Turing'] });
    const propertyId = tenancy.propertyId ?? '';
    const one = await addedInspection(ada, { propertyId, tenancyId: tenancy.id });
    expect(one.tenants).toBe('Alan Turing, Grace Hopper');
    const grace = await listed(ada, `/api/inspections?tenancyId=${tenancy.id}`, Inspection);
    expect(grace.total).toBe(1);
    const max = await member(ada, { role: 'maintenance' });
    expect((await inspectionNow(max, one)).tenants).toBe('');
  });

  it('is reached by a limited member only if its property is', async () => {
    const ada = await landlord();
    const [near, far] = [await addedInspection(ada), await addedInspection(ada)];
    const max = await member(ada, { role: 'maintenance', properties: [near.propertyId ?? ''] });
    expect((await listed(max, '/api/inspections', Inspection)).items.map(({ id }) => id)).toEqual([near.id]);
    expect((await inspectionNow(max, near)).rooms).toHaveLength(near.rooms.length);
    const [hall, saved] = [roomOf(far, 'Hall'), roomOf(near, 'Hall')];
    expect((await max.get(`/api/inspections/${far.id}`)).outcome).toBe('404 not_found');
    for (const path of [roomPath(far, hall), roomPath(near, hall)])
      expect((await max.put(path, roomInput(hall), 1)).outcome).toBe('404 not_found');
    expect((await max.post(`/api/inspections/${far.id}/share`, {})).outcome).toBe('404 not_found');
    const repair = (path: string, { items }: Room) => max.post(`${path}/items/${items[0]?.id}/repair`, {});
    expect((await repair(roomPath(far, hall), hall)).outcome).toBe('404 not_found');
    expect((await repair(roomPath(near, saved), saved)).status).toBe(201);
    const elsewhere = newInspection({ propertyId: far.propertyId ?? '' });
    expect((await max.post('/api/inspections', elsewhere)).outcome).toBe('422 invalid_input');
  });
});

describe('a routine inspection', () => {
  it('needs 24 hours’ notice, or that the tenants agreed', async () => {
    const ada = await landlord();
    const propertyId = (await addedProperty(ada)).id;
    const add = (startsAt: number, more: object = {}) =>
      ada.post('/api/inspections', {
        ...newInspection({ propertyId, kind: 'routine', startsAt: at(startsAt) }),
        ...more,
      });
    const soon = await add(now() + 24 * HOUR - 60_000);
    expect([soon.outcome, soon.fields]).toEqual(['422 invalid_input', { startsAt: TEXTS.soon }]);
    expect((await add(now() + 24 * HOUR + 60_000)).status).toBe(201);
    expect((await add(now() + HOUR, { agreed: true })).status).toBe(201);
    expect((await add(now() + HOUR, { kind: 'move-out' })).status).toBe(201);
    expect((await add(Date.parse('0000-01-01T00:00:00Z'), { agreed: true })).fields).toHaveProperty('startsAt');
  });

  it('can be changed later without notice, unless to another time', async () => {
    const ada = await landlord();
    const one = await addedInspection(ada, { kind: 'routine', startsAt: at(now() + 25 * HOUR) });
    const change = (version: number, startsAt: string) =>
      ada.put(`/api/inspections/${one.id}`, { startsAt, note: 'Ring twice' }, version);
    await server.later(20 * HOUR, async () => {
      expect((await change(1, one.startsAt)).as(InspectionRecord)).toMatchObject({ note: 'Ring twice', version: 2 });
      const sooner = await change(2, at(Date.parse(one.startsAt) + HOUR));
      expect([sooner.outcome, sooner.fields]).toEqual(['422 invalid_input', { startsAt: TEXTS.soon }]);
      expect((await change(2, at(now() + 25 * HOUR))).status).toBe(200);
    });
  });
});

describe('the rooms of an inspection', () => {
  it('conflict only if two people save the same room', async () => {
    const ada = await landlord();
    const leila = await member(ada, { role: 'manager' });
    const one = await addedInspection(ada);
    const [hall, kitchen] = [roomOf(one, 'Hall'), roomOf(one, 'Kitchen')];
    const first = await recorded(leila, one, hall, { condition: 'worn' });
    expect((await recorded(ada, one, kitchen, { condition: 'good' })).version).toBe(2);
    const late = await ada.put(roomPath(one, hall), roomInput(hall), hall.version);
    expect([late.outcome, late.as(Conflict).error]).toMatchObject([
      '409 conflict',
      { current: first, changedBy: { you: false, name: leila.name } },
    ]);
    expect((await ada.delete(roomPath(one, hall), 1)).outcome).toBe('409 conflict');
    expect((await ada.put(roomPath(one, hall), roomInput(hall))).outcome).toBe('428 version_required');
    const after = await inspectionNow(ada, one);
    expect([after.version, roomOf(after, 'Hall')]).toEqual([1, first]);
  });

  it('are reordered without new versions, with unlisted rooms at the end', async () => {
    const ada = await landlord();
    const one = await addedInspection(ada);
    const ids = one.rooms.map(({ id }) => id);
    const [last = ''] = ids.slice(-1);
    const order = (ids: string[]) => ada.post(`/api/inspections/${one.id}/rooms/order`, { ids: ids });
    const { rooms } = (await order([last])).as(InspectionRecord);
    expect(rooms.map(({ id, version }) => [id, version])).toEqual([last, ...ids.slice(0, -1)].map((id) => [id, 1]));
  });

  it('are added once for each idempotency key, and up to the limit', async () => {
    const ada = await landlord();
    const one = await addedInspection(ada);
    const key = { headers: { 'idempotency-key': randomUUID() } };
    const add = (name: string, more = {}) => ada.post(`/api/inspections/${one.id}/rooms`, { name }, more);
    const made = [await add('Cellar', key), await add('Cellar', key)].map((answer) => answer.as(Room).id);
    expect(new Set(made).size).toBe(1);
    const free = MAX_ROOMS - one.rooms.length - 1;
    await Promise.all(Array.from({ length: free + 3 }, (_, place) => add(`Room ${place}`)));
    expect((await inspectionNow(ada, one)).rooms).toHaveLength(MAX_ROOMS);
    expect((await add('Attic')).fields).toHaveProperty('name');
  });

  it('notify open inspections of each change of a room or photo', async () => {
    const ada = await landlord();
    const one = await addedInspection(ada);
    const events = await openEvents({ browser: ada, server });
    const hall = roomOf(one, 'Hall');
    await recorded(ada, one, hall, { condition: 'worn' });
    await events.waitFor(({ changes }) => changes.length === 1);
    await addedPhoto(ada, one, hall);
    await events.waitFor(({ changes }) => changes.length === 2);
    for (const change of events.changes) expect(change).toMatchObject({ noun: 'inspections', id: null });
  });

  it('refuse two items with the same id', async () => {
    const ada = await landlord();
    const one = await addedInspection(ada);
    const hall = roomOf(one, 'Hall');
    const items = [hall.items[0], hall.items[0]];
    expect((await ada.put(roomPath(one, hall), { ...roomInput(hall), items }, 1)).fields).toHaveProperty('items');
  });
});

describe('a photo', () => {
  it('keeps when it was taken and loses its position', async () => {
    const ada = await landlord();
    const one = await addedInspection(ada);
    const exif = { IFD2: { DateTimeOriginal: '2025:07:01 10:20:31' }, IFD3: { GPSLatitude: '53/1 48/1 0/1' } };
    const bytes = await photo().withExif(exif).jpeg().toBuffer();
    const { url } = await uploaded(ada, { bucket: 'inspection_images', name: 'Wall.jpg', bytes });
    const path = `${roomPath(one, roomOf(one, 'Hall'))}/photos`;
    const kept = (await ada.post(path, { url })).as(Photo);
    expect(kept).toMatchObject({ url, name: 'Wall.jpg', itemId: null, takenAt: '2025-07-01T09:20:00.000Z' });
    expect(Math.abs(Date.parse(kept.addedAt) - now())).toBeLessThan(HOUR);
    const stored = await ada.get(url);
    expect((await sharp(stored.bytes).metadata()).exif).toBeUndefined();
    expect((await ada.post(path, { url })).as(Photo)).toEqual(kept);
    expect(roomOf(await inspectionNow(ada, one), 'Hall').photos).toEqual([kept]);
  });

  it('has no capture time in another bucket', async () => {
    const ada = await landlord();
    const bytes = await photo()
      .withExif({ IFD2: { DateTimeOriginal: '2025:07:01 10:20:31' } })
      .jpeg()
      .toBuffer();
    const { url } = await uploaded(ada, { bucket: 'tenant_images', name: 'Ada.jpg', bytes });
    expect(await query(server.database, 'select taken_at from files where url = $1', [url])).toEqual([
      { taken_at: null },
    ]);
  });

  it('is refused if it is another landlord’s, used elsewhere or of a missing item', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const one = await addedInspection(ada);
    const [hall, kitchen] = [roomOf(one, 'Hall'), roomOf(one, 'Kitchen')];
    const { url: used } = await addedPhoto(ada, one, kitchen);
    const { url: theirs } = await uploadedPhoto(bob, { bucket: 'inspection_images' });
    const { url: mine } = await uploadedPhoto(ada, { bucket: 'inspection_images' });
    const add = async (body: object) => (await ada.post(`${roomPath(one, hall)}/photos`, body)).fields;
    expect(await add({ url: used })).toHaveProperty('url');
    expect(await add({ url: theirs })).toHaveProperty('url');
    expect(await add({ url: mine, itemId: kitchen.items[0]?.id })).toHaveProperty('itemId');
    expect(roomOf(await inspectionNow(ada, one), 'Hall').photos).toEqual([]);
  });

  it('becomes one of the room if its item is removed, and its file is deleted with the room', async () => {
    const ada = await landlord();
    const one = await addedInspection(ada);
    const hall = roomOf(one, 'Hall');
    const [first, second] = [await addedPhoto(ada, one, hall), await addedPhoto(ada, one, hall)];
    const without = { ...roomInput(hall), items: hall.items.slice(1) };
    const saved = (await ada.put(roomPath(one, hall), without, 1)).as(Room);
    expect(saved.photos.map(({ itemId }) => itemId)).toEqual([null, null]);
    expect((await ada.delete(`${roomPath(one, hall)}/photos/${first.id}`)).status).toBe(204);
    expect((await ada.delete(roomPath(one, hall), 2)).status).toBe(204);
    await expect.poll(async () => (await ada.get(second.url)).status).toBe(404);
  });
});

describe('a finding', () => {
  it('becomes a repair once, with its photos as documents, and again once that is deleted', async () => {
    const ada = await landlord();
    const one = await addedInspection(ada);
    const hall = await recorded(ada, one, roomOf(one, 'Hall'), { condition: 'damaged', note: 'A hole' });
    const taken = await addedPhoto(ada, one, hall);
    const path = `${roomPath(one, hall)}/items/${hall.items[0]?.id}/repair`;
    const Made = z.object({ id: z.uuid(), number: z.number() });
    const answers = await Promise.all([ada.post(path, {}), ada.post(path, {})]);
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['409 wrong_state', 'served']);
    expect(answers.find(({ status }) => status === 409)?.text).toContain(TEXTS.hasRepair);
    const { id, number } = answers.find(({ status }) => status === 201)?.as(Made) ?? { id: '', number: 0 };
    const repair = await repairNow(ada, { id });
    expect(repair).toMatchObject({
      title: 'Walls: damaged',
      description: 'A hole',
      category: 'walls',
      room: 'Hall',
      state: 'accepted',
      reportedBy: 'inspection',
      propertyId: one.propertyId,
      photos: 1,
    });
    expect(roomOf(await inspectionNow(ada, one), 'Hall')).toMatchObject({
      repairs: [{ itemId: hall.items[0]?.id, id, number }],
      photos: [taken],
    });
    const cancelled = (await moved(ada, repair, 'cancelled')).as(RepairRecord);
    expect((await ada.delete(`/api/repairs/${id}`, cancelled.version)).status).toBe(204);
    const again = (await ada.post(path, {})).as(Made);
    expect(await repairNow(ada, again)).toMatchObject({ photos: 1 });
    expect((await ada.get(taken.url)).status).toBe(200);
  });
});

describe('a move-out inspection', () => {
  it('is compared with the move-in of its tenancy, else of its property', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada);
    const propertyId = tenancy.propertyId ?? '';
    const of = { propertyId, tenancyId: tenancy.id };
    const older = await addedInspection(ada, { ...of, startsAt: '2025-01-01T09:00:00.000Z' });
    const later = await addedInspection(ada, { propertyId, startsAt: '2025-06-01T09:00:00.000Z' });
    await recorded(ada, older, roomOf(older, 'Hall'), { condition: 'worn' });
    await addedPhoto(ada, older, roomOf(older, 'Hall'));
    const out = { kind: 'move-out', startsAt: '2026-01-01T09:00:00.000Z' } as const;
    const { before } = await addedInspection(ada, { ...of, ...out });
    expect(before).toMatchObject({ id: older.id, meters: older.meters, keys: older.keys });
    expect(before?.rooms[0]?.items[0]).toMatchObject({ name: 'Walls', condition: 'worn' });
    expect(before?.rooms[0]?.photos).toEqual(roomOf(await inspectionNow(ada, older), 'Hall').photos);
    expect((await addedInspection(ada, { propertyId, ...out })).before?.id).toBe(later.id);
    expect(later.before).toBeNull();
  });
});
