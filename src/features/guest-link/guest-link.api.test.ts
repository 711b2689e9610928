import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type Landlord, landlord, visitor } from '../../../test/fixtures/landlords.ts';
import { byEmail, served, tenancyWithPaper } from '../../../test/fixtures/papers.ts';
import { PDF } from '../../../test/fixtures/uploads.ts';
import { openBrowser } from '../../../test/reading/browser.ts';
import { emailsTo } from '../../../test/reading/emails.ts';
import { concurrently, waitsForLock } from '../../../test/reading/waiting.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { Served } from '../served/served.ts';
import { GuestLink, GuestLinks, LinkAddress } from './guest-link.ts';

const { database } = server;
const NO_LONGER = 'This link no longer works. Ask your landlord for a new one.';
const FORM = { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' };

async function linked(ada: Landlord) {
  const { tenancy, paper } = await tenancyWithPaper(ada);
  const to = `grace.${randomUUID()}@tenants.example`;
  const { items } = await served(ada, byEmail(tenancy, paper, to));
  const email = await vi.waitFor(async () => {
    const [found] = await emailsTo(to);
    if (!found?.action) throw new Error('The email is missing.');
    return found;
  }, 20_000);
  const state = async () => {
    const answer = await ada.get(`/api/served?tenancyId=${tenancy.id}`);
    return answer.as(z.object({ items: z.array(Served) })).items[0];
  };
  await vi.waitFor(async () => expect((await state())?.state).toBe('handed-over'), 20_000);
  const linkId = items[0]?.linkId ?? '';
  const path = new URL(email.action?.url ?? '').pathname;
  return { tenancy, to, linkId, path, state, rowId: items[0]?.id ?? '' };
}

const confirm = (path: string, fields: Record<string, string>, guest = visitor()) =>
  guest.post(path, new URLSearchParams(fields).toString(), { headers: FORM });

const GRACE = { name: 'Grace Hopper', received: 'on' };

describe('the receipt page', () => {
  it('shows papers, hashes and files, and changes nothing for a scanner that fetches it 50 times', async () => {
    const ada = await landlord();
    const { path, state, rowId, linkId } = await linked(ada);
    const scanner = visitor();
    for (let time = 0; time < 50; time++) expect((await scanner.get(path)).status).toBe(200);
    expect(await state()).toMatchObject({ state: 'handed-over', confirmedAt: null });
    const { text, headers } = await visitor().get(path);
    expect(text).toContain(createHash('sha256').update(PDF).digest('hex'));
    expect(text).toContain(ada.name);
    expect(text).not.toMatch(/<script|grace\.|@/);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    const file = await visitor().get(`${path}/${rowId}`);
    expect(file.bytes.equals(PDF)).toBe(true);
    expect(file.headers.get('cache-control')).toBe('no-store');
    expect((await visitor().get(`${path}/${randomUUID()}`)).status).toBe(404);
    const [link] = await query<{ used: number; hash: string }>(
      database,
      'select times_used as used, token_hash as hash from guest_links where id = $1',
      [linkId],
    );
    expect(link?.used).toBe(51);
    expect(link?.hash).toBe(
      createHash('sha256')
        .update(path.split('/').at(-1) ?? '')
        .digest('hex'),
    );
  });

  it('confirms once with a typed name, also for two at once, with the time and the network address', async () => {
    const ada = await landlord();
    const { path, state } = await linked(ada);
    const nameless = await confirm(path, { name: ' ' });
    expect([nameless.status, nameless.text]).toEqual([422, expect.stringContaining('Enter your full name')]);
    expect(nameless.text).toContain('Tick the box to confirm');
    expect((await state())?.state).toBe('handed-over');
    const address = '241.1.2.3';
    const [one, other] = await Promise.all([
      confirm(path, GRACE, openBrowser(server, address)),
      confirm(path, GRACE, openBrowser(server, address)),
    ]);
    expect([one.status, other.status, one.headers.get('location')]).toEqual([303, 303, path]);
    const row = await state();
    expect(row).toMatchObject({ state: 'confirmed', confirmedName: 'Grace Hopper', confirmedFrom: address });
    // A forwarded link shows that the papers were confirmed. Only the landlord sees by whom.
    await confirm(path, { name: 'Eve', received: 'on' });
    expect(await state()).toEqual(row);
    const after = await visitor().get(path);
    expect(after.text).toContain('You confirmed this paper');
    expect(after.text).not.toContain('<form');
    await expect(
      query(database, `update served set confirmed_name = 'Eve' where id = $1`, [row?.id ?? '']),
    ).rejects.toThrow('is not changed');
  });

  it('is the same page for unknown, expired, revoked, struck out and guessed links, and ten a minute per network', async () => {
    const ada = await landlord();
    const [expired, revoked, struck] = [await linked(ada), await linked(ada), await linked(ada)];
    await query(database, `update guest_links set expires_at = '2026-01-01' where id = $1`, [expired.linkId]);
    expect((await ada.post(`/api/links/${revoked.linkId}/revoke`)).as(GuestLink).revokedAt).not.toBeNull();
    await ada.post(`/api/served/${struck.rowId}/strike`, { reason: 'Wrong person' });
    const guesses = [expired.path, revoked.path, struck.path, `/papers/${'A'.repeat(43)}`, '/papers/x'];
    const pages = [];
    for (const path of guesses) {
      pages.push(
        await visitor().get(path),
        await confirm(path, GRACE),
        await visitor().get(`${path}/${expired.rowId}`),
      );
    }
    expect(new Set(pages.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(pages[0]?.status).toBe(404);
    expect(pages[0]?.text).toContain(NO_LONGER);
    expect(await revoked.state()).toMatchObject({ state: 'handed-over' });
    const guesser = visitor();
    const outcomes = [];
    for (let time = 0; time < 12; time++) outcomes.push((await guesser.get(`/papers/${time}`)).status);
    expect(outcomes).toEqual([...Array.from({ length: 10 }, () => 404), 429, 429]);
    expect((await guesser.get(struck.path)).headers.get('retry-after')).toMatch(/^\d+$/);
  });
});

describe('the landlord’s links', () => {
  it('are listed, copied, and sent again with a new token; the previous one stops working', async () => {
    const ada = await landlord();
    const { tenancy, path, linkId, to } = await linked(ada);
    const list = async () => (await ada.get(`/api/links?tenancyId=${tenancy.id}`)).as(GuestLinks).items;
    expect(await list()).toMatchObject([{ id: linkId, recipient: 'Grace Hopper', email: to, papers: 1, confirmed: 0 }]);
    const copy = () => ada.post(`/api/links/${linkId}/copy`);
    expect(new URL((await copy()).as(LinkAddress).address).pathname).toBe(path);
    expect((await ada.post(`/api/links/${linkId}/send`)).as(GuestLink).emailState).toBe('sending');
    const next = new URL((await copy()).as(LinkAddress).address).pathname;
    expect([(await visitor().get(path)).status, (await visitor().get(next)).status]).toEqual([404, 200]);
    const second = await vi.waitFor(async () => {
      const emails = await emailsTo(to);
      if (emails.length < 2) throw new Error('The second email is missing.');
      return emails.find(({ action }) => action?.url.endsWith(next));
    }, 20_000);
    expect(second?.attachments).toEqual([]);
    await ada.post(`/api/links/${linkId}/revoke`);
    expect((await copy()).outcome).toBe('410 gone');
    expect((await ada.post(`/api/links/${linkId}/send`)).outcome).toBe('410 gone');
  });

  it('send 20 emails a day in the trial, including those that are sent again', async () => {
    const ada = await landlord();
    const { linkId } = await linked(ada);
    const again = async () => {
      await query(database, `update guest_links set email_state = 'handed-over' where id = $1`, [linkId]);
      return (await ada.post(`/api/links/${linkId}/send`)).status;
    };
    const statuses = [];
    for (let time = 0; time < 20; time++) statuses.push(await again());
    expect(statuses).toEqual([...Array<number>(19).fill(200), 429]);
    await query(database, `update guest_links set emailed_on = emailed_on - 1 where id = $1`, [linkId]);
    expect(await again()).toBe(200);
    const tampered = query(database, 'update guest_links set emails = -1 where id = $1', [linkId]);
    await expect(tampered).rejects.toThrow('guest_links_emails_check');
  });

  it('queue no second email while one is being sent', async () => {
    const ada = await landlord();
    const { linkId } = await linked(ada);
    await query(database, `update guest_links set email_state = 'sending', tried_at = app.instant() where id = $1`, [
      linkId,
    ]);
    const queued = async () =>
      (await query(database, `select from pgboss.job where data -> 'payload' ->> 'linkId' = $1`, [linkId])).length;
    const before = await queued();
    expect((await ada.post(`/api/links/${linkId}/send`)).as(GuestLink).emailState).toBe('sending');
    expect(await queued()).toBe(before);
  });

  it('are not sent again once they are being revoked', async () => {
    const ada = await landlord();
    const { linkId } = await linked(ada);
    await concurrently(async (other) => {
      await other.query('select from guest_links where id = $1 for update', [linkId]);
      const revoking = ada.post(`/api/links/${linkId}/revoke`);
      await waitsForLock();
      const sending = ada.post(`/api/links/${linkId}/send`);
      await waitsForLock(2);
      await other.query('commit');
      expect([(await revoking).status, (await sending).outcome]).toEqual([200, '410 gone']);
    });
  });

  it('are added for papers of one person, and return 404 to another landlord', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const { input, tenancy } = await tenancyWithPaper(ada);
    const { items } = await served(ada, input);
    const linkInput = { servedIds: items.map(({ id }) => id) };
    expect((await bob.post('/api/links', linkInput)).status).toBe(404);
    const link = (await ada.post('/api/links', linkInput)).as(GuestLink);
    expect(link).toMatchObject({ recipient: 'Grace Hopper', email: '', papers: 1, emailState: 'none' });
    expect((await ada.post('/api/links', linkInput)).fields).toHaveProperty('servedIds');
    expect((await ada.post(`/api/links/${link.id}/send`)).fields).toHaveProperty('email');
    for (const action of ['copy', 'send', 'revoke'])
      expect((await bob.post(`/api/links/${link.id}/${action}`)).status).toBe(404);
    expect((await bob.get(`/api/links?tenancyId=${tenancy.id}`)).as(GuestLinks).items).toEqual([]);
    const { address } = (await ada.post(`/api/links/${link.id}/copy`)).as(LinkAddress);
    expect((await confirm(new URL(address).pathname, GRACE)).status).toBe(303);
    expect((await ada.get(`/api/links?tenancyId=${tenancy.id}`)).as(GuestLinks).items[0]?.confirmed).toBe(1);
  });
});
