import { expect } from '@playwright/test';
import { expectToast } from '../support/copy.ts';
import { test } from '../support/test.ts';

test('adds a key that is shown once, which an API client uses until it is revoked', async ({
  page,
  landlord,
  playwright,
  expectConsoleError,
}) => {
  await landlord.adds({ address: '8 Laburnum Row' });
  await page.goto('/dashboard/api');
  await expect(page.getByRole('heading', { name: 'No API keys' })).toBeVisible();
  await page.getByRole('button', { name: 'Add key' }).click();
  const dialog = page.getByRole('dialog');
  expectConsoleError(/status of 422/);
  await dialog.getByRole('button', { name: 'Add key' }).click();
  await expect(dialog.getByText('Choose at least one area')).toBeVisible();
  await dialog.getByLabel('Name').fill('Zapier');
  await dialog.getByLabel('Properties and documents').selectOption({ label: 'See' });
  await dialog.getByLabel('Your password').fill('not the password');
  await dialog.getByRole('button', { name: 'Add key' }).click();
  await expect(dialog.getByText('The password is incorrect')).toBeVisible();
  await dialog.getByLabel('Your password').fill(landlord.password);
  await dialog.getByRole('button', { name: 'Add key' }).click();
  const key = await page.getByLabel('Key', { exact: true }).inputValue();
  expect(key).toMatch(/^tnr_\w{46}$/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Key ‘Zapier’ added' })).toBeVisible();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Zapier' });
  await expect(row).toContainText('See properties');
  await expect(page.getByText(key)).toBeHidden();

  const program = await playwright.request.newContext({
    baseURL: new URL(page.url()).origin,
    extraHTTPHeaders: { authorization: `Bearer ${key}` },
  });
  expect(await (await program.get('/api/properties')).text()).toContain('8 Laburnum Row');
  await row.getByRole('button', { name: 'Revoke Zapier' }).click();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await expectToast(page, 'Key revoked');
  await expect(row).toContainText('Revoked');
  expect((await program.get('/api/properties')).status()).toBe(401);
  await program.dispose();
});
