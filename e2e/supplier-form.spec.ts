/** Adding and changing a supplier: what the form takes, what it says, its links to properties, and that nothing typed is lost. */
import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { delay, fail } from './network-faults.ts';
import { JPEG } from './property-detail.ts';
import {
  addsSupplier,
  changesSupplier,
  field,
  fillInSupplier,
  linked,
  linkField,
  linksProperty,
  part,
  saveButton,
  supplierNow,
  suppliersOf,
} from './suppliers.ts';
import { choose } from './upload-field.ts';
import { expectRefused, expectSaid, title } from './words.ts';

const conflict = (page: Page) => page.getByRole('dialog', { name: 'This supplier was changed meanwhile' });

test('a supplier is added with two properties, shown, changed and removed', async ({ page, landlord }) => {
  for (const address of ['1 Beech Road', '2 Mill Lane', '3 Long Street']) await landlord.adds({ address });
  await page.goto('/dashboard/suppliers');
  await page.getByRole('link', { name: 'Add a supplier' }).click();
  await expect(page).toHaveTitle('Add New Supplier · Tenure');
  await fillInSupplier(page, { notes: 'Closed on Fridays.\nRing twice.' });
  await linksProperty(page, '1 Beech Road');
  await linksProperty(page, '2 Mill Lane');
  await expect(part(page, 'Properties Serviced')).toContainText('2 Properties');
  await saveButton(page).click();
  await expectSaid(page, 'Supplier added successfully!');
  await expect(page).toHaveURL('/dashboard/suppliers');
  const card = page.getByRole('listitem').filter({ hasText: 'Harbour Plumbing Ltd' });
  await expect(card).toContainText('2 Properties');

  await card.getByRole('link', { name: /^View Details/ }).click();
  await expect(title(page, 'Harbour Plumbing Ltd')).toBeFocused();
  await expect(page.getByText('Closed on Fridays.\nRing twice.')).toBeVisible();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(title(page, 'Edit Supplier')).toBeFocused();
  await field(page, 'Phone').fill('+44 (0)117 496 0999');
  await page.getByRole('button', { name: 'Unlink 1 Beech Road' }).click();
  await expect(page.getByRole('button', { name: 'Unlink 2 Mill Lane' })).toBeFocused();
  await linksProperty(page, '3 Long Street');
  await saveButton(page).click();
  await expectSaid(page, 'Supplier updated successfully!');
  await expect(linked(page).getByRole('link')).toHaveText(['2 Mill Lane', '3 Long Street']);
  await expect(page.getByRole('link', { name: 'Call Supplier' })).toHaveAttribute('href', 'tel:+441174960999');

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectSaid(page, 'Supplier deleted successfully');
  await expect(page.getByRole('heading', { name: 'No suppliers found' })).toBeVisible();
  expect(await suppliersOf(landlord)).toBe(0);
  expect(await landlord.has()).toBe(3);
});

test('the whole of it by keyboard alone, on a phone', async ({ page, landlord }) => {
  test.slow(); // each key is a step
  await page.setViewportSize({ width: 375, height: 667 });
  await landlord.adds({ address: '1 Beech Road' });
  const keyboard = keyboardOf(page);
  await page.goto('/dashboard/suppliers/add');
  await keyboard.fill(field(page, 'Company Name'), 'Bright Cleaning');
  await keyboard.to(field(page, 'Service Type'));
  await keyboard.keys('C', 'l');
  await keyboard.fill(field(page, 'Contact Person'), 'Jo Bright');
  await keyboard.fill(field(page, 'Email'), 'jo@bright.example');
  await keyboard.fill(field(page, 'Phone'), '07700 900123');
  await keyboard.fill(field(page, 'Address'), '3 Dock Road');
  await keyboard.fill(linkField(page), 'beech');
  await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false');
  await keyboard.keys('Enter');
  await expect(linked(page)).toContainText('1 Beech Road');
  await keyboard.press(saveButton(page));
  await expectSaid(page, 'Supplier added successfully!');
  await expect(title(page, 'Suppliers')).toBeFocused();
  const card = page.getByRole('listitem').filter({ hasText: 'Bright Cleaning' });
  await expect(card).toContainText('Cleaning');
  await expect(card).toContainText('1 Property');
});

test('the form says what is missing, word for word, and goes to the first of it', async ({ page, landlord }) => {
  await page.goto('/dashboard/suppliers/add');
  await saveButton(page).click();
  await expect(field(page, 'Company Name')).toBeFocused();
  await expect(page.getByRole('heading', { name: '6 fields need attention' })).toBeVisible();
  await page.getByRole('button', { name: 'Address is required' }).click();
  await expect(field(page, 'Address')).toBeFocused();
  expect(await suppliersOf(landlord)).toBe(0);
});

test('what cannot be is refused where it stands, when the field is left', async ({ page, landlord }) => {
  await page.goto('/dashboard/suppliers/add');
  for (const [label, typed, words] of [
    ['Company Name', 'A', 'Name is required'],
    ['Company Name', 'x'.repeat(201), 'Please keep this to 200 characters'],
    ['Email', 'office@', 'Valid email is required'],
    ['Phone', '12345', 'Phone number is required'],
    ['Contact Person', 'M', 'Contact person name is required'],
    ['Address', 'Here', 'Address is required'],
    ['Website', 'not a website', 'Valid website URL is required'],
    ['Website', 'javascript:alert(1)', 'Valid website URL is required'],
    ['Notes', 'x'.repeat(2001), 'Please keep this to 2,000 characters'],
  ] as const) {
    await field(page, label).fill(typed);
    await field(page, label).blur();
    await expect(field(page, label), `${label} ${typed}`).toHaveAccessibleDescription(words);
  }
  await fillInSupplier(page, { name: '<img src=x onerror=alert(1)> "\u202E', website: '' });
  await saveButton(page).click();
  await expectSaid(page, 'Supplier added successfully!');
  expect(await suppliersOf(landlord)).toBe(1);
});

test('a logo is uploaded and kept; while it is on its way the form waits', async ({ page, landlord }) => {
  await page.goto('/dashboard/suppliers/add');
  await fillInSupplier(page);
  const letGo = await delay(page, { method: 'POST', path: '/api/files/supplier_images' });
  const upload = page.getByRole('group', { name: 'Logo' });
  await expect(upload.locator('input[type=file]')).toHaveAttribute('accept', '.jpg,.jpeg,.png');
  await choose(upload, { name: 'logo.jpg', bytes: JPEG });
  await expect(saveButton(page)).toHaveText('Uploading...');
  letGo();
  await expect(saveButton(page)).toHaveText('Add Supplier');
  await saveButton(page).click();
  await expectSaid(page, 'Supplier added successfully!');
  const logo = page.getByRole('listitem').locator('img');
  await expect.poll(() => logo.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
  expect(await suppliersOf(landlord)).toBe(1);
});

test('what was typed before a reload is offered again, its links too', async ({ page, landlord }) => {
  page.on('dialog', (dialog) => void dialog.accept()); // the browser's own question before unloading
  const [beech, mill] = [
    await landlord.adds({ address: '1 Beech Road' }),
    await landlord.adds({ address: '2 Mill Lane' }),
  ];
  const { id } = await addsSupplier(landlord, { addedProperties: [beech.id] });
  await page.goto(`/dashboard/suppliers/edit/${id}`);
  await field(page, 'Notes').fill('Rings back.');
  await page.getByRole('button', { name: 'Unlink 1 Beech Road' }).click();
  await linksProperty(page, '2 Mill Lane');
  await page.reload();
  await expect(linked(page)).toContainText('1 Beech Road');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(field(page, 'Notes')).toHaveValue('Rings back.');
  await expect(linked(page).getByRole('listitem')).toHaveText(['2 Mill LaneBristol']);
  await page.getByRole('link', { name: 'Cancel' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await saveButton(page).click();
  await expectSaid(page, 'Supplier updated successfully!');
  expect((await supplierNow(landlord, { id })).servicedProperties.map((property) => property.id)).toEqual([mill.id]);
});

test('a save that fails keeps what was typed, and a repeat saves it once', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await page.goto('/dashboard/suppliers/add');
  await fillInSupplier(page);
  const mend = await fail(page, { method: 'POST', path: '/api/suppliers' }, 'unavailable');
  expectConsoleError(/status of 503/);
  await saveButton(page).click();
  await expectRefused(page, 'Failed to add supplier', 'We cannot reach our database just now.');
  await expect(field(page, 'Company Name')).toHaveValue('Harbour Plumbing Ltd');
  await mend();
  const letGo = await delay(page, { method: 'POST', path: '/api/suppliers' });
  await saveButton(page).click();
  await expect(saveButton(page)).toHaveText('Saving...');
  await page.keyboard.press('Enter');
  letGo();
  await expectSaid(page, 'Supplier added successfully!');
  expect(await suppliersOf(landlord)).toBe(1);
});

test('a property that is gone meanwhile cannot be linked, and the form says which field that is', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const { id, version } = await landlord.adds({ address: '1 Beech Road' });
  await page.goto('/dashboard/suppliers/add');
  await fillInSupplier(page);
  await linksProperty(page, '1 Beech Road');
  const headers = { origin: landlord.origin, 'if-match': `"${version}"` };
  await page.request.delete(`/api/properties/${id}`, { headers });
  expectConsoleError(/status of 422/);
  await saveButton(page).click();
  await expect(linkField(page)).toBeFocused();
  await expect(linkField(page)).toHaveAccessibleDescription('A property is no longer there. Please choose again.');
  await page.getByRole('button', { name: 'Unlink 1 Beech Road' }).click();
  await saveButton(page).click();
  await expectSaid(page, 'Supplier added successfully!');
});

test.describe('when it was saved in another tab first', () => {
  test('what differs is shown, links as well, and the landlord may keep their own', async ({
    page,
    landlord,
    expectConsoleError,
  }) => {
    const homes = [];
    for (const address of ['1 Beech Road', '2 Mill Lane', '3 Long Street'])
      homes.push(await landlord.adds({ address }));
    const [beech, mill, long] = homes.map(({ id }) => id);
    const { id } = await addsSupplier(landlord, { addedProperties: [beech ?? ''] });
    const tab = await page.context().newPage();
    for (const one of [page, tab]) {
      await one.goto(`/dashboard/suppliers/edit/${id}`);
      await expect(linked(one)).toContainText('1 Beech Road');
    }
    await field(tab, 'Phone').fill('0117 496 9999');
    await linksProperty(tab, '3 Long Street');
    await saveButton(tab).click();
    await expectSaid(tab, 'Supplier updated successfully!');

    await field(page, 'Contact Person').fill('Jo Pike');
    await page.getByRole('button', { name: 'Unlink 1 Beech Road' }).click();
    await linksProperty(page, '2 Mill Lane');
    await linksProperty(page, '3 Long Street'); // as the other tab has
    expectConsoleError(/status of 409/);
    await saveButton(page).click();
    await expect(conflict(page).getByRole('row')).toHaveText([
      'FieldYoursTheirs',
      'Contact PersonJo PikeMary Pike',
      'Phone0117 496 01230117 496 9999',
      'Properties Serviced: 1 Beech Road, BristolRemovedIs there',
      'Properties Serviced: 2 Mill Lane, BristolIs thereIs not there',
    ]);
    await conflict(page).getByRole('button', { name: 'Keep mine' }).click();
    await expectSaid(page, 'Supplier updated successfully!');
    const now = await supplierNow(landlord, { id });
    expect(new Set(now.servicedProperties.map((property) => property.id))).toEqual(new Set([mill, long]));
    expect(now).toMatchObject({ contactPerson: 'Jo Pike', phone: '0117 496 0123' });
  });

  test('or take the other version into the form', async ({ page, landlord, expectConsoleError }) => {
    const { id: home } = await landlord.adds({ address: '1 Beech Road' });
    const supplier = await addsSupplier(landlord);
    await page.goto(`/dashboard/suppliers/edit/${supplier.id}`);
    await field(page, 'Notes').fill('Mine.');
    await changesSupplier(landlord, supplier, { notes: 'Theirs.', addedProperties: [home] });
    expectConsoleError(/status of 409/);
    await saveButton(page).click();
    await conflict(page).getByRole('button', { name: 'Take theirs' }).click();
    await expect(field(page, 'Notes')).toHaveValue('Theirs.');
    await expect(linked(page)).toContainText('1 Beech Road');
    await field(page, 'Notes').fill('Both.');
    await saveButton(page).click();
    await expectSaid(page, 'Supplier updated successfully!');
    await expect(page.getByText('Both.', { exact: true })).toBeVisible();
  });
});
