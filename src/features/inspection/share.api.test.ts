import { createHash } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { locksDue } from '../../../test/fixtures/inspection-links.ts';
import {
  addedInspection,
  addedPhoto,
  inspectionNow,
  recorded,
  roomInput,
  roomOf,
  roomPath,
  shared,
} from '../../../test/fixtures/inspections.ts';
import { type Landlord, landlord, subscribedLandlord } from '../../../test/fixtures/landlords.ts';
import { member } from '../../../test/fixtures/members.ts';
import { addedTenancy } from '../../../test/fixtures/tenancies.ts';
import { uploadedPhoto } from '../../../test/fixtures/uploads.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { addDays, londonDay } from '../../shared/dates.ts';
import { PropertyRecord } from '../property/property.ts';
import type { InspectionRecord } from './inspection.ts';
import { TEXTS } from './listed.ts';

const DAY = 86_400_000;
const { database } = server;

const comment = ({ id, user }: { id: string; user: string }, room: string | null = null) =>
  query(
    database,
    `insert into inspection_comments (user_id, inspection_id, room_id, name, text, form_key)
     values ($1, $2, $3, 'Grace Hopper', 'The wall was like this', gen_random_uuid())`,
    [user, id, room],
  );

const contentHash = async ({ id }: { id: string }) => {
  const [row] = await query<{ content: string }>(database, 'select app.inspection_content($1)::text as content', [id]);
  return createHash('sha256')
    .update(row?.content ?? '')
    .digest('hex');
};

/** The SQLSTATE of a statement that a superuser runs; null if the statement succeeds. */
const codeOf = (statement: string, id: string) =>
  query(database, statement, [id]).then(
    () => null,
    (error: unknown) => (error instanceof pg.DatabaseError ? error.code : error),
  );

/** The responses to each kind of change of an inspection. */
async function changes(owner: Landlord, inspection: InspectionRecord) {
  const hall = roomOf(inspection, 'Hall');
  const path = roomPath(inspection, hall);
  const { url } = await uploadedPhoto(owner, { bucket: 'inspection_images' });
  const { startsAt } = inspection;
  return [
    await owner.put(`/api/inspections/${inspection.id}`, { startsAt, note: 'New' }, inspection.version),
    await owner.delete(`/api/inspections/${inspection.id}`, inspection.version),
    await owner.post(`/api/inspections/${inspection.id}/rooms`, { name: 'Cellar' }),
    await owner.post(`/api/inspections/${inspection.id}/rooms/order`, {
      ids: inspection.rooms.map(({ id }) => id).toReversed(),
    }),
    await owner.put(path, roomInput(hall), hall.version),
    await owner.delete(path, hall.version),
    await owner.post(`${path}/photos`, { url }),
    await owner.delete(`${path}/photos/${hall.photos[0]?.id}`),
    await owner.post(`/api/inspections/${inspection.id}/share`, {}),
  ];
}

async function filled(
  owner: Landlord,
  overrides: Parameters<typeof addedInspection>[1] = {},
): Promise<InspectionRecord> {
  const one = await addedInspection(owner, overrides);
  await addedPhoto(owner, one, await recorded(owner, one, roomOf(one, 'Hall'), { condition: 'damaged' }));
  return inspectionNow(owner, one);
}

describe('a shared inspection', () => {
  it('cannot be changed, and takes comments until the end of the 7th day in London', async () => {
    const ada = await landlord();
    const after = await shared(ada, await filled(ada));
    expect(after).toMatchObject({ state: 'shared', lockedAt: null, sha256: null });
    const ends = new Date(after.commentsUntil ?? '');
    const last = addDays(londonDay(server.services.clock.now()), 7);
    expect([londonDay(ends), londonDay(new Date(ends.getTime() + 1))]).toEqual([last, addDays(last, 1)]);
    for (const refused of await changes(ada, after))
      expect([refused.outcome, refused.text]).toEqual(['409 wrong_state', expect.stringContaining(TEXTS.fixed)]);
    expect(await inspectionNow(ada, after)).toEqual(after);
  });

  it('needs a room', async () => {
    const ada = await landlord();
    const one = await addedInspection(ada);
    for (const { id, version } of one.rooms)
      expect((await ada.delete(roomPath(one, { id }), version)).status).toBe(204);
    const refused = await ada.post(`/api/inspections/${one.id}/share`, {});
    expect([refused.outcome, refused.text]).toEqual(['409 wrong_state', expect.stringContaining(TEXTS.noRooms)]);
  });

  it('keeps the address that its property had', async () => {
    const ada = await landlord();
    const one = await filled(ada);
    const { address } = await shared(ada, one);
    const home = (await ada.get(`/api/properties/${one.propertyId}`)).as(PropertyRecord);
    const moved = await ada.put(`/api/properties/${home.id}`, { ...home, address: '9 Other Street' }, home.version);
    expect(moved.status).toBe(200);
    expect((await inspectionNow(ada, one)).address).toBe(address);
    expect((await ada.post(`/api/inspections/${one.id}/take-back`)).status).toBe(200);
    expect((await inspectionNow(ada, one)).address).toContain('9 Other Street');
  });

  it('can be taken back and changed until somebody has commented', async () => {
    const ada = await landlord();
    const one = await filled(ada);
    const takeBack = () => ada.post(`/api/inspections/${one.id}/take-back`);
    expect((await takeBack()).text).toContain(TEXTS.notShared);
    await shared(ada, one);
    expect((await takeBack()).status).toBe(200);
    const open = await inspectionNow(ada, one);
    expect(open).toMatchObject({ state: 'open', sharedAt: null, commentsUntil: null });
    await recorded(ada, open, roomOf(open, 'Kitchen'), { condition: 'good' });
    await shared(ada, one);
    await comment({ id: one.id, user: ada.id }, roomOf(one, 'Hall').id);
    const refused = await takeBack();
    expect([refused.outcome, refused.text]).toEqual(['409 wrong_state', expect.stringContaining(TEXTS.commented)]);
    const after = await inspectionNow(ada, one);
    expect(after.comments).toMatchObject([{ roomId: roomOf(one, 'Hall').id, name: 'Grace Hopper' }]);
    const max = await member(ada, { role: 'maintenance' });
    expect((await inspectionNow(max, one)).comments).toMatchObject([{ name: '', text: 'The wall was like this' }]);
  });

  it('has comments only while it is shared', async () => {
    const ada = await landlord();
    const one = await filled(ada);
    const add = () => comment({ id: one.id, user: ada.id });
    await expect(add()).rejects.toMatchObject({ code: 'TN434' });
    await shared(ada, one);
    await add();
    await query(database, `update inspections set shared_at = shared_at where id = $1`, [one.id]);
    for (const change of [`update inspection_comments set text = 'x'`, 'delete from inspection_comments'])
      await expect(query(database, `${change} where inspection_id = $1`, [one.id])).rejects.toMatchObject({
        code: 'TN434',
      });
    await server.later(8 * DAY, locksDue);
    await expect(add()).rejects.toMatchObject({ code: 'TN434' });
  });
});

describe('a locked inspection', () => {
  it('has the hash of its content, and never changes, not even for a superuser', async () => {
    const ada = await subscribedLandlord();
    const one = await shared(ada, await filled(ada));
    await comment({ id: one.id, user: ada.id });
    await server.later(6 * DAY, locksDue);
    expect((await inspectionNow(ada, one)).state).toBe('shared');
    await server.later(8 * DAY, locksDue);
    const locked = await inspectionNow(ada, one);
    expect(locked).toMatchObject({ state: 'locked', sha256: await contentHash(one) });
    for (const refused of [...(await changes(ada, locked)), await ada.post(`/api/inspections/${one.id}/take-back`)])
      expect([refused.outcome, refused.text]).toEqual(['409 wrong_state', expect.stringContaining(TEXTS.locked)]);
    const parts = `in (select id from inspection_rooms where inspection_id = $1)`;
    for (const statement of [
      `update inspections set note = 'x' where id = $1`,
      `update inspections set sha256 = repeat('0', 64) where id = $1`,
      `update inspections set property_address = 'x' where id = $1`,
      `update inspections set locked_at = null, sha256 = null where id = $1`,
      `update inspections set shared_at = null, comments_until = null, locked_at = null, sha256 = null where id = $1`,
      `update inspections set comments_until = comments_until + interval '1 day' where id = $1`,
      'delete from inspections where id = $1',
      `update inspection_rooms set items = '[]' where inspection_id = $1`,
      `update inspection_rooms set inspection_id = (select id from inspections where id <> $1 and user_id = inspection_rooms.user_id) where inspection_id = $1`,
      'delete from inspection_rooms where inspection_id = $1',
      `update inspection_photos set item_id = null where room_id ${parts}`,
      `delete from inspection_photos where room_id ${parts}`,
      `insert into inspection_photos (user_id, room_id, url) select user_id, room_id, url from inspection_photos where room_id ${parts}`,
      `delete from inspection_comments where inspection_id = $1`,
    ])
      expect([statement, await codeOf(statement, one.id)]).toEqual([statement, 'TN434']);
    expect(await inspectionNow(ada, one)).toEqual(locked);
    expect(await contentHash(one)).toBe(locked.sha256);
  });

  it('keeps its content and address when its property and tenancy are deleted', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada);
    const propertyId = tenancy.propertyId ?? '';
    const one = await filled(ada, { propertyId, tenancyId: tenancy.id });
    const open = await addedInspection(ada, { propertyId });
    await shared(ada, one);
    await server.later(8 * DAY, locksDue);
    const home = (await ada.get(`/api/properties/${propertyId}`)).as(PropertyRecord);
    expect((await ada.delete(`/api/properties/${propertyId}`, home.version)).status).toBe(204);
    const after = await inspectionNow(ada, one);
    const address = `${home.address}, ${home.city}`;
    expect(after).toMatchObject({ propertyId: null, address, state: 'locked', sha256: await contentHash(one) });
    expect(await inspectionNow(ada, open)).toMatchObject({ propertyId: null, address });
  });

  it('can be locked without sharing only if it has no tenants', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada);
    const occupied = await filled(ada, { propertyId: tenancy.propertyId ?? '', tenancyId: tenancy.id });
    const refused = await ada.post(`/api/inspections/${occupied.id}/share`, { lock: true });
    expect([refused.outcome, refused.text]).toEqual(['409 wrong_state', expect.stringContaining(TEXTS.hasTenants)]);
    expect((await inspectionNow(ada, occupied)).state).toBe('open');
    const vacant = await filled(ada);
    const locked = await shared(ada, vacant, { lock: true });
    expect(locked).toMatchObject({ state: 'locked', sha256: await contentHash(vacant) });
  });

  it('gets a repair from a finding', async () => {
    const ada = await landlord();
    const one = await filled(ada);
    await shared(ada, one, { lock: true });
    const hall = roomOf(one, 'Hall');
    const path = `${roomPath(one, hall)}/items/${hall.items[0]?.id}/repair`;
    expect((await ada.post(path)).status).toBe(201);
    expect(roomOf(await inspectionNow(ada, one), 'Hall').repairs).toHaveLength(1);
    expect((await inspectionNow(ada, one)).sha256).toBe(await contentHash(one));
  });
});
