/** Files that cannot be kept, and names that are more than names. */
import { expect } from '@playwright/test';
import { MAX_FILE_BYTES } from '../src/features/file/file.ts';
import { PDF, photo } from '../test/uploads.ts';
import { test } from './journey.ts';
import { certificateField, choose, expectKept, photoField, uploadsOf } from './upload-field.ts';
import { expectRefused } from './words.ts';

test.beforeEach(({ landlord }) => void landlord);

test('a wrong kind, nothing in it, or a byte over 20 MB is told at once, and nothing is sent', async ({ page }) => {
  const field = await certificateField(page);
  const sent = uploadsOf(page);
  await choose(field, { name: 'costs.xlsx', bytes: PDF });
  await expect(field).toContainText('Please choose a PDF, JPG, PNG, DOC or DOCX.');
  await expect(field.getByRole('button', { name: 'Retry' })).toBeHidden();
  await choose(field, { name: 'gas.pdf', bytes: Buffer.alloc(0) });
  await expect(field).toContainText('This file is empty. Please choose another one.');
  const most = Buffer.concat([PDF, Buffer.alloc(MAX_FILE_BYTES - PDF.length, ' ')]);
  await choose(field, { name: 'gas.pdf', bytes: Buffer.concat([most, Buffer.from(' ')]) });
  await expect(field).toContainText('This file is larger than 20 MB. Please choose a smaller one.');
  expect(sent).toEqual([]);
  await choose(field, { name: 'gas.pdf', bytes: most });
  await expectKept(field, 'gas.pdf');
  await expect(field).toContainText('PDF, 20 MB');
});

test('a name with quotes, markup, emoji and 300 letters is shown as it is, on one line', async ({ page }) => {
  const field = await certificateField(page);
  const name = `"Gas" <img src=x onerror=alert(1)> O'Brien 🏠 ${'long '.repeat(60)}.pdf`;
  await choose(field, { name, bytes: PDF });
  const link = field.getByRole('link', { name: `"Gas" <img src=x onerror=alert(1)> O'Brien 🏠 long` });
  await expect(link).toBeVisible();
  expect((await link.boundingBox())?.height).toBeLessThan(60);
});

test('what is not what its name says is refused by the server, in its words', async ({ page, expectConsoleError }) => {
  const field = await certificateField(page);
  expectConsoleError(/status of 422/);
  await choose(field, { name: 'gas.pdf', bytes: Buffer.from('<html><script>alert(1)</script></html>') });
  await expectRefused(page, 'Failed to upload file', 'This does not look like a PDF, although its name says so.');
  await expect(field).toContainText('This does not look like a PDF, although its name says so.');
  await expect(field.getByRole('button', { name: 'Retry' })).toBeHidden();
  await choose(field, { name: 'gas.pdf', bytes: PDF });
  await expectKept(field, 'gas.pdf');
});

for (const width of [1200, 4000]) {
  test(`a photo of ${width} pixels that is cut off is refused`, async ({ page, expectConsoleError }) => {
    const field = await photoField(page);
    const whole = await photo({ width, height: width }).jpeg().toBuffer();
    expectConsoleError(/status of 422/);
    await choose(field, { name: 'house.jpg', bytes: whole.subarray(0, whole.length / 2) });
    await expectRefused(page, 'Failed to upload file', 'This picture cannot be read');
    await expect(field.getByRole('button', { name: 'Choose Photo' })).toBeVisible();
  });
}

test('HEIC that this browser cannot read is told of in words, and not sent', async ({ page }) => {
  const field = await photoField(page);
  const sent = uploadsOf(page);
  const header = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
  await choose(field, { name: 'IMG_0001.HEIC', bytes: header });
  await expect(field).toContainText('This browser cannot read HEIC photos. Please save it as a JPEG and choose that.');
  expect(sent).toEqual([]);
  await field.getByRole('button', { name: 'Cancel' }).click();
  await expect(field.getByRole('button', { name: 'Choose Photo' })).toBeFocused();
});
