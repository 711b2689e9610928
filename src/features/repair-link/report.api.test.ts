import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type Landlord, landlord, visitor } from '../../../test/fixtures/landlords.ts';
import {
  INVOICE,
  jpeg,
  newReport,
  numbered,
  numberOf,
  pathOf,
  type SentFile,
  sendsForm,
  tenantWithLink,
} from '../../../test/fixtures/repair-links.ts';
import { moved } from '../../../test/fixtures/repairs.ts';
import { photo } from '../../../test/fixtures/uploads.ts';
import { emailsTo } from '../../../test/reading/emails.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';

const { database } = server;
const DAY_MS = 86_400_000;
const countOf = async (owner: Landlord) =>
  (
    await query<{ count: number }>(database, 'select count(*)::integer as count from repairs where user_id = $1', [
      owner.id,
    ])
  )[0]?.count;

describe('a tenant’s report', () => {
  it('is saved with its photos, once for a key, and emailed to the landlord', async () => {
    const ada = await landlord();
    const { path, tenantId, propertyId } = await tenantWithLink(ada);
    const first = await visitor().get(path);
    expect(first.text.indexOf('0800 111 999')).toBeLessThan(first.text.indexOf('<form'));
    expect(first.text.match(/<script[^>]*>/g)).toEqual(['<script src="/repair.js" defer>']);
    expect(first.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; connect-src 'self'; style-src/,
    );
    expect(Buffer.byteLength(first.text)).toBeLessThan(60_000);
    const report = newReport({
      pets: 'yes',
      vulnerable: 'yes',
      day1: '2199-01-05',
      from1: '09:00',
      until1: '12:00',
      day4: '2199-01-06',
      from4: '13:00',
      until4: '18:00',
    });
    const files = [await jpeg(), await jpeg('dial.jpg')];
    const answers = await Promise.all([sendsForm(path, report, { files }), sendsForm(path, report, { files })]);
    expect(answers.map(({ status, headers }) => [status, headers.get('location')])).toEqual([
      [303, `${path}/1`],
      [303, `${path}/1`],
    ]);
    expect(await countOf(ada)).toBe(1);
    const repair = await numbered(ada, 1);
    expect(repair).toMatchObject({
      title: 'No hot water since this morning',
      description: 'No hot water since this morning. The dial is in the red.',
      category: 'heating',
      urgency: 'normal',
      room: 'Kitchen',
      accessNote: 'Ring twice',
      pets: true,
      vulnerable: true,
      times: [
        { day: '2199-01-05', from: '09:00', until: '12:00' },
        { day: '2199-01-06', from: '13:00', until: '18:00' },
      ],
      reportedBy: 'tenant',
      tenant: { id: tenantId },
      propertyId,
      state: 'reported',
      unconfirmed: false,
      photos: 2,
    });
    await vi.waitFor(
      async () => {
        const emails = await emailsTo(ada.email);
        expect(emails.map(({ subject }) => subject)).toEqual(['Repair 1: No hot water since this morning']);
      },
      { timeout: 20_000 },
    );
    const page = await visitor().get(`${path}/1`);
    expect(page.text).toContain('Your landlord has your report');
    const [image = ''] = /src="[^"]+\?size=thumb"/.exec(page.text) ?? [];
    const thumb = await visitor().get(image.slice(5, -1).replace('&amp;', '&'));
    expect([thumb.status, thumb.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const file = repair.events.find((event) => event.file)?.file;
    const [whole, small] = [await ada.get(`${file?.url}`), await ada.get(`${file?.url}&size=thumb`)];
    expect([whole.status, small.text]).toEqual([200, thumb.text]);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect((await visitor().get(path)).text).toContain(`href="${path}/1"`);
  });

  it('keeps the text and photos if a field is wrong', async () => {
    const ada = await landlord();
    const { path } = await tenantWithLink(ada);
    const wrong = newReport({
      category: '',
      vulnerable: '',
      room: '<b>Kitchen</b>',
      day1: '2020-01-01',
      from1: '09:00',
      until1: '10:00',
      day2: '2199-01-01',
      from2: '12:00',
      until2: '11:00',
    });
    const refused = await sendsForm(path, wrong, { files: [await jpeg()] });
    expect(refused.status).toBe(422);
    for (const sentence of [
      'Choose what it is about',
      'Choose yes or no',
      'Enter today or a later date',
      'Enter an end after the beginning',
      'No hot water since this morning.',
      '&lt;b&gt;Kitchen&lt;/b&gt;',
      'boiler.jpg',
    ])
      expect(refused.text).toContain(sentence);
    expect(await countOf(ada)).toBe(0);
    const [, kept = ''] = /name="kept" value="([^"]+)"/.exec(refused.text) ?? [];
    const sent = await sendsForm(path, newReport({ kept: [kept, `${kept}x`, 'forged.AAAA'] }));
    expect(sent.status).toBe(303);
    expect((await numbered(ada, 1)).photos).toBe(1);
    // A signed file is valid for its own link only.
    const other = await tenantWithLink(ada, 'Alan Turing');
    await sendsForm(other.path, newReport({ kept }));
    expect((await numbered(ada, 2)).photos).toBe(0);
    const used = await sendsForm(path, newReport({ kept, category: 'roof' }));
    expect([used.status, used.text]).toEqual([422, expect.stringContaining('Choose the files again')]);
  });

  it.each([
    ['description', { description: ' ' }, 'Describe the problem'],
    ['description', { description: 'x'.repeat(5001) }, 'Use 5,000 characters or fewer'],
    ['room', { room: 'x'.repeat(101) }, 'Use 100 characters or fewer'],
    ['from1', { day1: '2199-01-01' }, 'Enter a time'],
  ])('is refused at %s with %o', async (field, overrides, sentence) => {
    const ada = await landlord();
    const { path } = await tenantWithLink(ada);
    const { status, text } = await sendsForm(path, newReport(overrides));
    expect([status, text]).toEqual([422, expect.stringContaining(`id="report-${field}-problem">${sentence}`)]);
    expect(await countOf(ada)).toBe(0);
  });

  it('refuses other files, wrong bytes and an 11th photo', async () => {
    const ada = await landlord();
    const { path } = await tenantWithLink(ada);
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(12)]);
    const cases: [SentFile, string][] = [
      [{ name: 'a.heic', bytes: new Uint8Array(heic) }, 'a.heic: Please choose a JPEG or PNG'],
      [INVOICE, 'Invoice.pdf: Please choose a JPEG or PNG'],
      [{ ...INVOICE, name: 'a.jpg' }, 'a.jpg: '],
      [{ name: 'b.jpg', bytes: new Uint8Array([1, 2, 3]) }, 'b.jpg: '],
      [{ name: 'c.jpg', bytes: new Uint8Array(20 * 1024 * 1024 + 1) }, 'c.jpg: This file is larger than 20 MB'],
    ];
    for (const [file, sentence] of cases) {
      const { status, text } = await sendsForm(path, newReport(), { files: [file] });
      expect([status, text]).toEqual([422, expect.stringContaining(`id="report-photos-problem">${sentence}`)]);
    }
    const eleven = await Promise.all(Array.from({ length: 11 }, (_, place) => jpeg(`${place}.jpg`)));
    const { status, text } = await sendsForm(path, newReport(), { files: eleven });
    expect([status, text]).toEqual([422, expect.stringContaining('You can add up to 10 photos')]);
    expect(await countOf(ada)).toBe(0);
    expect((await sendsForm(path, newReport(), { files: eleven.slice(1) })).status).toBe(303);
    const more = await sendsForm(`${path}/1`, { action: 'message', text: 'Another' }, { files: eleven.slice(0, 1) });
    expect([more.status, more.text]).toEqual([422, expect.stringContaining('You can add up to 10 photos a day')]);
    expect((await numbered(ada, 1)).events.filter(({ kind }) => kind === 'message')).toEqual([]);
  });

  it('accepts photos that the script has already uploaded', async () => {
    const ada = await landlord();
    const { path } = await tenantWithLink(ada);
    const sent = await sendsForm(`${path}/files`, {}, { files: [await jpeg()] });
    expect(sent.status).toBe(201);
    const { name, signed } = sent.as(z.object({ name: z.string(), signed: z.string() }));
    expect(name).toBe('boiler.jpg');
    await sendsForm(path, newReport({ kept: signed }));
    expect((await numbered(ada, 1)).photos).toBe(1);
    const refused = await sendsForm(`${path}/files`, {}, { files: [{ name: 'a.heic', bytes: new Uint8Array([1]) }] });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('Please choose a JPEG or PNG')]);
    expect((await sendsForm(`/repair/${'A'.repeat(43)}/files`, {}, { files: [await jpeg()] })).status).toBe(404);
  });

  it('keeps the time at which a photo was taken, and removes its position', async () => {
    const ada = await landlord();
    const { path } = await tenantWithLink(ada);
    const original = await photo()
      .withExif({
        IFD2: { DateTimeOriginal: '2026:07:12 16:20:31' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '53/1 48/1 0/1' },
      })
      .jpeg()
      .toBuffer();
    expect((await sharp(original).metadata()).exif?.includes('2026:07:12')).toBe(true);
    await sendsForm(path, newReport(), { files: [{ name: 'a.jpg', bytes: new Uint8Array(original) }] });
    const page = await visitor().get(`${path}/1`);
    expect(page.text).toContain('Taken 12 Jul 2026, 16:20, received');
    const [, address = ''] = /href="([^"]+\/files\/[^"]+)"/.exec(page.text) ?? [];
    const served = await visitor().get(address);
    expect(served.status).toBe(200);
    expect((await sharp(served.bytes).metadata()).exif).toBeUndefined();
  });

  it('can be added to the same problem of the last 30 days', async () => {
    const ada = await landlord();
    const { path } = await tenantWithLink(ada);
    await sendsForm(path, newReport());
    const again = newReport({ description: 'Still no hot water' });
    const asked = await sendsForm(path, again, { files: [await jpeg()] });
    expect([asked.status, await countOf(ada)]).toEqual([200, 1]);
    expect(asked.text).toContain('Is it this one?');
    expect(asked.text).toContain('‘No hot water since this morning’, reported 25 Nov 2026');
    expect(asked.text).toContain('Still no hot water');
    const [, kept = ''] = /name="kept" value="([^"]+)"/.exec(asked.text) ?? [];
    const added = await sendsForm(path, { ...again, kept, same: '1' });
    expect([added.status, numberOf(added), await countOf(ada)]).toEqual([303, 1, 1]);
    expect((await numbered(ada, 1)).events).toMatchObject([
      { kind: 'reported' },
      { kind: 'message', text: 'Still no hot water', side: 'tenant' },
      { kind: 'file', tenantSees: true, suppliersSee: true },
    ]);
    expect(numberOf(await sendsForm(path, { ...again, same: 'new' }))).toBe(2);
    expect((await sendsForm(path, newReport({ category: 'roof' }))).status).toBe(303);
    const ended = await numbered(ada, 2);
    for (const repair of [ended, await numbered(ada, 1)]) await moved(ada, repair, 'cancelled');
    expect(numberOf(await sendsForm(path, newReport()))).toBe(4);
  });

  it('is limited to 20 a day for a property, by tenants and its poster together', async () => {
    const ada = await landlord();
    const { path, propertyId } = await tenantWithLink(ada);
    const poster = pathOf(await ada.post(`/api/properties/${propertyId}/repair-poster`));
    const named = { name: 'Somebody', phone: '07700 900123' };
    for (let time = 0; time < 10; time++) {
      expect((await sendsForm(path, newReport({ same: 'new' }))).status).toBe(303);
      expect((await sendsForm(poster, newReport(named))).status).toBe(303);
    }
    for (const refused of [
      await sendsForm(path, newReport({ same: 'new' })),
      await sendsForm(poster, newReport(named)),
    ]) {
      expect(refused.status).toBe(422);
      expect(refused.text).toContain('20 repairs were reported for this home today');
      expect(refused.text).toContain('The dial is in the red.');
    }
    await server.later(DAY_MS, async () =>
      expect((await sendsForm(path, newReport({ same: 'new' }))).status).toBe(303),
    );
  });
});

describe('a poster', () => {
  it('only reports, with a name and an email address or phone number', async () => {
    const ada = await landlord();
    const { path: tenantPath, propertyId, tenantId } = await tenantWithLink(ada);
    await sendsForm(tenantPath, newReport({ description: 'Secret of Grace' }));
    const path = pathOf(await ada.post(`/api/properties/${propertyId}/repair-poster`));
    const first = await visitor().get(path);
    expect(first.text).toContain('14 Chandos Terrace');
    expect(first.text).not.toMatch(/Secret|Grace|Repair 1/);
    const nameless = await sendsForm(path, newReport({ name: '', email: '', phone: '' }));
    expect(nameless.status).toBe(422);
    expect(nameless.text).toContain('Enter your name');
    expect((await sendsForm(path, newReport({ name: 'Eve' }))).text).toContain(
      'Enter an email address or a phone number',
    );
    expect((await sendsForm(path, newReport({ name: 'Eve', email: 'eve' }))).text).toContain('Enter an email address');
    const email = `eve.${randomUUID()}@tenants.example`;
    const report = newReport({ name: 'Eve Poster', email, category: 'gas' });
    const files = [await jpeg()];
    const answers = [await sendsForm(path, report, { files }), await sendsForm(path, report, { files })];
    expect(answers.map(({ headers }) => headers.get('location'))).toEqual(Array(2).fill(`${path}/sent?number=2`));
    expect((await visitor().get(`${path}/sent?number=2`)).text).toContain('has your report with number <b>2</b>');
    const repair = await numbered(ada, 2);
    expect(repair).toMatchObject({
      unconfirmed: true,
      reportedBy: 'poster',
      urgency: 'emergency',
      reporter: { name: 'Eve Poster', email, phone: '' },
      tenant: null,
      photos: 1,
    });
    await vi.waitFor(async () => expect(await emailsTo(email)).toHaveLength(1), { timeout: 20_000 });
    for (const number of [1, 2]) {
      expect((await visitor().get(`${path}/${number}`)).status).toBe(404);
      expect((await sendsForm(`${path}/${number}`, { action: 'message', text: 'x' })).status).toBe(404);
    }
    expect((await visitor().get(`${tenantPath}/2`)).status).toBe(404);
    await ada.post(`/api/repairs/${repair.id}/reporter`, { tenantId });
    expect((await visitor().get(`${tenantPath}/2`)).status).toBe(200);
    expect((await visitor().get(`${path}/2`)).status).toBe(404);
  });
});
