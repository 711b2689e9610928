/** Pictures are made smaller and turned upright in the browser, before they are sent. */
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { StoredFile } from '../src/features/file/file.ts';
import { photo } from '../test/uploads.ts';
import { test } from './journey.ts';
import { type Brought, certificateField, choose, photoField } from './upload-field.ts';
import { expectSaid } from './words.ts';

test.beforeEach(({ landlord }) => void landlord);

/** What an upload sent and what became of it. */
async function upload(page: Page, act: () => Promise<void>) {
  const answered = page.waitForResponse(/\/api\/files\/[^/]+\?name=/);
  await act();
  const response = await answered;
  const stored = StoredFile.parse(await response.json());
  const bytes = await (await page.request.get(stored.url)).body();
  return { sent: Number((await response.request().allHeaders())['content-length']), stored, bytes };
}

test('a photo over 2,560 pixels is sent scaled and upright, and shown in the field', async ({ page }) => {
  const field = await photoField(page);
  // The sun is on the left of what the camera wrote, and the camera was held on its side.
  const sun = await sharp({ create: { width: 1600, height: 2400, channels: 3, background: '#ffee00' } })
    .png()
    .toBuffer();
  const bytes = await photo({ width: 3200, height: 2400 })
    .composite([{ input: sun, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer();
  const kept = await upload(page, () => choose(field, { name: 'house.jpg', bytes }));
  expect(kept.sent).toBeLessThan(bytes.length / 2);
  expect(kept.sent).toBeGreaterThan(0);
  const { width, height, orientation } = await sharp(kept.bytes).metadata();
  expect({ width, height, orientation }).toEqual({ width: 1920, height: 2560, orientation: undefined });
  const corner = await sharp(kept.bytes).extract({ left: 960, top: 40, width: 1, height: 1 }).raw().toBuffer();
  expect([...corner].map((value) => Math.round(value / 64))).toEqual([4, 4, 0]);
  const shown = field.getByRole('img');
  await expect(shown).toHaveAttribute('src', `${kept.stored.url}?size=card`);
  await expect(async () => {
    expect(await shown.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(960);
  }).toPass();
});

test('a photo that is small enough is sent as it is', async ({ page }) => {
  const field = await photoField(page);
  const bytes = await photo({ width: 2560, height: 100 }).png().toBuffer();
  const { sent, stored } = await upload(page, () => choose(field, { name: 'house.png', bytes }));
  expect(sent).toBe(bytes.length);
  expect(stored.name).toBe('house.png');
});

test('a photo of more than 20 MB is sent once it is smaller', async ({ page }) => {
  const field = await photoField(page);
  const bytes = await photo({ width: 3200, height: 3000 }).png({ compressionLevel: 0 }).toBuffer();
  expect(bytes.length).toBeGreaterThan(20 * 1024 * 1024);
  const { stored } = await upload(page, () => choose(field, { name: 'house.png', bytes }));
  expect(stored.name).toBe('house.jpg');
});

test('a scan keeps up to 4,000 pixels, so that it can be read', async ({ page }) => {
  const field = await certificateField(page);
  const sizeOf = async (brought: Brought) => {
    const { bytes } = await upload(page, () => choose(field, brought));
    const { width, height } = await sharp(bytes).metadata();
    return [width, height];
  };
  expect(await sizeOf({ name: 'a4.jpg', bytes: await photo({ width: 2480, height: 3508 }).jpeg().toBuffer() })).toEqual(
    [2480, 3508],
  );
  expect(await sizeOf({ name: 'a3.jpg', bytes: await photo({ width: 5000, height: 2000 }).jpeg().toBuffer() })).toEqual(
    [4000, 1600],
  );
});

test('a PNG of 100 megapixels is made smaller without a word', async ({ page }) => {
  const field = await photoField(page);
  const bytes = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#88aa66' } })
    .png()
    .toBuffer();
  const kept = await upload(page, () => choose(field, { name: 'map.png', bytes }));
  await expectSaid(page, 'File uploaded successfully');
  expect((await sharp(kept.bytes).metadata()).width).toBe(2560);
});
