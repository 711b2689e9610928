/** What a landlord typed of a tenant is not lost: not to a reload, a failing server, or somebody else's change. */
import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { fail } from './network-faults.ts';
import { addsTenant, changesTenant, field, fillInTenant, saveButton, tenantNow, tenantsOf } from './tenants.ts';
import { expectRefused, expectSaid, title } from './words.ts';

const ADD = '/dashboard/tenants/add';

test('what was typed before a reload is offered again, the property with it', async ({ page, landlord }) => {
  await landlord.adds({ address: '2 Mill Lane', city: 'Otley' });
  page.on('dialog', (dialog) => void dialog.accept()); // the browser's own question before unloading
  await page.goto(ADD);
  await fillInTenant(page, { name: 'Ada King', home: '2 Mill Lane' });
  await page.reload();
  await expect(field(page, 'Name')).toHaveValue('');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(field(page, 'Name')).toHaveValue('Ada King');
  await expect(field(page, 'Property')).toHaveValue('2 Mill Lane, Otley');
  await page.getByRole('link', { name: 'Cancel' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await saveButton(page).click();
  await expectSaid(page, 'Tenant added successfully!');
  await page.goto(ADD);
  await expect(field(page, 'Name')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Restore' })).toBeHidden();
});

test('a save that fails keeps what was typed, and a repeat saves it', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await landlord.adds({ address: '2 Mill Lane' });
  await page.goto(ADD);
  await fillInTenant(page, { home: '2 Mill Lane' });
  const mend = await fail(page, { method: 'POST', path: '/api/tenants' }, 'unavailable');
  expectConsoleError(/status of 503/);
  await saveButton(page).click();
  await expectRefused(page, 'Failed to add tenant', 'We cannot reach our database just now.');
  await expect(field(page, 'Name')).toHaveValue('Ada Lovelace');
  await mend();
  await saveButton(page).click();
  await expectSaid(page, 'Tenant added successfully!');
  expect(await tenantsOf(landlord)).toBe(1);
});

test.describe('when somebody else saved the tenant first', () => {
  const conflict = (page: Page) => page.getByRole('dialog', { name: 'This tenant was changed meanwhile' });
  const line = (page: Page, words: string) => conflict(page).getByRole('row').filter({ hasText: words });

  test('what differs is shown in words, and the landlord may keep their own', async ({
    page,
    landlord,
    expectConsoleError,
  }) => {
    const ada = await addsTenant(landlord, { name: 'Ada Lovelace', leaseEnd: '2027-02-28' });
    await landlord.adds({ address: '2 Mill Lane', city: 'Otley' });
    await page.goto(`/dashboard/tenants/edit/${ada.id}`);
    await fillInTenant(page, { name: 'Ada King', home: '2 Mill Lane', rent: '1450' });
    await changesTenant(landlord, ada, { periodic: true });
    expectConsoleError(/status of 409/);
    await saveButton(page).click();
    await expect(line(page, 'Name')).toContainText('Ada King');
    await expect(line(page, 'Property')).toContainText('2 Mill Lane, Otley');
    await expect(line(page, 'Property')).toContainText('14 Chandos Terrace, Bristol');
    await expect(line(page, 'Lease End')).toContainText('28 Feb 2027');
    await expect(line(page, 'Lease End')).toContainText('Periodic');
    await conflict(page).getByRole('button', { name: 'Keep mine' }).click();
    await expectSaid(page, 'Tenant updated successfully!');
    await expect(title(page, 'Ada King')).toBeVisible();
    expect(await tenantNow(landlord, ada)).toMatchObject({
      leaseEnd: '2027-02-28',
      propertyName: '2 Mill Lane, Otley',
    });
  });

  test('or take the other version into the form and go on from there', async ({
    page,
    landlord,
    expectConsoleError,
  }) => {
    const ada = await addsTenant(landlord, { name: 'Ada Lovelace' });
    await page.goto(`/dashboard/tenants/edit/${ada.id}`);
    await field(page, 'Name').fill('Ada King');
    await changesTenant(landlord, ada, { rentAmount: 99_900 });
    expectConsoleError(/status of 409/);
    await saveButton(page).click();
    await conflict(page).getByRole('button', { name: 'Take theirs' }).click();
    await expect(field(page, 'Name')).toHaveValue('Ada Lovelace');
    await expect(field(page, 'Rent Amount per month')).toHaveValue('999');
    await field(page, 'Phone').fill('01632 960174');
    await saveButton(page).click();
    await expectSaid(page, 'Tenant updated successfully!');
  });

  test('nothing is asked where only the address of the property has changed', async ({ page, landlord }) => {
    const home = await landlord.adds({ address: '2 Mill Lane', city: 'Otley' });
    const ada = await addsTenant(landlord, { name: 'Ada Lovelace', propertyId: home.id });
    await page.goto(`/dashboard/tenants/edit/${ada.id}`);
    await field(page, 'Name').fill('Ada King');
    await landlord.changes(home, { address: '3 Mill Lane' });
    await saveButton(page).click();
    await expectSaid(page, 'Tenant updated successfully!');
    await expect(page.getByRole('link', { name: '3 Mill Lane, Otley' })).toBeVisible();
  });

  test('or find that they are gone, with what was typed still in front', async ({
    page,
    landlord,
    expectConsoleError,
  }) => {
    const { id, version } = await addsTenant(landlord);
    await page.goto(`/dashboard/tenants/edit/${id}`);
    await field(page, 'Name').fill('Ada King');
    await page.request.delete(`/api/tenants/${id}`, {
      headers: { origin: landlord.origin, 'if-match': `"${version}"` },
    });
    expectConsoleError(/status of 404/);
    await saveButton(page).click();
    await expectRefused(page, 'Tenant not found');
    await expect(field(page, 'Name')).toHaveValue('Ada King');
  });
});
