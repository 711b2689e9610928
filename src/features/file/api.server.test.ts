/** Files over HTTP: kept as they came or refused in words, listed before they are stored, and nobody else's. */
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { query } from '../../../test/database.ts';
import { landlord } from '../../../test/landlords.ts';
import { server } from '../../../test/server.ts';
import { officeFile, PDF, photo, upload, uploaded, uploadedPhoto } from '../../../test/uploads.ts';
import { type BucketName, StoredFile } from './file.ts';

const rowsOf = ({ id }: { id: string }) => query(server.database, 'select * from files where user_id = $1', [id]);
const folderOf = (bucket: BucketName, { id }: { id: string }) => join(server.dataFolder, 'files', bucket, id);

describe('a document', () => {
  it('comes back byte for byte, under the name it came with', async () => {
    const ada = await landlord();
    const file = await uploaded(ada, { name: 'Gas 2026.pdf' });
    expect(file).toEqual({ url: file.url, name: 'Gas 2026.pdf', contentType: 'application/pdf', bytes: PDF.length });
    expect(file.url).toMatch(
      new RegExp(`^/api/files/property-certificates/${ada.id}/certificate_\\d{13}_[0-9a-f]{16}\\.pdf$`),
    );
    const read = await ada.get(file.url);
    expect(read.bytes.equals(PDF)).toBe(true);
    expect(read.headers.get('content-type')).toBe('application/pdf');
    expect(read.headers.get('content-disposition')).toBe('inline; filename="Gas 2026.pdf"');
  });

  it('is answered with where it is', async () => {
    const answer = await upload(await landlord());
    expect(answer.headers.get('location')).toBe(answer.as(StoredFile).url);
  });

  it('of Word or Excel is saved, not shown', async () => {
    const ada = await landlord();
    for (const kind of ['docx', 'xlsx'] as const) {
      const bytes = officeFile(kind);
      const file = await uploaded(ada, { bucket: 'property-invoices', name: `Roof.${kind}`, bytes });
      const read = await ada.get(file.url);
      expect(read.bytes.equals(bytes)).toBe(true);
      expect(read.headers.get('content-disposition')).toBe(`attachment; filename="Roof.${kind}"`);
    }
  });

  it('is taken whatever media type the browser gives it, JSON too: its content decides', async () => {
    const ada = await landlord();
    for (const type of ['application/json', 'text/html', 'image/png', 'multipart/form-data', '']) {
      const answer = await upload(ada, { headers: { 'content-type': type } });
      expect(answer.as(StoredFile).contentType).toBe('application/pdf');
    }
  });

  it('that is sent twice is two files, and both are kept', async () => {
    const ada = await landlord();
    const [one, other] = [await uploaded(ada), await uploaded(ada)];
    expect(one.url).not.toBe(other.url);
    for (const { url } of [one, other]) expect((await ada.get(url)).bytes.equals(PDF)).toBe(true);
  });
});

describe('a photo', () => {
  it('is kept in three sizes that share one row', async () => {
    const ada = await landlord();
    const bytes = await photo({ width: 1200, height: 600 }).png().toBuffer();
    const file = await uploaded(ada, { bucket: 'property_images', name: 'House.png', bytes });
    expect(file).toMatchObject({ name: 'House.png', contentType: 'image/jpeg' });
    expect(file.url).toMatch(/\/property_\d{13}_[0-9a-f]{16}\.jpg$/);
    for (const [size, width] of [
      ['', 1200],
      ['?size=card', 960],
      ['?size=thumb', 240],
    ] as const) {
      const read = await ada.get(`${file.url}${size}`);
      expect(await sharp(read.bytes).metadata()).toMatchObject({ format: 'jpeg', width });
      expect(read.headers.get('content-length')).toBe(String(read.bytes.length));
      expect(read.headers.get('content-disposition')).toBe('inline; filename="House.jpg"');
    }
    expect(await rowsOf(ada)).toMatchObject([{ sizes: ['card', 'thumb'], stored: true }]);
    expect(await readdir(folderOf('property_images', ada))).toHaveLength(3);
  });

  it.each([
    ['a house', 'property_images', 'property'],
    ['a tenant', 'tenant_images', 'tenant'],
    ['a supplier', 'supplier_images', 'supplier'],
  ] as const)('of %s goes to %s, as JPEG whether it came so or as PNG', async (_, bucket, prefix) => {
    const ada = await landlord();
    const path = new RegExp(`^/api/files/${bucket}/${ada.id}/${prefix}_\\d{13}_[0-9a-f]{16}\\.jpg$`);
    for (const [name, picture] of [
      ['New.jpg', photo().jpeg()],
      ['New.jpeg', photo().jpeg()],
      ['New.png', photo().png()],
    ] as const) {
      const file = await uploaded(ada, { bucket, name, bytes: await picture.toBuffer() });
      expect(file.url).toMatch(path);
      expect((await sharp((await ada.get(`${file.url}?size=thumb`)).bytes).metadata()).format).toBe('jpeg');
    }
    expect(await readdir(folderOf(bucket, ada))).toHaveLength(9);
  });

  it('such as a see-through logo lies on white in every size, and does not turn black', async () => {
    const ada = await landlord();
    const clear = { width: 300, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const;
    const mark = { input: { create: { ...clear, width: 60, height: 60, background: 'blue' } }, left: 120, top: 120 };
    const bytes = await sharp({ create: clear }).composite([mark]).png().toBuffer();
    const { url } = await uploaded(ada, { bucket: 'supplier_images', name: 'Logo.png', bytes });
    for (const size of ['', '?size=card', '?size=thumb']) {
      const { data, info } = await sharp((await ada.get(`${url}${size}`)).bytes)
        .raw()
        .toBuffer({ resolveWithObject: true });
      const at = (share: number) => {
        const first = (Math.floor(info.height * share) * info.width + Math.floor(info.width * share)) * 3;
        return [...data.subarray(first, first + 3)].map((value) => Math.round(value / 64));
      };
      expect([at(0.05), at(0.5)]).toEqual([
        [4, 4, 4],
        [0, 0, 4],
      ]);
    }
  });

  it('has no other size, and a document none at all', async () => {
    const ada = await landlord();
    expect((await ada.get(`${(await uploadedPhoto(ada)).url}?size=huge`)).outcome).toBe('400 bad_request');
    expect((await ada.get(`${(await uploaded(ada)).url}?size=card`)).outcome).toBe('404 not_found');
  });
});

describe('what cannot be kept', () => {
  const certificate = 'property-certificates';
  it.each([
    [certificate, 'Gas.pdf', async () => Buffer.alloc(0), 'This file is empty.'],
    [certificate, 'Gas.exe', async () => PDF, /name must end in \.pdf/],
    [certificate, 'Gas.pdf', async () => Buffer.from('<html><script>alert(1)</script>'), /does not look like a PDF/],
    ['property_images', 'House.svg', async () => Buffer.from('<svg onload="alert(1)"/>'), /^Please choose a JPEG/],
    ['tenant_images', 'Ada.pdf', async () => PDF, 'Please choose a JPEG picture or a PNG picture.'],
    ['supplier_images', 'Logo.svg', async () => Buffer.from('<svg/>'), /^Please choose a JPEG/],
    ['property_images', 'House.jpg', async () => (await photo().jpeg().toBuffer()).subarray(0, 9000), /cut off/],
    [certificate, 'Gas.png', async () => (await photo().png().toBuffer()).subarray(0, 9000), /cut off/],
    ['property_images', 'House.jpg', async () => PDF, /does not look like a JPEG picture/],
  ] as const)('in %s as %s is refused in words, and nothing of it is kept', async (bucket, name, bytes, sentence) => {
    const ada = await landlord();
    const answer = await upload(ada, { bucket, name, bytes: await bytes() });
    expect(answer.outcome).toBe('422 invalid_input');
    expect(answer.fields).toEqual({ file: expect.stringMatching(sentence) as unknown });
    expect(await rowsOf(ada)).toEqual([]);
    await expect(readdir(folderOf(bucket, ada))).rejects.toThrow('ENOENT');
  });

  it('has no name, or goes where nothing is kept', async () => {
    const ada = await landlord();
    for (const path of ['/api/files/property_images', '/api/files/property_images?name=']) {
      expect((await ada.post(path, PDF)).outcome).toBe('400 bad_request');
    }
    for (const bucket of ['tenants', 'nowhere', '..%2f..', '%00', 'property_images%00']) {
      expect((await ada.post(`/api/files/${bucket}?name=a.pdf`, PDF)).outcome).toBe('404 not_found');
    }
    expect(await rowsOf(ada)).toEqual([]);
  });
});

describe('a name', () => {
  it.each([
    ['../../../etc/passwd.pdf', 'passwd.pdf', 'filename="passwd.pdf"'],
    ['C:\\temp\\..\\Gas.pdf', 'Gas.pdf', 'filename="Gas.pdf"'],
    ['Ada\'s "gas"; x=1.pdf', 'Ada\'s "gas"; x=1.pdf', 'filename="Ada\'s \\"gas\\"; x=1.pdf"'],
    ['Gas\r\nSet-Cookie: a=b.pdf', 'GasSet-Cookie: a=b.pdf', 'filename="GasSet-Cookie: a=b.pdf"'],
    ['🏠 café.pdf', '🏠 café.pdf', `filename="_ caf_.pdf"; filename*=UTF-8''%F0%9F%8F%A0%20caf%C3%A9.pdf`],
    ['100%41.pdf', '100%41.pdf', `filename="100%41.pdf"; filename*=UTF-8''100%2541.pdf`],
    [
      `${'é'.repeat(296)}.pdf`,
      `${'é'.repeat(251)}.pdf`,
      `filename="${'_'.repeat(251)}.pdf"; filename*=UTF-8''${'%C3%A9'.repeat(251)}.pdf`,
    ],
  ])('%s is kept as %s and given back as that', async (given, kept, told) => {
    const ada = await landlord();
    const file = await uploaded(ada, { name: given });
    expect(file.name).toBe(kept);
    expect(file.url).toMatch(/^[\w/.-]+$/);
    const disposition = (await ada.get(file.url)).headers.get('content-disposition');
    expect(disposition).toBe(`inline; ${told}`);
  });
});

describe('a path', () => {
  it('that nobody has, or that leads elsewhere, is not found', async () => {
    const ada = await landlord();
    const { url } = await uploaded(ada);
    const name = url.split('/').at(-1) ?? '';
    const paths = [
      `property-certificates/${ada.id}/x.pdf`,
      `property-invoices/${ada.id}/${name}`,
      `property-certificates/${randomUUID()}/${name}`,
      `property-certificates/${ada.id}/..%2f${ada.id}%2f${name}`,
      `property-certificates/${ada.id}/${name}%00`,
      `property-certificates/${ada.id.toUpperCase()}/${name}`,
      'property-certificates/x/%F0%9F%8F%A0',
      `nowhere/${ada.id}/${name}`,
    ];
    const outcomes = await Promise.all(paths.map(async (path) => (await ada.get(`/api/files/${path}`)).outcome));
    expect(outcomes).toEqual(paths.map(() => '404 not_found'));
    expect((await ada.get(url)).status).toBe(200);
  });

  it('of another landlord’s file is not found, nor is a small size of it', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const { url } = await uploadedPhoto(ada);
    for (const path of [url, `${url}?size=thumb`]) {
      for (const method of ['GET', 'HEAD']) expect((await bob.send(method, path)).status).toBe(404);
    }
  });

  it('of a file whose bytes are still on their way is not found', async () => {
    const ada = await landlord();
    const { url } = await uploaded(ada);
    await query(server.database, 'update files set stored = false where url = $1', [url]);
    expect((await ada.get(url)).outcome).toBe('404 not_found');
  });
});
