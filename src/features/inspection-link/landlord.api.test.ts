import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
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
import { addedInspection, addedPhoto, shared } from '../../../test/fixtures/inspections.ts';
import { addedProperty, addedTenant, type Landlord, landlord, visitor } from '../../../test/fixtures/landlords.ts';
import { member } from '../../../test/fixtures/members.ts';
import { pathOf, sendsForm } from '../../../test/fixtures/repair-links.ts';
import { addedTenancy } from '../../../test/fixtures/tenancies.ts';
import { storedFiles } from '../../../test/fixtures/uploads.ts';
import type { Answer } from '../../../test/reading/browser.ts';
import { emailsTo, emailTo } from '../../../test/reading/emails.ts';
import { concurrently, waitsForLock } from '../../../test/reading/waiting.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { DocumentRecord } from '../document/document.ts';
import { readPdfText } from '../file/pdf/pdf.server.ts';
import { TEXTS as INSPECTION_TEXTS } from '../inspection/listed.ts';
import { InspectionLinks, NoticeGiven, TEXTS } from './inspection-link.ts';

const { database } = server;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function textOf({ bytes }: Pick<Answer, 'bytes'>): Promise<string> {
  const read = await readPdfText(new Uint8Array(bytes), { pages: 100, pieces: 10_000 });
  if (read.reading !== 'read') throw new Error(`The PDF cannot be read: ${read.reading}.`);
  return read.lines.map(({ text }) => text).join('\n');
}

const newEmail = () => `${randomUUID().slice(0, 8)}@tenants.example`;

/** A tenancy with a tenant for each email address. An empty text adds a tenant without an address, like an import. */
async function tenancyOf(owner: Landlord, emails: readonly string[], postalCode = 'LS1 4DY') {
  const { id: propertyId } = await addedProperty(owner, { postalCode });
  const tenantIds: string[] = [];
  for (const [place, email] of emails.entries()) {
    const { id } = await addedTenant(owner, { name: `Tenant ${place + 1}`, propertyId, ...(email && { email }) });
    if (!email) await query(database, `update tenants set email = '' where id = $1`, [id]);
    tenantIds.push(id);
  }
  return addedTenancy(owner, { propertyId, tenantIds });
}

const report = (owner: Pick<Landlord, 'get'>, { id }: { id: string }) => owner.get(`/api/inspections/${id}/report.pdf`);

describe('the report', () => {
  it('has the findings, words, photos, meters, keys and comments, and the same bytes until something changes', async () => {
    const ada = await landlord();
    const { inspection, room, photo, path } = await sharedInspection(ada);
    await query(database, `update files set taken_at = '2026-07-24T16:20:00Z' where url = $1`, [photo.url]);
    const first = await report(ada, inspection);
    expect(first.headers.get('content-type')).toBe('application/pdf');
    expect((await report(ada, inspection)).bytes.equals(first.bytes)).toBe(true);
    expect((await visitor().get(`${path}/report.pdf`)).bytes.equals(first.bytes)).toBe(true);
    const text = await textOf(first);
    for (const shown of [
      'Move-in inspection',
      'Grace Hopper',
      'Ada Lovelace',
      '01 Oct 2026, 10:00',
      'Walls\tDamaged\tNot clean',
      'Damp by the door',
      'Walls. Taken 24 Jul 2026, 17:20.',
      '012345',
      'Front door\t2',
      'This version may change',
    ])
      expect(text).toContain(shown);
    await sendsForm(path, newComment(room.id));
    const after = await report(ada, inspection);
    expect(after.bytes.equals(first.bytes)).toBe(false);
    expect(await textOf(after)).toContain('Cellar\nThe damp was there before.');
  });

  it('has the hash once it is locked, and a sentence for a photo whose bytes are missing', async () => {
    const ada = await landlord();
    const { inspection } = await sharedInspection(ada);
    const [card = ''] = (await storedFiles(ada, server)).filter((name) => name.includes('.card.'));
    await rm(join(server.dataFolder, 'files', card));
    await server.later(8 * DAY_MS, locksDue);
    const [row] = await query<{ sha256: string }>(database, 'select sha256 from inspections where id = $1', [
      inspection.id,
    ]);
    const text = await textOf(await report(ada, inspection));
    expect(text).toContain('This photo cannot be shown.');
    expect(text).toContain(`SHA-256\t${row?.sha256}`);
  });

  it('compares a move-out with the move-in', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada);
    const moveIn = await inspectionOf(ada, tenancy);
    await addedCellar(ada, moveIn, { name: 'walls ', condition: 'good', clean: true, note: 'New paint' });
    const out = await inspectionOf(ada, tenancy, { kind: 'move-out', startsAt: '2026-11-24T12:00:00.000Z' });
    await addedCellar(ada, out);
    const text = await textOf(await report(ada, out));
    expect(text).toContain('Walls\tGood, clean\tDamaged, not clean\nAt move-in: New paint\nNow: Damp by the door');
  });

  it('compares rooms of one name in their order, as the tenant’s page does', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada);
    const moveIn = await inspectionOf(ada, tenancy);
    await addedCellar(ada, moveIn, { condition: 'good', clean: true });
    await addedCellar(ada, moveIn, { condition: 'worn', clean: true });
    const out = await inspectionOf(ada, tenancy, { kind: 'move-out', startsAt: '2026-11-24T12:00:00.000Z' });
    await addedCellar(ada, out);
    await addedCellar(ada, out);
    const text = await textOf(await report(ada, out));
    expect(text).toMatch(/Walls\tGood, clean[\s\S]*Walls\tWorn, clean/);
    await shared(ada, out);
    const { text: page } = await visitor().get(await linkOf(ada, out, tenancy.tenants[0]?.id ?? ''));
    expect(page).toMatch(/Good, clean[\s\S]*Worn, clean/);
  });

  it('has no names for a role that does not see people', async () => {
    const ada = await landlord();
    const { inspection, path } = await sharedInspection(ada);
    await sendsForm(path, newComment());
    const plumber = await member(ada, { role: 'maintenance' });
    expect(await textOf(await report(plumber, inspection))).not.toContain('Grace');
  });
});

describe('the emails', () => {
  it('go to each tenant with an address once it is shared and once it is locked, also from a role without people', async () => {
    const ada = await landlord();
    const [first, second] = [newEmail(), newEmail()];
    const tenancy = await tenancyOf(ada, [first, second, '']);
    const made = await inspectionOf(ada, tenancy);
    const plumber = await member(ada, { role: 'maintenance' });
    const { address } = await shared(plumber, made);
    const subject = `Your move-in inspection of ${address}`;
    const sent = [
      await emailTo(first, `${subject}: comments until 02 Dec 2026`),
      await emailTo(second, `${subject}: comments until 02 Dec 2026`),
    ];
    const pathIn = (email: (typeof sent)[number]) => new URL(email.action?.url ?? '').pathname;
    const paths = sent.map(pathIn);
    expect(new Set(paths).size).toBe(2);
    for (const path of paths) expect((await visitor().get(path)).status).toBe(200);
    await server.later(8 * DAY_MS, async () => {
      await locksDue();
      expect(pathIn(await emailTo(first, `${subject}: final version`))).toBe(paths[0]);
    });
  });

  it('are not sent to former tenants or from a sample account', async () => {
    const ada = await landlord();
    const [stays, left] = [newEmail(), newEmail()];
    const tenancy = await tenancyOf(ada, [stays, left]);
    await query(database, `update tenants set moved_out = '2026-09-30' where id = $1`, [tenancy.tenants[1]?.id]);
    const made = await inspectionOf(ada, tenancy);
    await shared(ada, made);
    await emailTo(stays, `Your move-in inspection of ${made.address}: comments until 02 Dec 2026`);
    expect((await ada.post(linkPath(made, tenancy.tenants[1]?.id ?? ''))).status).toBe(404);
    expect(await emailsTo(left)).toEqual([]);
    await query(database, 'update profiles set sample = true where id = $1', [ada.id]);
    const another = await inspectionOf(ada, tenancy, {
      kind: 'routine',
      startsAt: '2026-11-20T09:00:00.000Z',
      agreed: true,
    });
    await shared(ada, another);
    await server.later(8 * DAY_MS, locksDue);
    const bob = await landlord();
    const last = newEmail();
    const own = await inspectionOf(bob, await tenancyOf(bob, [last]));
    await shared(bob, own);
    await emailTo(last, `Your move-in inspection of ${own.address}: comments until 02 Dec 2026`);
    expect(await emailsTo(stays)).toHaveLength(1);
  });
});

describe('links of the landlord', () => {
  it('are listed with their use, and need an inspection that is shared', async () => {
    const ada = await landlord();
    const tenancy = await tenancyOf(ada, [newEmail(), '']);
    const made = await inspectionOf(ada, tenancy);
    const [tenantId = '', other = ''] = tenancy.tenants.map(({ id }) => id);
    const early = await ada.post(linkPath(made, tenantId));
    expect([early.outcome, early.text]).toEqual(['409 wrong_state', expect.stringContaining(TEXTS.notShared)]);
    await shared(ada, made);
    const first = await ada.post(linkPath(made, tenantId));
    expect((await ada.post(linkPath(made, tenantId))).text).toBe(first.text);
    await visitor().get(pathOf(first));
    const { items } = (await ada.get(`/api/inspections/${made.id}/links`)).as(InspectionLinks);
    expect(items.map((link) => ({ ...link, lastUsedAt: link.lastUsedAt?.slice(0, 10) }))).toEqual([
      { tenantId, name: 'Tenant 1', hasEmail: true, lastUsedAt: '2026-11-25' },
      { tenantId: other, name: 'Tenant 2', hasEmail: false, lastUsedAt: undefined },
    ]);
  });
});

describe('the notice of a routine visit', () => {
  const give = (owner: Pick<Landlord, 'post'>, { id }: { id: string }) => owner.post(`/api/inspections/${id}/notice`);
  const routine = (startsAt: string, agreed = false) => ({ kind: 'routine', startsAt, agreed }) as const;

  it('is emailed as a served paper, and lists the tenants without an email address', async () => {
    const ada = await landlord();
    const email = newEmail();
    const tenancy = await tenancyOf(ada, [email, '']);
    const visit = await inspectionOf(ada, tenancy, routine('2026-11-30T14:00:00.000Z'));
    const given = (await give(ada, visit)).as(NoticeGiven);
    expect(given.byHand).toEqual([{ tenantId: tenancy.tenants[1]?.id, name: 'Tenant 2' }]);
    const sent = await emailTo(email, `Notice of a visit for ${visit.address}`);
    expect(sent.attachments).toMatchObject([{ name: 'Notice of a visit.pdf' }]);
    const document = (await ada.get(`/api/documents/${given.notice?.documentId}`)).as(DocumentRecord);
    expect(document).toMatchObject({ type: 'notice', number: 1, links: [{ kind: 'tenancy', recordId: tenancy.id }] });
    const text = await textOf(await ada.get(document.file.url));
    expect(text).toContain('30 Nov 2026, from 14:00');
    expect(text).toContain('section 11(6) of the Landlord and Tenant Act 1985');
    const served = await query(
      database,
      'select recipient, method, address, tenancy_id from served where document_id = $1',
      [document.id],
    );
    expect(served).toEqual([{ recipient: 'Tenant 1', method: 'email', address: email, tenancy_id: tenancy.id }]);
    const again = (await give(ada, visit)).as(NoticeGiven);
    expect(again.notice?.given).toHaveLength(1);
  });

  it('is served once for concurrent requests, at the time that it names', async () => {
    const ada = await landlord();
    const tenancy = await tenancyOf(ada, [newEmail()]);
    const visit = await inspectionOf(ada, tenancy, routine('2026-11-30T14:00:00.000Z'));
    await give(ada, visit);
    const strike = async () => {
      const [row] = await query<{ id: string }>(
        database,
        'select id from served where tenancy_id = $1 and struck_at is null',
        [tenancy.id],
      );
      expect((await ada.post(`/api/served/${row?.id}/strike`, { reason: 'Not received' })).status).toBe(200);
    };
    await strike();
    await concurrently(async (other) => {
      await other.query('lock table served in share mode');
      const both = [give(ada, visit), give(ada, visit)];
      await waitsForLock(2);
      await other.query('commit');
      expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
    });
    expect((await give(ada, visit)).as(NoticeGiven).notice?.given).toHaveLength(1);
    await strike();
    await concurrently(async (other) => {
      await other.query(`update inspections set starts_at = starts_at + interval '1 day' where id = $1`, [visit.id]);
      const giving = give(ada, visit);
      await waitsForLock();
      await other.query('commit');
      expect((await giving).outcome).toBe('409 conflict');
    });
  });

  it('is a new version after the time was changed', async () => {
    const ada = await landlord();
    const tenancy = await tenancyOf(ada, [newEmail()]);
    const visit = await inspectionOf(ada, tenancy, routine('2026-11-30T14:00:00.000Z'));
    const { version, agreed, inspector, note, meters, keys } = (await give(ada, visit)).as(NoticeGiven);
    const change = { startsAt: '2026-12-01T10:00:00.000Z', agreed, inspector, note, meters, keys };
    expect((await ada.put(`/api/inspections/${visit.id}`, change, version)).status).toBe(200);
    const { notice } = (await give(ada, visit)).as(NoticeGiven);
    const document = (await ada.get(`/api/documents/${notice?.documentId}`)).as(DocumentRecord);
    expect(document.number).toBe(2);
    expect(await textOf(await ada.get(document.file.url))).toContain('01 Dec 2026, from 10:00');
    expect(notice?.given).toHaveLength(2);
  });

  it('names no act outside England', async () => {
    const ada = await landlord();
    const visit = await inspectionOf(ada, await tenancyOf(ada, [''], 'CF10 1AA'), routine('2026-11-30T14:00:00.000Z'));
    const { notice } = (await give(ada, visit)).as(NoticeGiven);
    const { file } = (await ada.get(`/api/documents/${notice?.documentId}`)).as(DocumentRecord);
    expect(await textOf(await ada.get(file.url))).not.toContain('Act');
  });

  it('needs 24 hours unless the tenants agreed, a routine visit, and tenants', async () => {
    const ada = await landlord();
    const tenancy = await tenancyOf(ada, [newEmail()]);
    const now = server.services.clock.now().getTime();
    const at = (hours: number) => new Date(now + hours * HOUR_MS).toISOString();
    const late = await inspectionOf(ada, tenancy, routine(at(30)));
    await server.later(7 * HOUR_MS, async () => {
      expect((await give(ada, late)).fields).toEqual({ startsAt: INSPECTION_TEXTS.soon });
    });
    await server.later(5 * HOUR_MS, async () => expect((await give(ada, late)).status).toBe(200));
    const agreed = await inspectionOf(ada, tenancy, routine(at(2), true));
    expect((await give(ada, agreed)).status).toBe(200);
    await server.later(3 * HOUR_MS, async () => {
      expect((await give(ada, agreed)).fields).toEqual({ startsAt: TEXTS.past });
    });
    const isRefused = async (visit: { id: string }, sentence: string) => {
      const { outcome, text } = await give(ada, visit);
      expect([outcome, text]).toEqual(['409 wrong_state', expect.stringContaining(sentence)]);
    };
    await isRefused(await inspectionOf(ada, tenancy), TEXTS.onlyRoutine);
    await isRefused(await addedInspection(ada, routine(at(30))), TEXTS.noTenants);
    const over = await inspectionOf(ada, tenancy, routine(at(30)));
    await addedPhoto(ada, over, await addedCellar(ada, over));
    await shared(ada, over);
    await isRefused(over, INSPECTION_TEXTS.fixed);
  });
});
