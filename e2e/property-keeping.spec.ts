/** What a landlord typed is not lost: not to a link, a reload, a lost session, a database that is away, or somebody else's change. */
import { expect, type Page } from '@playwright/test';
import { withoutDatabase } from './database.ts';
import { test } from './journey.ts';
import { signUp } from './landlords.ts';
import { cutOff, fail } from './network-faults.ts';
import { fillInProperty } from './property-form.ts';
import { expectRefused, expectSaid, title } from './words.ts';

const save = (page: Page) => page.getByRole('button', { name: /^(?:Add|Update) Property$/ });

test('leaving with something unsaved asks first, by link, by Back and by closing', async ({ page, landlord }) => {
  await page.goto('/dashboard/properties');
  await page.getByRole('link', { name: 'Add a property' }).click();
  await page.getByLabel('Address', { exact: true }).fill('8 Laburnum Row');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(question).toContainText('Your changes on this page have not been saved.');
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused();
  await question.getByRole('button', { name: 'Stay' }).click();
  await page.goBack();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('8 Laburnum Row');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  expect((await asked).type()).toBe('beforeunload');
  await (await asked).dismiss();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tenants' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(title(page, 'Tenants')).toBeVisible();
  expect(await landlord.has()).toBe(0);
});

test('leaving a form in which nothing is changed asks nothing', async ({ page, landlord }) => {
  const { id } = await landlord.adds();
  await page.goto(`/dashboard/properties/edit/${id}`);
  await page.getByLabel('City').fill('Leeds');
  await page.getByLabel('City').fill('Bristol');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(title(page, 'Properties')).toBeVisible();
});

test('what was typed before a reload is offered again, to this landlord only', async ({ page, landlord, server }) => {
  page.on('dialog', (dialog) => void dialog.accept()); // the browser's own question before unloading
  await page.goto('/dashboard/properties/add');
  await page.getByLabel('Address', { exact: true }).fill('8 Laburnum Row');
  await page.getByLabel('Rent per month').fill('1,2');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible();
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('8 Laburnum Row');
  await expect(page.getByLabel('Rent per month')).toHaveValue('1,2');
  await page.reload();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('button', { name: 'Restore' })).toBeHidden();
  await page.reload();
  await expect(title(page, 'Add New Property')).toBeVisible();
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Restore' })).toBeHidden();

  await page.getByLabel('Address', { exact: true }).fill('9 Laburnum Row');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible();
  // Nothing may still be reading for the landlord who is about to leave.
  await page.goto('about:blank');
  await page.context().clearCookies();
  const next = await signUp(page, server.address);
  expect(next.id).not.toBe(landlord.id);
  await page.goto('/dashboard/properties/add');
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Restore' })).toBeHidden();
});

test('a save that fails keeps what was typed, and a repeat saves it', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await page.goto('/dashboard/properties/add');
  await fillInProperty(page, { address: '8 Laburnum Row' });
  let mend = await fail(page, { method: 'POST', path: '/api/properties' }, 'unavailable');
  expectConsoleError(/status of 503/);
  await save(page).click();
  await expectRefused(page, 'Failed to add property', 'We cannot reach our database just now.');
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('8 Laburnum Row');
  await mend();
  mend = await cutOff(page, { method: 'POST', path: '/api/properties' });
  expectConsoleError(/ERR_FAILED/);
  await save(page).click();
  await expectRefused(page, 'Failed to add property', 'We cannot reach the server.');
  await mend();
  await save(page).click();
  await expectSaid(page, 'Property added successfully!');
  expect(await landlord.has()).toBe(1);
});

test('the database goes while a landlord is typing: they are told, nothing is lost, and it comes back by itself', async ({
  page,
  landlord,
  server,
  expectConsoleError,
}) => {
  const { id } = await landlord.adds();
  await page.goto(`/dashboard/properties/edit/${id}`);
  await page.getByLabel('Address', { exact: true }).fill('8 Laburnum Row');
  expectConsoleError(/status of 503/);
  await withoutDatabase(server, async () => {
    await save(page).click();
    await expectRefused(page, 'Failed to update property', 'We cannot reach our database just now.');
    await expect(page.getByLabel('Address', { exact: true })).toHaveValue('8 Laburnum Row');
  });
  await save(page).click();
  await expectSaid(page, 'Property updated successfully!');
  await expect(title(page, '8 Laburnum Row')).toBeVisible();
});

test('a session that ended while typing is begun again in place, and the save goes on', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await page.goto('/dashboard/properties/add');
  await fillInProperty(page, { address: '8 Laburnum Row' });
  await page.context().clearCookies({ name: /session/ });
  expectConsoleError(/status of 401/);
  await save(page).click();
  const dialog = page.getByRole('dialog', { name: 'Log in' });
  await expect(dialog).toContainText(landlord.email);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expectRefused(page, 'You must be logged in to add a property');
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('8 Laburnum Row');
  await save(page).click();
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(landlord.password);
  await page.keyboard.press('Enter');
  await expectSaid(page, 'Property added successfully!');
  await expect(page.getByRole('link', { name: '8 Laburnum Row', exact: true })).toBeVisible();
  expect(await landlord.has()).toBe(1);
});

test.describe('when somebody else saved the property first', () => {
  const conflict = (page: Page) => page.getByRole('dialog', { name: 'This property was changed meanwhile' });
  const row = (page: Page, field: string) => conflict(page).getByRole('row').filter({ hasText: field });

  test('what differs is shown, nothing is lost, and the landlord may keep their own', async ({
    page,
    landlord,
    expectConsoleError,
  }) => {
    const { id } = await landlord.adds({ city: 'Bristol', rent: 145_000 });
    const tab = await page.context().newPage();
    for (const one of [page, tab]) {
      await one.goto(`/dashboard/properties/edit/${id}`);
      await expect(one.getByLabel('City')).toHaveValue('Bristol');
    }
    await tab.getByLabel('Rent per month').fill('1500');
    await tab.getByLabel('Status').selectOption('Occupied');
    await save(tab).click();
    await expectSaid(tab, 'Property updated successfully!');

    await page.getByLabel('City').fill('Bath');
    expectConsoleError(/status of 409/);
    await save(page).click();
    await expect(row(page, 'City')).toContainText('Bath');
    await expect(row(page, 'City')).toContainText('Bristol');
    await expect(row(page, 'Rent per month')).toContainText('£1,450.00');
    await expect(row(page, 'Rent per month')).toContainText('£1,500.00');
    await expect(row(page, 'Status')).toContainText('Occupied');
    await expect(conflict(page).getByRole('row')).toHaveCount(4);
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('City')).toHaveValue('Bath');
    await save(page).click();
    await conflict(page).getByRole('button', { name: 'Keep mine' }).click();
    await expectSaid(page, 'Property updated successfully!');
    await expect(page.getByText('Bath, BS6 6QJ')).toBeVisible();
    await expect(page.getByText('£1,450.00 per month')).toBeVisible();
  });

  test('or take the other version into the form and go on from there', async ({
    page,
    landlord,
    expectConsoleError,
  }) => {
    const house = await landlord.adds({ city: 'Bristol' });
    await page.goto(`/dashboard/properties/edit/${house.id}`);
    await page.getByLabel('City').fill('Bath');
    await landlord.changes(house, { city: 'Leeds', rent: 99_900 });
    expectConsoleError(/status of 409/);
    await save(page).click();
    await conflict(page).getByRole('button', { name: 'Take theirs' }).click();
    await expect(page.getByLabel('City')).toHaveValue('Leeds');
    await expect(page.getByLabel('Rent per month')).toHaveValue('999');
    await page.getByLabel('Description').fill('Seen twice.');
    await save(page).click();
    await expectSaid(page, 'Property updated successfully!');
    await expect(page.getByText('Leeds, BS6 6QJ')).toBeVisible();
    await expect(page.getByText('Seen twice.', { exact: true })).toBeVisible();
  });

  test('or find that it is gone, with what they typed still in front of them', async ({
    page,
    landlord,
    server,
    expectConsoleError,
  }) => {
    const { id, version } = await landlord.adds();
    await page.goto(`/dashboard/properties/edit/${id}`);
    await page.getByLabel('City').fill('Bath');
    await page.request.delete(`/api/properties/${id}`, {
      headers: { origin: server.address, 'if-match': `"${version}"` },
    });
    expectConsoleError(/status of 404/);
    await save(page).click();
    await expectRefused(page, 'Property not found');
    await expect(page.getByLabel('City')).toHaveValue('Bath');
  });
});
