/** Taking everything along: one zip, how far it is, and what is said where it fails. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { PDF } from '../test/uploads.ts';
import { unzipped } from '../test/zip.ts';
import { test } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { breakOffNext, delay, fail } from './network-faults.ts';
import { expectRefused, expectSaid, title } from './words.ts';

const MY_DATA = { path: '/api/my-data' };
const FAILED = 'Your data could not be downloaded';

const part = (page: Page) => page.getByRole('region', { name: 'Your data' });
const download = (page: Page) => part(page).getByRole('button', { name: 'Download my data' });
const stop = (page: Page) => part(page).getByRole('button', { name: 'Stop' });

/** A line on which what follows takes its time. Returns what makes it quick again. Bytes a second. */
async function slowDown(page: Page, throughput: number): Promise<() => Promise<unknown>> {
  const devtools = await page.context().newCDPSession(page);
  const set = (downloadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      uploadThroughput: -1,
      downloadThroughput,
    });
  await set(throughput);
  return () => set(-1);
}

test('a landlord takes everything along by keyboard alone: one zip with their records and their files', async ({
  page,
  landlord,
}) => {
  const certificate = await landlord.uploads('property-certificates', { name: 'gas.pdf', bytes: PDF });
  await landlord.adds({ address: '8 Laburnum Row' });
  await page.goto('/dashboard/profile');
  const begun = page.waitForEvent('download');
  await keyboardOf(page).press(download(page));
  const file = await begun;
  expect(file.suggestedFilename()).toMatch(/^tenure-data-\d{4}-\d{2}-\d{2}\.zip$/);
  await expectSaid(page, 'Your data has been downloaded');
  await expect(download(page)).toBeFocused();
  const content = await unzipped(await readFile(await file.path()));
  expect(String(content.get('tables/properties.json'))).toContain('8 Laburnum Row');
  expect(content.get(`files/property-certificates/${certificate.url.split('/').at(-1)}`)).toEqual(PDF);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 700 } });

  test('a download says how far it is, goes on while other screens are looked at, and can be stopped', async ({
    page,
    landlord,
  }) => {
    const bytes = Buffer.concat([PDF, Buffer.alloc(4_000_000, ' ')]);
    await landlord.uploads('property-certificates', { name: 'large.pdf', bytes });
    await page.goto('/dashboard/profile');
    const letGo = await delay(page, MY_DATA);
    await download(page).click();
    await expect(part(page).getByRole('button', { name: 'Preparing your data...' })).toBeVisible();
    const quicken = await slowDown(page, 400_000);
    letGo();
    await expect(part(page).getByRole('button', { name: /^Downloading\.\.\. \d+ kB$/ })).toBeVisible();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(title(page, 'Settings')).toBeVisible();
    await page.goBack();
    await expect(part(page).getByRole('button', { name: /^Downloading/ })).toBeVisible();
    await keyboardOf(page).press(stop(page));
    await expect(download(page)).toBeFocused();
    await expect(stop(page)).toBeHidden();
    await expect(page.getByText(FAILED)).toBeHidden();

    await quicken();
    const begun = page.waitForEvent('download');
    await download(page).click();
    expect((await readFile(await (await begun).path())).length).toBeGreaterThan(bytes.length);
  });
});

test('a download that was refused, or that broke off in the middle, is told of and leaves no half a file', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  let handedOver = 0;
  page.on('download', () => {
    handedOver += 1;
  });
  await landlord.adds();
  await page.goto('/dashboard/profile');
  const mend = await fail(page, MY_DATA, 'internal');
  expectConsoleError(/status of 500/);
  await download(page).click();
  await expectRefused(page, FAILED, 'Something went wrong on our side.');
  await expect(download(page)).toBeEnabled();
  await mend();

  await breakOffNext(page, MY_DATA);
  await download(page).click();
  await expectRefused(page, FAILED, 'The connection ended before all of it had come. Please try again.');
  expect(handedOver).toBe(0);
  await download(page).click();
  await expectSaid(page, 'Your data has been downloaded');
  expect(handedOver).toBe(1);
});

test('a session that has ended is begun again in place, and the download with it', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await page.goto('/dashboard/profile');
  await page.context().clearCookies({ name: /session/ });
  expectConsoleError(/status of 401/);
  await download(page).click();
  const dialog = page.getByRole('dialog', { name: 'Log in' });
  await dialog.getByLabel('Password', { exact: true }).fill(landlord.password);
  const begun = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await begun;
  await expectSaid(page, 'Your data has been downloaded');
});
