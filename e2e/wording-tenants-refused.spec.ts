/** What the screens of tenants say where something is refused, in the words of the specification. */
import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { fail } from './network-faults.ts';
import { addsTenant, field, fillInTenant, saveButton, tenantsOf } from './tenants.ts';
import { expectRefused } from './words.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Answers the question to sign in again with no. */
async function decline(page: Page): Promise<void> {
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
  await page.keyboard.press('Escape');
}

test('whoever is not signed in is told what for, on the way to the login', async ({ page, landlord }) => {
  const { id } = await addsTenant(landlord);
  await page.context().clearCookies();
  for (const [path, words] of [
    [`/dashboard/tenants/edit/${id}`, 'You must be logged in to edit tenants'],
    [`/dashboard/tenants/${id}`, 'You must be logged in to view tenant details'],
  ] as const) {
    await page.goto(path);
    await expectRefused(page, words);
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
  }
});

test('whoever does not sign in again after their session ended is told what they must be logged in for', async ({
  page,
  server,
  landlord,
  expectConsoleError,
}) => {
  const { id } = await addsTenant(landlord, { name: 'Ada Lovelace' });
  const cookies = await page.context().cookies(server.address);
  const signedOut = () => page.context().clearCookies({ name: /session/ });
  const signedInAgain = () => page.context().addCookies(cookies);
  expectConsoleError(/status of 401/);

  await page.goto('/dashboard/tenants/add');
  await fillInTenant(page, { home: '14 Chandos Terrace' });
  await signedOut();
  await saveButton(page).click();
  await decline(page);
  await expectRefused(page, 'You must be logged in to add a tenant');

  await signedInAgain();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto(`/dashboard/tenants/edit/${id}`);
  await field(page, 'Name').fill('Ada King');
  await signedOut();
  await saveButton(page).click();
  await decline(page);
  await expectRefused(page, 'You must be logged in to update a tenant');

  await signedInAgain();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto(`/dashboard/tenants/${id}`);
  await press(page, 'Delete');
  await signedOut();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await decline(page);
  await expectRefused(page, 'You must be logged in to delete a tenant');

  await signedInAgain();
  expect(await tenantsOf(landlord)).toBe(1);
});

test('what fails is said in the words of the screen it failed on', async ({ page, landlord, expectConsoleError }) => {
  const { id } = await addsTenant(landlord, { name: 'Ada Lovelace' });
  expectConsoleError(/status of 503/);
  const one = { path: `/api/tenants/${id}` };
  for (const [path, words] of [
    ['/dashboard/tenants', 'Failed to delete tenant'],
    [`/dashboard/tenants/${id}`, 'There was an error deleting the tenant.'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name: /^Delete/ }).click();
    const mend = await fail(page, { method: 'DELETE', ...one }, 'unavailable');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expectRefused(page, words, 'We cannot reach our database just now.');
    await mend();
  }
  await page.goto(`/dashboard/tenants/edit/${id}`);
  await field(page, 'Name').fill('Ada King');
  const mend = await fail(page, { method: 'PUT', ...one }, 'unavailable');
  await saveButton(page).click();
  await expectRefused(page, 'Failed to update tenant', 'We cannot reach our database just now.');
  await mend();
  expect(await tenantsOf(landlord)).toBe(1);
});
