import { createCipheriv } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { officeFile, oldOfficeFile, PDF, photo, zip } from '../../../test/fixtures/uploads.ts';
import { EVERY_KIND } from '../../web/ui/form/FileInput.tsx';
import type { Standing } from '../subscription/standing.ts';
import {
  acceptedTypesText,
  contentTypeOf,
  HEIC_UNREAD,
  nameToSend,
  ONE_AT_A_TIME,
  refusalOf,
  TOO_LARGE,
} from './choice.ts';
import { checkContent } from './content.server.ts';
import {
  type BucketName,
  bucketOf,
  describeFile,
  endingOf,
  FILE_MESSAGES,
  formatFileSize,
  keptName,
  MAX_FILE_BYTES,
  savedName,
} from './file.ts';
import { fitWithin } from './photo/fit-within.ts';
import { fillOf, formatStorage, quotaBytes, type StorageState, uploadRefusal } from './storage.ts';

const [image, certificate, invoice] = ['property_images', 'property-certificates', 'property-invoices'] as const;

it.each([
  ['S1.5.19', bucketOf(image).accepts.join(), 'jpg,jpeg,png'],
  ['S1.5.20', bucketOf(certificate).accepts.join(), 'pdf,jpg,jpeg,png,doc,docx'],
  ['S1.5.21', bucketOf(invoice).accepts.join(), 'pdf,jpg,jpeg,png,xls,xlsx,doc,docx'],
  ['S1.5.22', EVERY_KIND.join(), 'pdf,doc,docx,xls,xlsx,jpg,jpeg,png'],
  ['S1.8.28', FILE_MESSAGES.uploaded, 'File uploaded successfully'],
  ['S1.8.29', FILE_MESSAGES.refused, 'Failed to upload file'],
  ['S1.8.30', FILE_MESSAGES.failed, 'Error uploading file'],
])('%s: %s', (_, text, sentence) => {
  expect(text).toBe(sentence);
});

describe('a chosen file', () => {
  const pdf = { name: 'gas.pdf', size: 1000, type: 'application/pdf' };
  const jpeg = { name: 'IMG_0001.JPG', size: 1000, type: 'image/jpeg' };
  const NO_PICTURE = "You can't upload this type of file. Choose a JPG or PNG.";
  const NO_CERTIFICATE = "You can't upload this type of file. Choose a PDF, JPG, PNG, DOC or DOCX.";

  it.each([
    [pdf, certificate, undefined],
    [jpeg, image, undefined],
    [{ ...pdf, name: 'costs.XLSX', type: '' }, invoice, undefined],
    [{ name: 'IMG_1.HEIC', size: 9, type: 'image/heic' }, image, undefined],
    [{ name: '1000023', size: 9, type: 'image/jpeg' }, image, undefined],
    [{ ...pdf, size: MAX_FILE_BYTES }, invoice, undefined],
    [{ ...jpeg, size: MAX_FILE_BYTES + 1 }, image, undefined], // Images are scaled first.
    [{ ...pdf, size: MAX_FILE_BYTES + 1 }, invoice, TOO_LARGE],
    [{ ...pdf, size: 0 }, invoice, 'This file is empty. Choose another file.'],
    [pdf, image, NO_PICTURE],
    ...['page.html', 'costs.xlsx', 'gas.pdf.exe', 'gas', '.pdf/'].map(
      (name) => [{ ...pdf, name, type: '' }, certificate, NO_CERTIFICATE] as const,
    ),
  ] as const)('%o for %s: %s', (chosen, bucket, refusal) => {
    expect(refusalOf([chosen], bucket)).toBe(refusal);
  });

  it('is refused with a second file, and as HEIC only if the browser cannot read it', () => {
    expect(refusalOf([pdf, jpeg], certificate)).toBe(ONE_AT_A_TIME);
    expect(HEIC_UNREAD).toContain('Save the photo as a JPEG');
    expect(acceptedTypesText(image)).toBe('JPG or PNG');
  });

  it('gets the extension of its type if it has none', () => {
    expect(nameToSend({ name: '1000023', type: 'image/png' })).toBe('1000023.png');
    expect(nameToSend({ name: '', type: 'application/pdf' })).toBe('file.pdf');
    expect(nameToSend({ name: 'notes', type: 'text/plain' })).toBe('notes');
    expect(contentTypeOf({ name: 'letter.doc', type: '' })).toBe('application/msword');
  });

  it.each([
    [
      { width: 6000, height: 4000 },
      { width: 2560, height: 1707 },
    ],
    [
      { width: 40, height: 30 },
      { width: 40, height: 30 },
    ],
    [
      { width: 100_000, height: 1 },
      { width: 2560, height: 1 },
    ],
  ])('is scaled from %o to %o', (size, scaled) => {
    expect(fitWithin(size, 2560)).toEqual(scaled);
  });
});

describe('the name of a file', () => {
  it.each([
    ['Gas 2026.pdf', 'Gas 2026.pdf'],
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\Ada\\Gas safety.pdf', 'Gas safety.pdf'],
    ['  Gas.pdf \n', 'Gas.pdf'],
    ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie: x.pdf'],
    ['exe\u202Efdp.pdf', 'exefdp.pdf'],
    ['half \ud83d an emoji.pdf', 'half \ufffd an emoji.pdf'],
    [`Ada's "gas" <certificate> 100%.pdf`, `Ada's "gas" <certificate> 100%.pdf`],
    ['🏠 شهادة 👩‍👩‍👧.jpg', '🏠 شهادة 👩‍👩‍👧.jpg'],
    [`${'🏠'.repeat(296)}.pdf`, `${'🏠'.repeat(251)}.pdf`],
  ])('%j is stored as %j', (name, stored) => {
    expect(keptName(name)).toBe(stored);
  });

  it('has its last extension, and is downloaded with that of its content', () => {
    const endings = {
      'Gas.PDF': 'pdf',
      'a.b.JPeG ': 'jpeg',
      pdf: '',
      'folder.pdf/scan': '',
      'scan.': '',
      '.pdf': 'pdf',
    };
    expect(Object.keys(endings).map(endingOf)).toEqual(Object.values(endings));
    expect(savedName({ name: 'House.JPEG', contentType: 'image/jpeg' })).toBe('House.JPEG');
    expect(savedName({ name: 'two.dots.png', contentType: 'image/jpeg' })).toBe('two.dots.jpg');
  });

  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [1000, '1 kB'],
    [999.6 * 1024, '1 MB'],
    [9.94 * 1024 ** 2, '9.9 MB'],
    [9.96 * 1024 ** 2, '10 MB'],
  ])('shows a size of %d as %s', (bytes, words) => {
    expect(formatFileSize(bytes)).toBe(words);
    expect(describeFile({ contentType: 'application/pdf', bytes })).toBe(`PDF, ${words}`);
    expect(describeFile({ contentType: 'text/html', bytes })).toBe(words);
  });
});

describe('the content of a file', () => {
  const files: Record<string, Uint8Array> = {
    pdf: PDF,
    docx: officeFile('docx'),
    xlsx: officeFile('xlsx'),
    docm: officeFile('docm'),
    doc: oldOfficeFile('1Table', 'WordDocument'),
    xls: oldOfficeFile('Workbook'),
    xls95: oldOfficeFile('Book'),
    'doc with a sheet in it': oldOfficeFile('WordDocument', 'ObjectPool', 'Workbook'),
    'an Outlook message': oldOfficeFile('__substg1.0_1000001F'),
    zip: zip({ 'a.txt': 'word/document.xml' }),
    html: Buffer.from('<!doctype html><script>alert(1)</script>'),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    heic: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    gif: Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'),
    'html before a PDF': Buffer.concat([Buffer.from('<script>alert(1)</script>'), PDF]),
    nothing: Buffer.alloc(0),
  };
  beforeAll(async () => {
    files.jpg = await photo({ width: 4, height: 4 }).jpeg().toBuffer();
    files.png = await photo({ width: 4, height: 4 }).png().toBuffer();
  });
  const check = (bucket: BucketName, content: string, name: string) =>
    checkContent({ bucket, name, bytes: files[content] ?? Buffer.from(content) });

  it.each([
    [image, 'jpg', 'House.JPEG', 'jpg'],
    [image, 'png', 'House.png', 'png'],
    [certificate, 'pdf', 'Gas.pdf', 'pdf'],
    [certificate, 'docx', 'Gas.docx', 'docx'],
    [certificate, 'doc with a sheet in it', 'Gas.doc', 'doc'],
    [invoice, 'xls', 'Roof.xls', 'xls'],
    [invoice, 'xls95', 'Roof.xls', 'xls'],
    [invoice, 'xlsx', 'Roof.xlsx', 'xlsx'],
    [invoice, 'doc', 'Roof.doc', 'doc'],
  ] as const)('is accepted in %s as %s with the name %s as %s', async (bucket, content, name, kind) => {
    expect(await check(bucket, content, name)).toBe(kind);
  });

  const HEIC = 'We cannot read HEIC photos. Save the photo as a JPEG and choose it again.';
  const PICTURES = 'Choose a JPEG picture or a PNG picture.';
  const CERTIFICATES = 'Choose a PDF, a JPEG picture, a PNG picture or a Word document.';
  const INVOICES = 'Choose a PDF, a JPEG picture, a PNG picture, a Word document or an Excel spreadsheet.';
  const unlike = (thing: string) =>
    `The file name suggests ${thing}, but the content is different. Choose another file.`;
  const misnamed = (thing: string, ending: string) =>
    `This is ${thing}, so its name must end in .${ending}. Rename it and choose it again.`;
  it.each([
    [image, 'nothing', 'House.jpg', 'This file is empty.'],
    [image, 'heic', 'IMG_1.jpg', HEIC],
    [certificate, 'jpg', 'IMG_1.HEIC', HEIC],
    [image, 'pdf', 'House.pdf', PICTURES],
    [image, 'gif', 'House.gif', PICTURES],
    [image, 'svg', 'House.svg', PICTURES],
    [certificate, 'xls', 'Gas.xls', CERTIFICATES],
    [certificate, 'docm', 'Gas.docm', CERTIFICATES],
    [certificate, 'html', 'Gas', CERTIFICATES],
    [invoice, 'an Outlook message', 'Roof.msg', INVOICES],
    [certificate, 'html', 'Gas.pdf', unlike('a PDF')],
    [certificate, 'html before a PDF', 'Gas.pdf', unlike('a PDF')],
    [image, 'svg', 'House.png', unlike('a PNG picture')],
    [certificate, 'zip', 'Gas.docx', unlike('a Word document')],
    [certificate, 'docm', 'Gas.docx', unlike('a Word document')],
    [invoice, 'an Outlook message', 'Roof.xls', unlike('an Excel spreadsheet')],
    [image, 'png', 'House.jpg', misnamed('a PNG picture', 'png')],
    [certificate, 'pdf', 'Gas.exe', misnamed('a PDF', 'pdf')],
    [invoice, 'xls', 'Roof.doc', misnamed('an Excel spreadsheet', 'xls')],
  ] as const)('is refused in %s as %s with the name %s: %s', async (bucket, content, name, message) => {
    await expect(check(bucket, content, name)).rejects.toMatchObject({
      code: 'invalid_input',
      message,
      details: { fields: { file: message } },
    });
  });

  it('is refused if only its start is valid', async () => {
    const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(5000));
    for (const begun of Object.values(files))
      for (const length of [3, 8, 30, 100]) {
        const bytes = Buffer.concat([begun.subarray(0, length), noise]);
        const checked = checkContent({ bucket: certificate, name: 'x.gif', bytes });
        await expect(checked).rejects.toMatchObject({ code: 'invalid_input' });
      }
  });
});

it.each([
  [0, '0 kB'],
  [1023, '0 kB'],
  [412.9 * 1024, '412 kB'],
  [1024 ** 2 - 1, '1,023 kB'],
  [1.5 * 1024 ** 2, '1.5 MB'],
  [1024 ** 3 - 1, '1,023 MB'],
  [1024 ** 3, '1 GB'],
  [5 * 1024 ** 3 - 1, '4.99 GB'],
  [19.96 * 1024 ** 3, '19.9 GB'],
  [500 * 1024 ** 3 - 1, '499 GB'],
  [500 * 1024 ** 3, '500 GB'],
  [2 * 1024 ** 4, '2 TB'],
])('shows %i bytes of storage as %s, rounded down', (bytes, words) => {
  expect(formatStorage(bytes)).toBe(words);
});

it.each([
  [0, 'some'],
  [899, 'some'],
  [900, 'nearly'],
  [999, 'nearly'],
  [1000, 'full'],
  [3000, 'full'],
])('storage with %i of 1,000 bytes used is: %s full', (usedBytes, fill) => {
  expect(fillOf({ usedBytes, limitBytes: 1000 })).toBe(fill);
});

describe('an upload', () => {
  const GB = 1024 ** 3;
  const state: StorageState = {
    usedBytes: 5 * GB - 100,
    limitBytes: 5 * GB,
    leavingBytes: 0,
    status: 'active',
    unnamed: { files: 999, bytes: GB - 100 },
  };

  it.each<[Standing['status'], string | null, number]>([
    ['trialing', null, 1],
    ['expired', 'enterprise', 1],
    ['active', 'basic', 5],
    ['active', 'standard', 20],
    ['active', 'professional', 100],
    ['active', 'business', 500],
    ['active', 'enterprise', 2048],
    ['active', 'gold', 2048],
    ['active', null, 2048],
  ])('%s on %s: files may take %i GB', (status, plan, gigabytes) => {
    expect(quotaBytes({ status, plan })).toBe(gigabytes * 1024 ** 3);
  });

  it('is accepted up to the last free byte', () => {
    expect(uploadRefusal(state, 100)).toBeUndefined();
    expect(uploadRefusal(state, 101)).toBe(
      'Your plan includes 5 GB of file storage. You have used 4.99 GB. Delete files, or choose a larger plan.',
    );
    expect(uploadRefusal({ ...state, usedBytes: 2048 * GB, limitBytes: 2048 * GB }, 101)).toMatch(
      /\. Delete files you no longer need\.$/,
    );
    expect(uploadRefusal({ ...state, usedBytes: 0 }, 101)).toMatch(/^999 of your uploaded files are not saved/);
    expect(uploadRefusal({ ...state, unnamed: { files: 1000, bytes: 0 } }, 100)).toMatch(
      /^1,000 of your uploaded files/,
    );
  });
});
