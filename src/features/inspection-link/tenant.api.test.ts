import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  addedCellar,
  inspectionOf,
  linkOf,
  linkPath,
  locksDue,
  newComment,
  sharedInspection,
} from '../../../test/fixtures/inspection-links.ts';
import { addedPhoto, inspectionNow, shared } from '../../../test/fixtures/inspections.ts';
import { landlord, visitor } from '../../../test/fixtures/landlords.ts';
import { sendsForm } from '../../../test/fixtures/repair-links.ts';
import { END_TRIAL } from '../../../test/fixtures/subscriptions.ts';
import { addedTenancy } from '../../../test/fixtures/tenancies.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';

const { database } = server;
const DAY_MS = 86_400_000;
const NO_LONGER = 'This link no longer works. Ask your landlord for a new one.';
const DAMP = 'The damp was there before.';

const expires = (id: string) =>
  query(database, `update guest_links set expires_at = '2026-01-01' where inspection_id = $1`, [id]);

describe('the page of a tenant', () => {
  it('shows rooms with findings, words and photos, and the last day for comments', async () => {
    const ada = await landlord();
    const { path, photo } = await sharedInspection(ada);
    await query(database, `update files set taken_at = '2026-07-24T16:20:00Z' where url = $1`, [photo.url]);
    const { status, text, headers } = await visitor().get(path);
    expect(status).toBe(200);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    for (const shown of [
      'Move-in inspection',
      '01 Oct 2026, 10:00',
      '012345',
      'Ada Lovelace',
      'Cellar',
      'Damaged',
      'Not clean',
      'Damp by the door',
      'Walls. Taken 24 Jul 2026, 17:20. Added 25 Nov 2026',
    ])
      expect(text).toContain(shown);
    expect(text).toContain('until the end of 02 Dec 2026');
    expect(text).toContain(`${path}/photos/${photo.id}?size=thumb`);
    expect(text).not.toContain('/api/files/');
    expect(text).not.toContain('<script');
  });

  it('compares a move-out with the move-in of the same tenancy and its photos, but not of an earlier one', async () => {
    const ada = await landlord();
    const earlier = await addedTenancy(ada, { names: ['Alan Turing'], start: '2024-01-01' });
    const tenancy = await addedTenancy(ada, { propertyId: earlier.propertyId ?? '' });
    const old = await inspectionOf(ada, earlier);
    const oldPhoto = await addedPhoto(
      ada,
      old,
      await addedCellar(ada, old, { condition: 'good', note: 'Secret of Alan' }),
    );
    const out = await inspectionOf(ada, tenancy, { kind: 'move-out', startsAt: '2026-11-24T12:00:00.000Z' });
    await addedCellar(ada, out);
    await shared(ada, out);
    const first = await linkOf(ada, out, tenancy.tenants[0]?.id ?? '');
    expect((await visitor().get(first)).text).not.toMatch(/Secret|move-in/i);
    expect((await visitor().get(`${first}/photos/${oldPhoto.id}`)).status).toBe(404);
    const moveIn = await inspectionOf(ada, tenancy);
    const photo = await addedPhoto(
      ada,
      moveIn,
      await addedCellar(ada, moveIn, { name: 'walls', condition: 'worn', clean: true }),
    );
    const { text } = await visitor().get(first);
    expect(text).toContain('Worn, clean');
    expect(text).toContain('Damaged, not clean');
    expect((await visitor().get(`${first}/photos/${photo.id}?size=thumb`)).headers.get('content-type')).toBe(
      'image/jpeg',
    );
  });

  it('opens after the trial of the landlord', async () => {
    const ada = await landlord();
    const { path, inspection } = await sharedInspection(ada);
    await query(database, END_TRIAL, [ada.id, '2020-01-01']);
    expect((await ada.post(`/api/inspections/${inspection.id}/notice`)).status).toBe(402);
    expect((await visitor().get(path)).status).toBe(200);
    expect((await sendsForm(path, newComment())).status).toBe(303);
  });
});

describe('a comment', () => {
  it('is added once to a room or the whole, however often it is sent', async () => {
    const ada = await landlord();
    const { path, paths, inspection, room } = await sharedInspection(ada, { names: ['Grace Hopper', 'Alan Turing'] });
    const comment = newComment(room.id);
    const sent = await Promise.all([sendsForm(path, comment), sendsForm(path, comment)]);
    expect(sent.map(({ status, headers }) => [status, headers.get('location')])).toEqual(
      sent.map(() => [303, `${path}#room-${room.id}`]),
    );
    expect((await sendsForm(paths[1] ?? '', newComment('whole', { text: 'The keys are missing.' }))).status).toBe(303);
    const { comments } = await inspectionNow(ada, inspection);
    expect(comments.map(({ name, text, roomId }) => [name, text, roomId])).toEqual([
      ['Grace Hopper', DAMP, room.id],
      ['Alan Turing', 'The keys are missing.', null],
    ]);
    const { text } = await visitor().get(path);
    expect(text.split(DAMP)).toHaveLength(2);
    expect(text).toContain('Alan Turing, 25 Nov 2026');
  });

  it('keeps a text that is too long in the form, and refuses an empty text', async () => {
    const ada = await landlord();
    const { path, inspection, room } = await sharedInspection(ada);
    const long = await sendsForm(path, newComment(room.id, { text: 'x'.repeat(5001) }));
    expect([long.status, long.text]).toEqual([422, expect.stringContaining('Use 5,000 characters or fewer')]);
    expect(long.text).toContain('x'.repeat(5001));
    expect((await sendsForm(path, newComment(room.id, { text: ' ' }))).text).toContain('Enter a comment');
    expect((await sendsForm(path, newComment(room.id, { key: 'x' }))).status).toBe(400);
    expect((await sendsForm(path, newComment(randomUUID()))).status).toBe(404);
    expect((await inspectionNow(ada, inspection)).comments).toEqual([]);
    expect((await sendsForm(path, newComment(room.id, { text: 'x'.repeat(5000) }))).status).toBe(303);
  });

  it('is refused after 30 in a day', async () => {
    const ada = await landlord();
    const { path } = await sharedInspection(ada);
    const guest = visitor();
    for (let sent = 0; sent < 30; sent++) expect((await sendsForm(path, newComment(), { guest })).status).toBe(303);
    const refused = await sendsForm(path, newComment(), { guest });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('30 comments today')]);
    await server.later(DAY_MS + 1000, async () => expect((await sendsForm(path, newComment())).status).toBe(303));
  });

  it('is taken until the end of the seventh day in London, and then refused', async () => {
    const ada = await landlord();
    const { path, inspection } = await sharedInspection(ada);
    const until = Date.parse(inspection.commentsUntil ?? '') - server.services.clock.now().getTime();
    await server.later(until - 60_000, async () => expect((await sendsForm(path, newComment())).status).toBe(303));
    await server.later(until + 1000, async () => {
      const refused = await sendsForm(path, newComment('whole', { text: 'Too late' }));
      expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Comments are closed')]);
      expect(refused.text).not.toContain('<form');
      expect(refused.text).toContain(DAMP);
    });
    expect((await inspectionNow(ada, inspection)).comments).toHaveLength(1);
  });
});

describe('the end of a link', () => {
  it('is read-only with its hash once locked, and ends 90 days later', async () => {
    const ada = await landlord();
    const { path, inspection } = await sharedInspection(ada);
    await server.later(8 * DAY_MS, async () => {
      await locksDue();
      const [row] = await query<{ sha256: string }>(database, 'select sha256 from inspections where id = $1', [
        inspection.id,
      ]);
      const { text } = await visitor().get(path);
      expect(text).toContain(row?.sha256);
      expect(text).toContain('it can no longer be changed');
      expect(text).not.toContain('<form');
      expect((await sendsForm(path, newComment())).status).toBe(409);
      await server.later(90 * DAY_MS - 60_000, async () => expect((await visitor().get(path)).status).toBe(200));
      await server.later(90 * DAY_MS + 1000, async () => {
        expect((await visitor().get(path)).status).toBe(404);
        expect((await visitor().get(`${path}/report.pdf`)).status).toBe(404);
      });
    });
  });

  it('is the same page for links that are unknown, revoked, expired or taken back', async () => {
    const ada = await landlord();
    const { path, photo, inspection, tenantId } = await sharedInspection(ada);
    const others = await sharedInspection(await landlord());
    const pages = [
      await visitor().get(`/inspection/${'A'.repeat(43)}`),
      await visitor().get(`/inspection/${'A'.repeat(43)}/report.pdf`),
      await visitor().get(`/inspection/${'A'.repeat(43)}/photos/${photo.id}`),
      await visitor().get(`${others.path}/photos/${photo.id}`),
      await visitor().get(`${path}/photos/${randomUUID()}`),
      await visitor().get(`${path}/photos/x`),
      await sendsForm(`/inspection/${'A'.repeat(43)}`, newComment()),
      await sendsForm(path, newComment(others.room.id)),
    ];
    const works = async () => (await visitor().get(`${path}/photos/${photo.id}?size=thumb`)).status;
    expect(await works()).toBe(200);
    expect((await visitor().get(photo.url)).status).toBe(401);
    expect((await ada.post(`${linkPath(inspection, tenantId)}/revoke`)).status).toBe(204);
    expect(await works()).toBe(404);
    pages.push(await visitor().get(path), await sendsForm(path, newComment()));
    const next = await linkOf(ada, inspection, tenantId);
    expect(next).not.toBe(path);
    expect((await visitor().get(next)).status).toBe(200);
    await expires(inspection.id);
    pages.push(await visitor().get(next));
    expect((await ada.post(`/api/inspections/${others.inspection.id}/take-back`)).status).toBe(404);
    const taken = await sharedInspection(ada);
    expect((await ada.post(`/api/inspections/${taken.inspection.id}/take-back`)).status).toBe(200);
    pages.push(await visitor().get(taken.path), await visitor().get(`${taken.path}/photos/${taken.photo.id}`));
    expect(new Set(pages.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect([pages[0]?.status, pages[0]?.text]).toEqual([404, expect.stringContaining(NO_LONGER)]);
  });

  it('limits the rate of guessed tokens', async () => {
    const guesser = visitor();
    const outcomes = [];
    for (let guess = 0; guess < 12; guess++)
      outcomes.push((await guesser.get(`/inspection/${`${guess}`.padEnd(43, 'A')}`)).status);
    expect(outcomes).toEqual([...Array.from({ length: 10 }, () => 404), 429, 429]);
  });
});
