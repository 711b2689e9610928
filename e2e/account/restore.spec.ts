import { expect, type Page } from '@playwright/test';
import { RestoreState } from '../../src/features/restore/restore.ts';
import { PDF } from '../../test/fixtures/uploads.ts';
import { title } from '../support/copy.ts';
import { keyboardOf } from '../support/keyboard.ts';
import type { Landlord } from '../support/landlords.ts';
import { dropNextResponse } from '../support/network-faults.ts';
import { test } from '../support/test.ts';

const PROFILE = '/dashboard/profile';

const part = (page: Page) => page.getByRole('region', { name: 'Restore a download' });

async function chooses(page: Page, file: { name: string; bytes: Buffer }): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await keyboardOf(page).press(part(page).getByRole('button', { name: 'Choose a file' }));
  await (await chooser).setFiles({ name: file.name, mimeType: 'application/zip', buffer: file.bytes });
}

async function downloadOf({ page }: Landlord): Promise<Buffer> {
  const answer = await page.request.get('/api/my-data');
  expect(answer.status()).toBe(200);
  return answer.body();
}

test('restores the download of another account by keyboard, with its records and files', async ({
  page,
  landlord,
  anotherLandlord,
  expectConsoleError,
}) => {
  const ada = await anotherLandlord({ name: 'Ada Marsh' });
  const file = await ada.uploads('property-certificates', { name: 'gas.pdf', bytes: PDF });
  const certificate = { name: 'Gas Safety', issueDate: '2026-11-01', renewalFrequency: 'Yearly' as const, file };
  await ada.adds({ address: '8 Laburnum Row', certificates: [certificate] });
  const bytes = await downloadOf(ada);

  await page.goto(PROFILE);
  expectConsoleError(/status of 422/);
  await chooses(page, { name: 'holiday.zip', bytes: Buffer.from('PK no zip') });
  await expect(part(page).getByRole('alert')).toContainText('This file is incomplete or damaged.');
  await chooses(page, { name: 'tenure-data.zip', bytes });
  await expect(part(page).getByText('Ada Marsh')).toBeVisible();
  await expect(part(page).getByText('1 property, 1 certificate, 1 file')).toBeVisible();
  await expect(part(page).getByRole('alert')).toBeHidden();
  expect(await landlord.has(), 'properties before the restore').toBe(0);

  await page.reload();
  const state = RestoreState.parse(await (await page.request.get('/api/my-data/restores')).json());
  await dropNextResponse(page, { path: `/api/my-data/restores/${state.restore?.id}/run` });
  await keyboardOf(page).press(part(page).getByRole('button', { name: 'Restore', exact: true }));
  await expect(part(page).getByRole('status')).toContainText('The download of Ada Marsh is restored.');
  await keyboardOf(page).press(part(page).getByRole('link', { name: 'See your properties' }));
  await expect(title(page, 'Properties')).toBeVisible();
  await page
    .getByRole('link', { name: /8 Laburnum Row/ })
    .first()
    .click();
  await expect(page.getByText('gas.pdf').first()).toBeVisible();

  await ada.page.goto(PROFILE);
  await expect(part(ada.page)).toContainText('This account already has records (properties).');
});
