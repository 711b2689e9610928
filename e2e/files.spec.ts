/** A file on its way into the property form: brought by click, drop and paste, cancelled, failed, tried again. */
import { expect } from '@playwright/test';
import { PDF, photo } from '../test/uploads.ts';
import { test } from './journey.ts';
import { cutOff, delay, fail } from './network-faults.ts';
import {
  certificateField,
  certificateFields,
  choose,
  drag,
  expectKept,
  pasteScreenshot,
  photoField,
  slowLine,
  uploadsOf,
} from './upload-field.ts';
import { expectRefused, expectSaid } from './words.ts';

const CERTIFICATES = { method: 'POST', path: '/api/files/property-certificates' } as const;
const gas = { name: 'gas.pdf', bytes: PDF };
/** Takes a minute on the slow line of these tests. */
const large = { name: 'large.pdf', bytes: Buffer.concat([PDF, Buffer.alloc(6_000_000, ' ')]) };

test.beforeEach(({ landlord }) => void landlord);

test('a chosen file is kept, opens in a new tab, and can be replaced and removed by keyboard', async ({ page }) => {
  const field = await certificateField(page);
  await choose(field, gas);
  await expectSaid(page, 'File uploaded successfully');
  await expectKept(field, 'gas.pdf');
  await expect(field).toContainText(`PDF, ${PDF.length} bytes`);
  const link = field.getByRole('link', { name: 'gas.pdf' });
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener');
  expect(await (await page.request.get((await link.getAttribute('href')) ?? '')).body()).toEqual(PDF);

  await choose(field, { name: 'gas again.pdf', bytes: PDF });
  await expectKept(field, 'gas again.pdf');
  await field.getByRole('button', { name: 'Remove gas again.pdf' }).focus();
  await page.keyboard.press('Enter');
  await expect(field.getByRole('button', { name: 'Choose File' })).toBeFocused();
  await expect(field.getByRole('link')).toBeHidden();
  await choose(field, { name: 'gas again.pdf', bytes: PDF });
  await expectKept(field, 'gas again.pdf');
});

test('a dropped file is taken where it falls; beside the field it does nothing, and the form stays', async ({
  page,
}) => {
  const [first, second] = await certificateFields(page, 2);
  if (!first || !second) throw new Error('There are no fields.');
  const letGo = await drag(second, [gas]);
  const overSecond = await second.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(overSecond).not.toBe(await first.evaluate((element) => getComputedStyle(element).backgroundColor));
  await letGo();
  await expectKept(second, 'gas.pdf');
  await expect(first.getByRole('link')).toBeHidden();
  // What nobody prevents the browser opens, in place of the page.
  await page.evaluate(() =>
    window.addEventListener('dragover', ({ defaultPrevented, dataTransfer }) => {
      document.title = `${defaultPrevented ? 'prevented' : 'opens'}, ${dataTransfer?.dropEffect ?? ''}`;
    }),
  );
  for (const beside of [page.getByRole('tab', { name: 'Certificates' }), page.getByLabel('Certificate Name').first()]) {
    await page.evaluate(() => {
      document.title = '';
    });
    await (await drag(beside, [gas]))();
    await expect(page).toHaveTitle('prevented, none');
  }
  await expectKept(second, 'gas.pdf');
  await expect(first.getByRole('link')).toBeHidden();
  await (await drag(first, [gas, { name: 'boiler.pdf', bytes: PDF }]))();
  await expect(first).toContainText('Only one file can be kept here. Please bring one at a time.');
});

test('a screenshot is pasted into the field beside the focus', async ({ page }) => {
  const png = await photo().png().toBuffer();
  const [first, second] = await certificateFields(page, 2);
  if (!first || !second) throw new Error('There are no fields.');
  const sent = uploadsOf(page);
  await page.getByLabel('Certificate Name').last().focus();
  await pasteScreenshot(page, png);
  await expectKept(second, 'image.png');
  await page.getByRole('button', { name: 'Add Certificate' }).focus();
  await page.keyboard.press('Control+V'); // two fields are as near: neither is meant
  await first.getByRole('button', { name: 'Choose File' }).focus();
  await page.keyboard.press('Control+V');
  await expectKept(first, 'image.png');
  expect(sent).toHaveLength(2);
});

test('what is pasted where somebody types is text, if there is any', async ({ page }) => {
  const png = await photo().png().toBuffer();
  const field = await photoField(page);
  const sent = uploadsOf(page);
  await page.getByLabel('City').focus();
  await pasteScreenshot(page, png, 'Bristol');
  await expect(page.getByLabel('City')).toHaveValue('Bristol');
  await pasteScreenshot(page, png);
  await expect(field.getByRole('button', { name: 'Remove photo' })).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('an upload shows how far it is and can be cancelled; what was there before is there again', async ({ page }) => {
  const field = await certificateField(page);
  await choose(field, gas);
  await expectKept(field, 'gas.pdf');
  const mend = await slowLine(page, 100_000);
  await choose(field, large);
  await expect(field.getByRole('button', { name: 'Uploading...' })).toBeVisible();
  const bar = field.getByRole('progressbar', { name: 'Uploading large.pdf' });
  await expect(bar).toHaveAttribute('aria-valuenow', /^[1-9]\d?$/);
  const ended = page.waitForEvent('requestfailed');
  await field.getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('Enter');
  expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
  await expectKept(field, 'gas.pdf');
  await expect(field.getByRole('button', { name: 'Replace' })).toBeFocused();
  await mend();
  await choose(field, large);
  await expectKept(field, 'large.pdf');
});

test('two uploads go on beside each other, also when the row of one is taken away', async ({ page }) => {
  const release = await delay(page, CERTIFICATES);
  const [first, second] = await certificateFields(page, 2);
  if (!first || !second) throw new Error('There are no fields.');
  await choose(first, gas);
  await choose(second, { name: 'boiler.pdf', bytes: PDF });
  await expect(page.getByRole('progressbar')).toHaveCount(2);
  const ended = page.waitForEvent('requestfailed');
  await page.getByRole('button', { name: 'Remove this certificate' }).first().click();
  await ended;
  release();
  await expectKept(page.getByRole('group', { name: 'File' }), 'boiler.pdf');
});

test('what fails says why in its place, and is tried again without choosing again', async ({
  page,
  expectConsoleError,
}) => {
  const field = await certificateField(page);
  let mend = await fail(page, CERTIFICATES, 'unavailable');
  expectConsoleError(/status of 503/);
  await choose(field, gas);
  await expectRefused(page, 'Failed to upload file', 'We cannot reach our database just now.');
  await expect(field).toContainText('gas.pdf');
  await expect(field).toContainText('We cannot reach our database just now.');
  await mend();
  mend = await cutOff(page, CERTIFICATES);
  expectConsoleError(/ERR_FAILED/);
  await field.getByRole('button', { name: 'Retry' }).click();
  await expectRefused(page, 'Error uploading file', 'We cannot reach the server.');
  await mend();
  await field.getByRole('button', { name: 'Retry' }).focus();
  await page.keyboard.press('Enter');
  await expectKept(field, 'gas.pdf');
  await expect(field.getByRole('button', { name: 'Replace' })).toBeFocused();
});

test('a failure that is put away shows the file from before', async ({ page, expectConsoleError }) => {
  const field = await certificateField(page);
  await choose(field, gas);
  await expectKept(field, 'gas.pdf');
  await fail(page, CERTIFICATES, 'storage_full');
  expectConsoleError(/status of 507/);
  await choose(field, { name: 'boiler.pdf', bytes: PDF });
  await expectRefused(page, 'Failed to upload file', 'The server has run out of space.');
  await field.getByRole('button', { name: 'Cancel' }).click();
  await expectKept(field, 'gas.pdf');
});

test('a session that ended is begun again in place, and the upload goes on', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const field = await certificateField(page);
  await page.context().clearCookies({ name: /session/ });
  expectConsoleError(/status of 401/);
  await choose(field, gas);
  const dialog = page.getByRole('dialog', { name: 'Log in' });
  await dialog.getByLabel('Password', { exact: true }).fill(landlord.password);
  await page.keyboard.press('Enter');
  await expectKept(field, 'gas.pdf');
});

test('after the trial an upload leads to the prices', async ({ page, forward, expectConsoleError }) => {
  const field = await certificateField(page);
  await forward(8 * 24 * 3600 * 1000);
  expectConsoleError(/status of 402/);
  await choose(field, gas);
  await expect(page).toHaveURL(/#pricing$/);
});
