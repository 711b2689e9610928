/** Rules are tested in src/features/resident. */
import { expect } from '@playwright/test';
import { expectToast } from '../support/copy.ts';
import { addsTenancy } from '../support/tenancies.ts';
import { test } from '../support/test.ts';

test('adds an adult, records a check, and adds and answers a request', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const tenancy = await addsTenancy(landlord, { names: ['Rohan Mehta'], address: '31 Cotham Vale' });
  await page.goto(`/dashboard/tenancies/${tenancy.id}`);
  const residents = page.getByRole('region', { name: 'People who live there' });
  const dialog = page.getByRole('dialog');
  await residents.getByRole('button', { name: 'Add another adult' }).click();
  await dialog.getByLabel('Name').fill('Asha Mehta');
  await dialog.getByRole('button', { name: 'Add Occupier' }).click();
  await expect(residents.getByRole('listitem').filter({ hasText: 'Asha Mehta' })).toContainText('Not a tenant');

  await residents.getByRole('button', { name: 'Actions for Asha Mehta' }).click();
  await page.getByRole('menuitem', { name: 'Add right-to-rent check' }).click();
  await dialog.getByLabel('How it was checked').selectOption({ label: 'Share code and date of birth' });
  await dialog.getByRole('textbox', { name: /^Share code/ }).fill('W12 345 678');
  await dialog.getByLabel('Permission ends').fill('01/03/2028');
  expectConsoleError(/status of 422/);
  await dialog.getByRole('button', { name: 'Add check' }).click();
  await expect(dialog.getByText('A share code for renting begins with R')).toBeVisible();
  await dialog.getByLabel('How it was checked').selectOption({ label: 'Landlord Checking Service' });
  await expect(dialog.getByRole('textbox', { name: /^Share code/ })).toHaveCount(0);
  await dialog.getByLabel('How it was checked').selectOption({
    label: 'Identity service, for a British or Irish passport',
  });
  await dialog.getByRole('button', { name: 'Add check' }).click();
  await expect(residents).toContainText('Right to rent checked on');
  await expect(residents).not.toContainText('No time limit');
  await residents.getByRole('button', { name: /^Show/ }).click();
  await expect(residents).toContainText('No time limit');

  await page.goto(`/dashboard/deadlines?propertyId=${tenancy.propertyId}`);
  await page
    .getByRole('button', { name: /^Done.*Rohan Mehta/ })
    .first()
    .click();
  await dialog.getByRole('link', { name: /^(add the check|serve the paper)/ }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/tenancies/${tenancy.id}`));
  const requests = page.getByRole('region', { name: 'Requests' });
  await requests.getByRole('button', { name: 'Add a request' }).click();
  await dialog.getByLabel('Request for').selectOption({ label: 'A pet' });
  await dialog.getByLabel('Request', { exact: true }).fill('A cat, indoors only');
  await dialog.getByRole('button', { name: 'Add Request' }).click();
  await expect(requests.getByRole('listitem')).toContainText('A cat, indoors only');
  await requests.getByRole('button', { name: /A cat, indoors only/ }).click();
  await dialog.getByRole('combobox', { name: /^Answer/ }).selectOption({ label: 'Refused' });
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  await expect(dialog.getByText('Enter the day of your answer')).toBeVisible();
  await dialog.getByLabel('Answered on').fill('25/11/2026');
  await dialog.getByLabel('Reason').fill('The lease of the building forbids it.');
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  await expectToast(page, 'Request updated successfully!');
  await expect(requests).toContainText('Refused on 25 Nov 2026');
});
