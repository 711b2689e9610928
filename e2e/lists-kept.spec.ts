/** Lists that the browser holds stay right when another noun's change makes them untrue, whatever becomes of the reading. */
import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { cutOff } from './network-faults.ts';
import { addsTenant } from './tenants.ts';
import { expectSaid } from './words.ts';

const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const properties = (page: Page) => page.getByRole('list', { name: 'Properties' });

async function deletesTheTenant(page: Page): Promise<void> {
  await tab(page, 'Tenants').click();
  await page.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expectSaid(page, 'Tenant deleted successfully');
}

test('a property is vacant in the list at once when its only tenant is deleted', async ({ page, landlord }) => {
  const { id } = await landlord.adds({ status: 'vacant' });
  await addsTenant(landlord, { propertyId: id });
  await page.goto('/dashboard/properties?status=occupied');
  await expect(properties(page)).toContainText('Occupied');
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'All statuses' });
  await expect(properties(page)).toContainText('Occupied');
  await deletesTheTenant(page);
  // The pages that are held are shown: nothing is asked for again.
  await cutOff(page, { path: '/api/properties' });
  await tab(page, 'Properties').click();
  await expect(properties(page)).toContainText('Vacant');
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Occupied' });
  await expect(page.getByText('0 Properties')).toBeVisible();
});

test('a property that could not be read again is read when the list is opened', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const { id } = await landlord.adds({ status: 'vacant' });
  await addsTenant(landlord, { propertyId: id });
  await page.goto('/dashboard/properties');
  await expect(properties(page)).toContainText('Occupied');
  expectConsoleError(/ERR_FAILED/);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith(id));
  await cutOff(page, { path: `/api/properties/${id}` });
  await deletesTheTenant(page);
  await failed;
  await tab(page, 'Properties').click();
  await expect(properties(page)).toContainText('Vacant');
});
