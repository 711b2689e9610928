import { expect } from '@playwright/test';
import sharp from 'sharp';
import { MAX_FILE_BYTES, StoredFile } from '../../src/features/file/file.ts';
import { PDF, photo } from '../../test/fixtures/uploads.ts';
import { dismissAll, expectErrorToast, expectToast } from '../support/copy.ts';
import { cutOff, delay, fail } from '../support/network-faults.ts';
import { test } from '../support/test.ts';
import {
  type Brought,
  certificateField,
  certificateFields,
  choose,
  drag,
  expectKept,
  pasteScreenshot,
  photoField,
  slowLine,
  uploadsOf,
} from '../support/upload-field.ts';

const CERTIFICATES = { method: 'POST', path: '/api/files/property-certificates' } as const;
const gas = { name: 'gas.pdf', bytes: PDF };

test.beforeEach(({ landlord }) => void landlord);

test('S1.8.28 uploads a chosen file, which can be replaced and removed', async ({ page, expectConsoleError }) => {
  const field = await certificateField(page);
  const sent = uploadsOf(page);
  await choose(field, gas);
  await expectToast(page, 'File uploaded successfully');
  await expectKept(field, 'gas.pdf');
  await expect(field).toContainText(`PDF, ${PDF.length} bytes`);
  const link = field.getByRole('link', { name: 'gas.pdf' });
  await expect(link).toHaveAttribute('target', '_blank');
  expect(await (await page.request.get((await link.getAttribute('href')) ?? '')).body()).toEqual(PDF);
  await test.step('rejects unsupported files at once, without a request', async () => {
    await choose(field, { name: 'costs.xlsx', bytes: PDF });
    await expect(field).toContainText("You can't upload this type of file. Choose a PDF, JPG, PNG, DOC or DOCX.");
    await expect(field.getByRole('button', { name: 'Retry' })).toBeHidden();
    await choose(field, { name: 'gas.pdf', bytes: Buffer.alloc(MAX_FILE_BYTES + 1) });
    await expect(field).toContainText('This file is larger than 20 MB. Choose a smaller file.');
    expect(sent).toHaveLength(1);
  });
  await test.step('shows the server’s error if content and name differ', async () => {
    expectConsoleError(/status of 422/);
    await choose(field, { name: 'gas.pdf', bytes: Buffer.from('<html><script>alert(1)</script></html>') });
    await expectErrorToast(
      page,
      'Failed to upload file',
      'The file name suggests a PDF, but the content is different. Choose another file.',
    );
    await expect(field.getByRole('button', { name: 'Retry' })).toBeHidden();
    await dismissAll(page);
  });
  await test.step('shows any name unchanged on one line', async () => {
    const name = `"Gas" <img src=x onerror=alert(1)> O'Brien 🏠 ${'long '.repeat(60)}.pdf`;
    await choose(field, { name, bytes: PDF });
    const long = field.getByRole('link', { name: `"Gas" <img src=x onerror=alert(1)> O'Brien 🏠 long` });
    expect((await long.boundingBox())?.height).toBeLessThan(60);
  });
  await field.getByRole('button', { name: /^Remove "Gas"/ }).focus();
  await page.keyboard.press('Enter');
  await expect(field.getByRole('button', { name: 'Choose File' })).toBeFocused();
  await expect(field.getByRole('link')).toBeHidden();
});

test('S1.2.89 shows an upload’s progress, cancels it, and retries a failed one', async ({
  page,
  expectConsoleError,
}) => {
  const [field, other] = await certificateFields(page, 2);
  if (!field || !other) throw new Error('There are no fields.');
  await choose(field, gas);
  await expectKept(field, 'gas.pdf');
  await test.step('cancels by keyboard and shows the previous file', async () => {
    const restore = await slowLine(page, 100_000);
    await choose(field, { name: 'large.pdf', bytes: Buffer.concat([PDF, Buffer.alloc(6_000_000, ' ')]) });
    await expect(field.getByRole('button', { name: 'Uploading...' })).toBeVisible();
    const bar = field.getByRole('progressbar', { name: 'Uploading large.pdf' });
    await expect(bar).toHaveAttribute('aria-valuenow', /^[1-9]\d?$/);
    const ended = page.waitForEvent('requestfailed');
    await field.getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('Enter');
    expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
    await expectKept(field, 'gas.pdf');
    await expect(field.getByRole('button', { name: 'Replace' })).toBeFocused();
    await restore();
  });
  await test.step('S1.8.29 S1.8.30 shows the error, and sends the file again on Retry', async () => {
    let restore = await fail(page, CERTIFICATES, 'unavailable');
    expectConsoleError(/status of 503/);
    await choose(field, { name: 'boiler.pdf', bytes: PDF });
    await expectErrorToast(page, 'Failed to upload file', 'We cannot reach our database just now.');
    await restore();
    restore = await cutOff(page, CERTIFICATES);
    expectConsoleError(/ERR_FAILED/);
    await field.getByRole('button', { name: 'Retry' }).click();
    await expectErrorToast(page, 'Error uploading file', 'We cannot reach the server.');
    await restore();
    await field.getByRole('button', { name: 'Retry' }).click();
    await expectKept(field, 'boiler.pdf');
  });
  await test.step('continues when the row of another upload is removed', async () => {
    const release = await delay(page, CERTIFICATES);
    await choose(field, gas);
    await choose(other, { name: 'roof.pdf', bytes: PDF });
    await expect(page.getByRole('progressbar')).toHaveCount(2);
    const ended = page.waitForEvent('requestfailed');
    await page.getByRole('button', { name: 'Remove this certificate' }).first().click();
    await ended;
    release();
    await expectKept(page.getByRole('group', { name: 'File' }), 'roof.pdf');
  });
});

test('adds a dropped or pasted file to the field nearby', async ({ page }) => {
  const [first, second] = await certificateFields(page, 2);
  if (!first || !second) throw new Error('There are no fields.');
  await (await drag(second, [gas]))();
  await expectKept(second, 'gas.pdf');
  await expect(first.getByRole('link')).toBeHidden();
  await test.step('ignores a drop outside the field, and keeps the form open', async () => {
    await page.evaluate(() =>
      window.addEventListener('dragover', ({ defaultPrevented, dataTransfer }) => {
        document.title = `${defaultPrevented ? 'prevented' : 'opens'}, ${dataTransfer?.dropEffect ?? ''}`;
      }),
    );
    await (await drag(page.getByRole('tab', { name: 'Certificates' }), [gas]))();
    await expect(page).toHaveTitle('prevented, none');
  });
  await (await drag(first, [gas, { name: 'boiler.pdf', bytes: PDF }]))();
  await expect(first).toContainText('You can only add one file here. Choose one file.');

  const png = await photo().png().toBuffer();
  const sent = uploadsOf(page);
  await page.getByLabel('Certificate name').last().focus();
  await pasteScreenshot(page, png);
  await expectKept(second, 'image.png');
  await page.getByRole('button', { name: 'Add Certificate' }).focus();
  await page.keyboard.press('Control+V'); // Two fields are equally near, so the paste is ignored.
  await page.getByLabel('Certificate name').last().focus();
  await pasteScreenshot(page, png, 'Gas'); // A text field pastes the text instead of the file.
  await expect(page.getByLabel('Certificate name').last()).toHaveValue('Gas');
  expect(sent).toHaveLength(1);
});

test('scales and rotates pictures before uploading', async ({ page }) => {
  test.slow(); // Large pictures are encoded and decoded.
  /** Returns the number of bytes sent, and the stored file. */
  const upload = async (act: () => Promise<void>) => {
    const answered = page.waitForResponse(/\/api\/files\/[^/]+\?name=/);
    await act();
    const response = await answered;
    const stored = StoredFile.parse(await response.json());
    const bytes = await (await page.request.get(stored.url)).body();
    return { sent: Number((await response.request().allHeaders())['content-length']), stored, bytes };
  };
  const field = await photoField(page);
  await test.step('scales and rotates a photo over 2,560 pixels', async () => {
    const sun = { create: { width: 1600, height: 2400, channels: 3, background: '#ffee00' } } as const;
    const bytes = await photo({ width: 3200, height: 2400 })
      .composite([{ input: sun, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer();
    const kept = await upload(() => choose(field, { name: 'house.jpg', bytes }));
    expect(kept.sent).toBeLessThan(bytes.length / 2);
    const { width, height, orientation } = await sharp(kept.bytes).metadata();
    expect({ width, height, orientation }).toEqual({ width: 1920, height: 2560, orientation: undefined });
    const corner = await sharp(kept.bytes).extract({ left: 960, top: 40, width: 1, height: 1 }).raw().toBuffer();
    expect([...corner].map((value) => Math.round(value / 64))).toEqual([4, 4, 0]);
    await expect(field.getByRole('img')).toHaveAttribute('src', `${kept.stored.url}?size=card`);
  });
  await test.step('sends a small photo unchanged', async () => {
    const bytes = await photo({ width: 2560, height: 100 }).png().toBuffer();
    const { sent, stored } = await upload(() => choose(field, { name: 'house.png', bytes }));
    expect([sent, stored.name]).toEqual([bytes.length, 'house.png']);
  });
  await test.step('explains why an unsupported HEIC photo is rejected', async () => {
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    await choose(field, { name: 'IMG_0001.HEIC', bytes: heic });
    await expect(field).toContainText(
      'This browser cannot read HEIC photos. Save the photo as a JPEG and choose it again.',
    );
  });
  await test.step('keeps up to 4,000 pixels of a scan', async () => {
    const scan = await certificateField(page);
    const sizeOf = async (brought: Brought) => {
      const { width, height } = await sharp((await upload(() => choose(scan, brought))).bytes).metadata();
      return [width, height];
    };
    const scanned = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
        .jpeg()
        .toBuffer();
    expect(await sizeOf({ name: 'a4.jpg', bytes: await scanned(2480, 3508) })).toEqual([2480, 3508]);
    expect(await sizeOf({ name: 'a3.jpg', bytes: await scanned(5000, 2000) })).toEqual([4000, 1600]);
  });
});
