import { expect } from '@playwright/test';
import { statement } from '../support/database.ts';
import { delay } from '../support/network-faults.ts';
import type { Walk } from './walk.ts';

const PROFILE = '/dashboard/profile';

export const restore: Walk = async ({ page, check, server, anotherLandlord, expectConsoleError }) => {
  const ada = await anotherLandlord();
  await ada.adds({ address: '8 Laburnum Row' });
  const guest = `insert into members (user_id, name, email, role, state, ends_on, token_hash)
    values ($1, 'Priya Nair', 'priya@nair.example', 'guest', 'invited', '2030-01-01', encode(sha256('priya'), 'hex'))`;
  await statement(server, guest, [ada.id]);
  const buffer = await (await ada.page.request.get('/api/my-data')).body();
  const part = page.getByRole('region', { name: 'Restore a download' });
  const choose = (file: Buffer) =>
    part.getByLabel('Data download').setInputFiles({ name: 'data.zip', mimeType: 'application/zip', buffer: file });

  let letGo = await delay(page, { path: '/api/my-data/restores' });
  await page.goto(PROFILE);
  await expect(part.getByText('Loading...')).toBeVisible();
  await check('restoring a download, while it loads');
  letGo();
  expectConsoleError(/status of 422/);
  await expect(part.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  await choose(Buffer.from('no zip'));
  await expect(part.getByRole('alert')).toContainText('This file is not a data download from Tenure.');
  await check('a file that cannot be restored');
  letGo = await delay(page, { method: 'POST', path: '/api/my-data/restores' });
  await choose(buffer);
  await expect(part.getByText('Checking the file...')).toBeVisible();
  await check('a download that is being checked');
  letGo();
  await expect(part.getByRole('button', { name: 'Restore', exact: true })).toBeVisible();
  await check('a checked download');
  letGo = await delay(page, { method: 'POST', path: /\/api\/my-data\/restores\/.+\/run/ });
  await part.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(part.getByText('Restoring...')).toBeVisible();
  await check('a download that is being restored');
  letGo();
  await expect(part.getByText('People to invite again')).toBeVisible();
  await check('a restored download');
  await ada.page.goto(PROFILE);
  await expect(ada.page.getByText('This account already has records')).toBeVisible();
};
