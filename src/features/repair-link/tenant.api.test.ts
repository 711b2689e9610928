import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { landlord, visitor } from '../../../test/fixtures/landlords.ts';
import {
  BOOK,
  jpeg,
  newReport,
  PLANNED,
  PROPOSE,
  pathOf,
  proposes,
  type Sent,
  SURE,
  sendsForm,
  supplierWithLink,
  tenantWithLink,
} from '../../../test/fixtures/repair-links.ts';
import { addedRepair, repairIn, repairNow, TOMORROW } from '../../../test/fixtures/repairs.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { STATES, type State } from '../repair/listed.ts';
import { mayMove } from '../repair/rules/moves.ts';

const { database } = server;
const DAY_MS = 86_400_000;
const NO_LONGER = 'This link no longer works. Ask your landlord for a new one.';

describe('the moves of a tenant', () => {
  const ACTIONS: [Sent, State][] = [
    [BOOK, 'booked'],
    [{ action: 'not-fixed', text: 'Cold again' }, 'in-progress'],
    [{ action: 'came-back', text: 'It leaks again' }, 'accepted'],
    [{ action: 'cancel', ...SURE }, 'cancelled'],
  ];

  it.each(STATES)('from %s are those of the table', async (state) => {
    const ada = await landlord();
    const { path, tenantId, propertyId } = await tenantWithLink(ada);
    for (const [sent, to] of ACTIONS) {
      const repair = await repairIn(ada, state, { tenantId, propertyId });
      if (sent.action === 'book') await proposes(ada, repair);
      const { status, text } = await sendsForm(`${path}/${repair.number}`, sent);
      const allowed = mayMove(state, to, 'tenant') && (to !== 'accepted' || state === 'closed');
      expect([sent.action, status]).toEqual([sent.action, allowed ? 303 : 409]);
      expect(text.includes('This repair is now')).toBe(!allowed);
      expect((await repairNow(ada, repair)).state).toBe(allowed ? to : state);
    }
    const repair = await repairIn(ada, state, { tenantId, propertyId });
    const here = `${path}/${repair.number}`;
    expect((await sendsForm(here, PROPOSE)).status).toBe(PLANNED.includes(state) ? 303 : 409);
    expect((await sendsForm(here, { action: 'message', text: 'Hello' })).status).toBe(303);
    for (const action of ['accept', 'quote', 'done', 'close', 'start', ''])
      expect((await sendsForm(here, { action, text: 'x', ...SURE })).status).toBe(400);
    const proposed = { by: 'tenant', from: '2199-01-05T09:00:00.000Z', until: '2199-01-05T11:00:00.000Z' };
    const after = await repairNow(ada, repair);
    expect([after.state, after.proposed]).toEqual([state, PLANNED.includes(state) ? proposed : null]);
  });

  it('need a tick, a text and a time in the future, and confirm exactly the proposed time', async () => {
    const ada = await landlord();
    const { path, tenantId, propertyId } = await tenantWithLink(ada);
    const repair = await repairIn(ada, 'accepted', { tenantId, propertyId });
    const here = `${path}/${repair.number}`;
    await proposes(ada, repair);
    expect((await visitor().get(here)).text).toContain('02 Jan 2199, 09:00 to 11:00');
    const cases: [Sent, number, string][] = [
      [{ ...BOOK, sure: '' }, 422, 'Tick the box to confirm'],
      [{ ...BOOK, from: '2199-01-02T08:00:00.000Z' }, 409, 'This repair is now accepted'],
      [{ ...PROPOSE, day: '2020-01-01' }, 422, 'Enter today or a later date'],
      [{ ...PROPOSE, day: '2026-11-25', from: '00:01' }, 422, 'Enter a time in the future'],
      [{ ...PROPOSE, until: '08:00' }, 422, 'Enter an end after the beginning'],
      [{ action: 'message', text: ' ' }, 422, 'Enter a message or choose a photo'],
      [{ action: 'message', text: 'x'.repeat(5001) }, 422, 'Use 5,000 characters or fewer'],
    ];
    for (const [sent, status, sentence] of cases) {
      const answer = await sendsForm(here, sent);
      expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(sentence)]);
    }
    const { number } = await repairIn(ada, 'done', { tenantId, propertyId });
    const wordless = await sendsForm(`${path}/${number}`, { action: 'not-fixed', text: '' });
    expect(wordless.text).toContain('Describe the problem');
    expect((await sendsForm(here, { ...BOOK, from: 'soon' })).status).toBe(400);
    expect((await sendsForm(here, BOOK)).status).toBe(303);
    expect(await repairNow(ada, repair)).toMatchObject({ state: 'booked', bookedFrom: TOMORROW.from });
  });

  it('do not reopen a repair more than 30 days after it was closed', async () => {
    const ada = await landlord();
    const { path, tenantId, propertyId } = await tenantWithLink(ada);
    const { number } = await repairIn(ada, 'closed', { tenantId, propertyId });
    const here = `${path}/${number}`;
    expect((await visitor().get(here)).text).toContain('Came back');
    await server.later(30 * DAY_MS + 1000, async () => {
      expect((await visitor().get(here)).text).not.toContain('Came back');
      expect((await sendsForm(here, { action: 'came-back', text: 'Again' })).status).toBe(409);
    });
  });
});

describe('a tenant’s link', () => {
  it('returns the same page for another tenant’s repair as for an unknown one', async () => {
    const ada = await landlord();
    const grace = await tenantWithLink(ada, 'Grace Hopper');
    const alan = await tenantWithLink(ada, 'Alan Turing', grace.propertyId);
    await sendsForm(alan.path, newReport({ description: 'Secret of Alan' }), { files: [await jpeg()] });
    const [event] = await query<{ id: string }>(
      database,
      `select id from repair_events where user_id = $1 and kind = 'file'`,
      [ada.id],
    );
    expect((await visitor().get(grace.path)).text).not.toMatch(/Secret|Alan|\/1"/);
    const pages = [
      await visitor().get(`${grace.path}/1`),
      await visitor().get(`${grace.path}/2`),
      await visitor().get(`${grace.path}/0`),
      await visitor().get(`${grace.path}/one`),
      await visitor().get(`/repair/${'A'.repeat(43)}/1`),
      await visitor().get(`/repair/${'A'.repeat(43)}`),
      await visitor().get(`${grace.path}/files/${event?.id}`),
      await visitor().get(`${grace.path}/files/${randomUUID()}`),
      await sendsForm(`${grace.path}/1`, { action: 'message', text: 'x' }),
      await sendsForm(`${grace.path}/2`, { action: 'message', text: 'x' }),
    ];
    expect(new Set(pages.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(pages[0]?.status).toBe(404);
    expect(pages[0]?.text).toContain(NO_LONGER);
    expect(pages[0]?.text).toContain('0800 111 999');
    expect((await visitor().get(`${alan.path}/files/${event?.id}`)).status).toBe(200);
    const guesser = visitor();
    const outcomes = [];
    for (let number = 10; number < 22; number++) outcomes.push((await guesser.get(`${grace.path}/${number}`)).status);
    expect(outcomes).toEqual([...Array.from({ length: 10 }, () => 404), 429, 429]);
  });

  it('ends when it is revoked or expired, and is only read for 90 days after moving out', async () => {
    const ada = await landlord();
    const { path, tenantId, tenancy } = await tenantWithLink(ada);
    await sendsForm(path, newReport(), { files: [await jpeg()] });
    const ofFile = `select id from repair_events where user_id = $1 and kind = 'file'`;
    const [photo] = await query<{ id: string }>(database, ofFile, [ada.id]);
    const photoStatus = async () => (await visitor().get(`${path}/files/${photo?.id}`)).status;
    const link = () => ada.post(`/api/tenants/${tenantId}/repair-link`);
    expect(pathOf(await link())).toBe(path);
    await query(database, `update tenants set moved_out = '2026-11-20' where id = $1`, [tenantId]);
    const former = await visitor().get(path);
    expect(former.text).toContain('You have moved out');
    expect(former.text).not.toContain('<form');
    expect((await visitor().get(`${path}/1`)).text).not.toContain('<form');
    expect((await sendsForm(path, newReport({ same: 'new' }))).status).toBe(409);
    expect((await sendsForm(`${path}/1`, { action: 'message', text: 'x' })).status).toBe(409);
    expect(await photoStatus()).toBe(200);
    await server.later(86 * DAY_MS, async () =>
      expect([(await visitor().get(path)).status, await photoStatus()]).toEqual([404, 404]),
    );
    await query(database, 'update tenants set moved_out = null where id = $1', [tenantId]);
    expect((await ada.post(`/api/tenants/${tenantId}/repair-link/revoke`)).status).toBe(204);
    expect((await visitor().get(path)).status).toBe(404);
    expect((await sendsForm(path, newReport())).status).toBe(404);
    const next = pathOf(await link());
    expect(next).not.toBe(path);
    expect((await visitor().get(next)).status).toBe(200);
    await query(database, `update guest_links set expires_at = '2026-01-01' where tenant_id = $1`, [tenantId]);
    expect((await visitor().get(next)).status).toBe(404);
    expect(tenancy.tenants).toHaveLength(1);
  });
});

describe('links of the landlord', () => {
  it('are 404 to another landlord, and the poster is a PDF with its address', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const { tenantId, propertyId } = await tenantWithLink(ada);
    const repair = await addedRepair(ada, { propertyId });
    const { supplierId } = await supplierWithLink(ada, repair);
    for (const path of [
      `/api/tenants/${tenantId}/repair-link`,
      `/api/tenants/${tenantId}/repair-link/revoke`,
      `/api/properties/${propertyId}/repair-poster`,
      `/api/properties/${propertyId}/repair-poster/revoke`,
      `/api/repairs/${repair.id}/links/${supplierId}`,
    ])
      expect([path, (await bob.post(path)).status]).toEqual([path, 404]);
    expect((await bob.get(`/api/properties/${propertyId}/repair-poster.pdf`)).status).toBe(404);
    const poster = await ada.get(`/api/properties/${propertyId}/repair-poster.pdf`);
    expect(poster.headers.get('content-type')).toBe('application/pdf');
    expect(poster.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const same = await ada.get(`/api/properties/${propertyId}/repair-poster.pdf`);
    expect(same.bytes.equals(poster.bytes)).toBe(true);
    const path = pathOf(await ada.post(`/api/properties/${propertyId}/repair-poster`));
    expect((await visitor().get(path)).status).toBe(200);
    expect((await ada.post(`/api/properties/${propertyId}/repair-poster/revoke`)).status).toBe(204);
    expect((await visitor().get(path)).status).toBe(404);
  });
});
