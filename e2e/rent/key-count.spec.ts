import { expect, type Page } from '@playwright/test';
import { newCompliance, newTenant } from '../../test/fixtures/make.ts';
import { title } from '../support/copy.ts';
import { dayFromNow } from '../support/days.ts';
import { addsExpense, dialog } from '../support/finance.ts';
import { field } from '../support/form.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { sent } from '../support/landlords.ts';
import { test } from '../support/test.ts';

const MAX_KEYS = 12;

const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

test('completes each of the five jobs with at most twelve keys', async ({ page, landlord }) => {
  const item = { completed: true, notApplicable: null, notes: '' };
  const { id: propertyId } = await landlord.adds({
    address: '8 Laburnum Row',
    compliance: newCompliance({ gasSafety: { ...item, expiryDate: dayFromNow(-3) } }),
  });
  for (const address of ['14 Chandos Terrace', '2 Mill Lane']) await landlord.adds({ address });
  await addsExpense(landlord, { propertyId, amount: 45_000, date: dayFromNow(-1) });
  const data = newTenant({ propertyId, name: 'Grace Hopper', phone: '07700 900417' });
  await sent(page.request.post('/api/tenants', { data, headers: { origin: landlord.origin } }));

  const job = async (name: string, keys: (keyboard: ReturnType<typeof keyboardOf>) => Promise<void>) =>
    test.step(name, async () => {
      await page.goto('/dashboard');
      await expect(page.getByRole('link', { name: /^Total Properties/ })).toBeVisible();
      const keyboard = keyboardOf(page);
      await keys(keyboard);
      expect(keyboard.presses(), `keys to ${name}`).toBeLessThanOrEqual(MAX_KEYS);
    });
  const type = (text: string) => page.keyboard.type(text);

  await job('add a property', async ({ press, to, keys }) => {
    await press(page.getByRole('link', { name: 'Skip to content' }));
    await press(page.getByRole('link', { name: 'Add Property' }));
    const fields = {
      Address: '19 Ferncliffe Road',
      City: 'Shipley',
      Postcode: 'BD18 3QX',
      'Property type': 'House',
      Bedrooms: '3',
      Bathrooms: '1',
      'Rent per month': '950',
    };
    await expect(page.getByLabel('Address', { exact: true })).toBeFocused();
    for (const [label, text] of Object.entries(fields)) {
      await to(page.getByLabel(label, { exact: true }));
      await type(text);
    }
    await keys('Enter');
    await expect(title(page, '19 Ferncliffe Road')).toBeFocused();
  });

  await job('record an expense', async ({ press, to, keys }) => {
    await press(page.getByRole('link', { name: 'Skip to content' }));
    await press(page.getByRole('link', { name: 'Add Transaction' }));
    await expect(field(page, 'Amount \\(£\\)')).toBeFocused();
    await type('120.49');
    await to(field(page, 'Category'));
    await type('Main');
    await to(field(page, 'Description'));
    await type('New gutters');
    await keys('Enter');
    await expect(dialog(page, 'Add Expense Transaction')).toBeHidden();
    await expect(page.getByRole('row').filter({ hasText: 'New gutters' })).toContainText('Maintenance');
    await expect(page).toHaveURL('/dashboard/finance');
  });

  await job('find an overdue certificate', async ({ keys }) => {
    await keys('g', 'c');
    await expect(page.getByRole('row').nth(2)).toContainText(/8 Laburnum Row.*Gas safety.*Expired/);
    await expect(tab(page, 'Properties')).toHaveAttribute('aria-current', 'true');
  });

  await job('see what a property cost this year', async ({ press, to, keys }) => {
    await press(tab(page, 'Properties'));
    await expect(title(page, 'Properties')).toBeFocused();
    await to(page.getByRole('searchbox'));
    await type('laburnum');
    await keys('Enter');
    await expect(page.locator('main [data-name]')).toHaveText(['8 Laburnum Row']);
    await expect(page.locator('main [data-name]')).toBeFocused();
    await keys('Enter');
    await expect(page.getByRole('link', { name: '−£450.00', exact: true })).toBeVisible();
  });

  await job("find a tenant's phone", async ({ press, to }) => {
    await press(tab(page, 'Tenants'));
    await expect(title(page, 'Tenants')).toBeFocused();
    await to(page.getByRole('searchbox'));
    await type('hopper');
    await expect(page.getByRole('link', { name: '07700 900417' })).toBeVisible();
  });
});
