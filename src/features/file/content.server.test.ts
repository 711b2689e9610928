/** What an upload is, and how it is refused: in sentences a landlord understands. */
import { createCipheriv } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { officeFile, oldOfficeFile, PDF, photo, zip } from '../../../test/uploads.ts';
import { checkContent } from './content.server.ts';
import type { BucketName } from './file.ts';

const [image, certificate, invoice] = ['property_images', 'property-certificates', 'property-invoices'] as const;
const files: Record<string, Uint8Array> = {
  pdf: PDF,
  docx: officeFile('docx'),
  xlsx: officeFile('xlsx'),
  docm: officeFile('docm'),
  doc: oldOfficeFile('1Table', 'WordDocument'),
  xls: oldOfficeFile('Workbook'),
  xls95: oldOfficeFile('Book'),
  'doc with a sheet in it': oldOfficeFile('WordDocument', 'ObjectPool', 'Workbook'),
  'an Outlook letter': oldOfficeFile('__substg1.0_1000001F'),
  zip: zip({ 'a.txt': 'word/document.xml' }),
  html: Buffer.from('<!doctype html><script>alert(1)</script>'),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  heic: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
  gif: Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'),
  'html before a PDF': Buffer.concat([Buffer.from('<script>alert(1)</script>'), PDF]),
  nothing: Buffer.alloc(0),
  'one byte': Buffer.from('%'),
};
beforeAll(async () => {
  files.jpg = await photo({ width: 4, height: 4 }).jpeg().toBuffer();
  files.png = await photo({ width: 4, height: 4 }).png().toBuffer();
});

const check = (bucket: BucketName, content: string, name: string) =>
  checkContent({ bucket, name, bytes: files[content] ?? Buffer.from(content) });

describe('an upload', () => {
  it.each([
    [image, 'jpg', 'House.jpg', 'jpg'],
    [image, 'jpg', 'House.JPEG', 'jpg'],
    [image, 'png', 'House.png', 'png'],
    [certificate, 'pdf', 'Gas.pdf', 'pdf'],
    [certificate, 'doc', 'Gas.doc', 'doc'],
    [certificate, 'docx', 'Gas.docx', 'docx'],
    [certificate, 'doc with a sheet in it', 'Gas.doc', 'doc'],
    [invoice, 'xls', 'Roof.xls', 'xls'],
    [invoice, 'xls95', 'Roof.xls', 'xls'],
    [invoice, 'xlsx', 'Roof.xlsx', 'xlsx'],
    [invoice, 'doc', 'Roof.doc', 'doc'],
  ] as const)('in %s of %s, called %s, is taken as %s', async (bucket, content, name, kind) => {
    expect(await check(bucket, content, name)).toBe(kind);
  });

  const HEIC = 'Photos in HEIC format cannot be read here. Please save it as JPEG and choose it again.';
  const PICTURES = 'Please choose a JPEG picture or a PNG picture.';
  const CERTIFICATES = 'Please choose a PDF, a JPEG picture, a PNG picture or a Word document.';
  const INVOICES = 'Please choose a PDF, a JPEG picture, a PNG picture, a Word document or an Excel spreadsheet.';
  it.each([
    [image, 'nothing', 'House.jpg', 'This file is empty.'],
    [certificate, 'nothing', 'Gas.pdf', 'This file is empty.'],
    [image, 'heic', 'IMG_1.heic', HEIC],
    [image, 'heic', 'IMG_1.jpg', HEIC],
    [certificate, 'jpg', 'IMG_1.HEIC', HEIC],
    [image, 'pdf', 'House.pdf', PICTURES],
    [image, 'gif', 'House.gif', PICTURES],
    [image, 'svg', 'House.svg', PICTURES],
    [image, 'html', 'House.html', PICTURES],
    [certificate, 'xls', 'Gas.xls', CERTIFICATES],
    [certificate, 'docm', 'Gas.docm', CERTIFICATES],
    [certificate, 'zip', 'Gas.zip', CERTIFICATES],
    [certificate, 'html', 'Gas', CERTIFICATES],
    [invoice, 'an Outlook letter', 'Roof.msg', INVOICES],
    [certificate, 'html', 'Gas.pdf', 'This does not look like a PDF, although its name says so.'],
    [certificate, 'html before a PDF', 'Gas.pdf', 'This does not look like a PDF, although its name says so.'],
    [certificate, 'one byte', 'Gas.pdf', 'This does not look like a PDF, although its name says so.'],
    [image, 'svg', 'House.png', 'This does not look like a PNG picture, although its name says so.'],
    [image, 'pdf', 'House.jpeg', 'This does not look like a JPEG picture, although its name says so.'],
    [certificate, 'zip', 'Gas.docx', 'This does not look like a Word document, although its name says so.'],
    [certificate, 'docm', 'Gas.docx', 'This does not look like a Word document, although its name says so.'],
    [
      invoice,
      'an Outlook letter',
      'Roof.xls',
      'This does not look like an Excel spreadsheet, although its name says so.',
    ],
    [
      image,
      'png',
      'House.jpg',
      'This is a PNG picture: its name must end in .png. Please rename it and choose it again.',
    ],
    [certificate, 'pdf', 'Gas', 'This is a PDF: its name must end in .pdf. Please rename it and choose it again.'],
    [certificate, 'pdf', 'Gas.exe', 'This is a PDF: its name must end in .pdf. Please rename it and choose it again.'],
    [
      invoice,
      'xls',
      'Roof.doc',
      'This is an Excel spreadsheet: its name must end in .xls. Please rename it and choose it again.',
    ],
  ] as const)('in %s of %s, called %s, is refused: %s', async (bucket, content, name, file) => {
    await expect(check(bucket, content, name)).rejects.toMatchObject({
      code: 'invalid_input',
      message: file,
      details: { fields: { file } },
    });
  });

  it('of bytes that begin like something and go on like nothing is refused too', async () => {
    const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(5000));
    for (const begun of Object.values(files)) {
      for (const length of [3, 4, 8, 12, 30, 100]) {
        const bytes = Buffer.concat([begun.subarray(0, length), noise]);
        await expect(checkContent({ bucket: certificate, name: 'x.gif', bytes })).rejects.toMatchObject({
          code: 'invalid_input',
        });
      }
    }
  });
});
