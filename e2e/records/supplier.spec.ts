/** Shared screens are tested in e2e/records/records.spec.ts. */
import { expect } from '@playwright/test';
import { expectToast, title } from '../support/copy.ts';
import { field } from '../support/form.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { JPEG } from '../support/property-detail.ts';
import {
  addsSupplier,
  fillInSupplier,
  linked,
  linkField,
  linksProperty,
  part,
  saveButton,
} from '../support/suppliers.ts';
import { test } from '../support/test.ts';
import { choose } from '../support/upload-field.ts';

test('adds a supplier with a logo and two properties, views and changes it (S2.1.1, S2.2.4, S2.2.8, S2.2.11, S2.2.12, S2.2.14, S2.2.15, S2.2.16, S2.2.19, S2.2.20, S2.2.21, S2.2.23, S2.2.25, S2.2.26)', async ({
  page,
  landlord,
}) => {
  for (const address of ['1 Beech Road', '2 Mill Lane', '3 Long Street']) await landlord.adds({ address });
  await page.goto('/dashboard/suppliers');
  await page.getByRole('link', { name: 'Add a supplier' }).click();
  await fillInSupplier(page, { notes: 'Closed on Fridays.\nRing twice.' });
  const upload = page.getByRole('group', { name: 'Logo' });
  await expect(upload.locator('input[type=file]')).toHaveAttribute('accept', '.jpg,.jpeg,.png');
  await choose(upload, { name: 'logo.jpg', bytes: JPEG });
  await test.step('shows an error for a typed property until it is chosen or cleared', async () => {
    await linkField(page).fill('Beech');
    await saveButton(page).click();
    await expect(linkField(page)).toBeFocused();
    await expect(linkField(page)).toHaveAccessibleDescription('Choose a property from the list, or clear this field.');
    await expect(linkField(page)).toHaveValue('Beech');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await field(page, 'Notes').focus();
    await expect(linkField(page)).toHaveAccessibleDescription('');
  });
  await linksProperty(page, '1 Beech Road');
  await linksProperty(page, '2 Mill Lane');
  await expect(part(page, 'Properties Serviced')).toContainText('2 Properties');
  await expect(saveButton(page)).toHaveText('Add Supplier');
  await saveButton(page).click();
  await expectToast(page, 'Supplier added successfully!');

  const card = page.getByRole('listitem').filter({ hasText: 'Harbour Plumbing Ltd' });
  for (const text of ['Plumbing', 'office@harbour-plumbing.example', '0117 496 0123', '2 Properties', 'Edit'])
    await expect(card.getByText(text, { exact: true })).toBeVisible();
  const logo = card.locator('img');
  await expect.poll(() => logo.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
  await card.getByRole('link', { name: /^View Details/ }).click();

  await expect(title(page, 'Harbour Plumbing Ltd')).toBeFocused();
  const facts = part(page, 'Supplier Details');
  await expect(facts.locator('dl > div')).toHaveText([
    'Company NameHarbour Plumbing Ltd',
    'Service TypePlumbing',
    'Contact PersonMary Pike',
    'Phone0117 496 0123',
    'Emailoffice@harbour-plumbing.example',
    'Websiteharbour-plumbing.example (opens in a new tab)',
    'Address3 Dock Road, Bristol BS1 4RB',
  ]);
  await expect(facts.getByText('Closed on Fridays.\nRing twice.')).toBeVisible();
  const website = page.getByRole('link', { name: /^harbour-plumbing/ });
  await expect(website).toHaveAttribute('href', 'https://harbour-plumbing.example/');
  await expect(website).toHaveAttribute('rel', 'noopener');
  const email = page.getByRole('link', { name: 'Email Supplier' });
  await expect(email).toHaveAttribute('href', 'mailto:office@harbour-plumbing.example');

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page).toHaveTitle('Edit Harbour Plumbing Ltd, Plumbing · Tenure');
  await field(page, 'Phone').fill('+44 (0)117 496 0999');
  await page.getByRole('button', { name: 'Unlink 1 Beech Road' }).click();
  await expect(page.getByRole('button', { name: 'Unlink 2 Mill Lane' })).toBeFocused();
  await linksProperty(page, '3 Long Street');
  await saveButton(page).click();
  await expectToast(page, 'Supplier updated successfully!');
  await expect(linked(page).getByRole('link')).toHaveText(['2 Mill Lane', '3 Long Street']);
  await expect(page.getByRole('link', { name: 'Call Supplier' })).toHaveAttribute('href', 'tel:+441174960999');
});

test('links and unlinks a supplier on a property’s page by keyboard', async ({ page, landlord }) => {
  const { id } = await landlord.adds();
  await addsSupplier(landlord, { name: 'Sparks & Daughters', serviceType: 'Electrical' });
  const keyboard = keyboardOf(page);
  await page.goto(`/dashboard/properties/${id}`);
  const card = part(page, 'Suppliers');
  await expect(card).toContainText('No suppliers yet');
  const search = card.getByRole('combobox', { name: 'Link a supplier' });
  await keyboard.fill(search, 'electr');
  await keyboard.keys('Tab', 'Tab');
  await expect(search).toHaveAccessibleDescription('Choose a supplier from the list, or clear this field.');
  await keyboard.fill(search, 'electr');
  await keyboard.keys('Enter');
  await expectToast(page, 'Supplier linked');
  await expect(card.getByRole('list', { name: 'Suppliers' }).getByRole('listitem')).toHaveCount(1);
  await expect(part(page, 'History')).toContainText('Supplier Sparks & Daughters linked');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toContainText('1 supplier link will be deleted too.');
  await page.keyboard.press('Escape');
  await keyboard.press(card.getByRole('button', { name: 'Unlink Sparks & Daughters' }));
  await expectToast(page, 'Supplier unlinked');
  await expect(card).toContainText('No suppliers yet');
  await expect(search).toBeFocused();
});
