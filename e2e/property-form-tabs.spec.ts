/** The tabs of the property form: what is wrong is found in whichever it lies, the address keeps the open one, and no mouse is needed. */
import { expect } from '@playwright/test';
import { test } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { addsFull } from './property-detail.ts';
import { type FormTabName, fillInProperty, openRow, openTab, rowOf, saveButton } from './property-form.ts';
import { expectSaid, title } from './words.ts';

const TABS: FormTabName[] = ['Basic Details', 'Keys', 'Guarantor', 'Certificates', 'Compliance', 'Invoices'];

test('every tab is accessible at every width, in light and dark, empty and full', async ({ page, landlord }) => {
  test.setTimeout(240_000);
  const { id } = await addsFull(landlord);
  for (const path of ['/dashboard/properties/add', `/dashboard/properties/edit/${id}`]) {
    await page.goto(path);
    await expect(page.getByRole('tab')).toHaveText(TABS);
    for (const name of TABS) {
      const panel = await openTab(page, name);
      for (const fold of await panel.locator('summary').all()) await fold.click();
    }
  }
});

test('what is wrong is counted on its tab, told with its place, and led to, also inside of a folded row', async ({
  page,
  landlord,
}) => {
  test.slow();
  const { id } = await landlord.adds({ certificates: [{ name: 'Gas Safety Record' }, { name: 'EPC' }] });
  await page.goto(`/dashboard/properties/edit/${id}`);
  await page.getByLabel('City').fill('');
  const certificates = await openTab(page, 'Certificates');
  const second = await openRow(certificates, 'EPC');
  await second.getByLabel('Certificate Name').fill(' ');
  await certificates.getByLabel('Cost').nth(1).fill('much');
  await certificates.locator('summary').nth(1).click();
  const compliance = await openTab(page, 'Compliance');
  const alarms = await openRow(compliance, 'Smoke and CO Alarms');
  await alarms.getByLabel('Not applicable to this property').check();
  await openTab(page, 'Keys');
  await saveButton(page).click();

  await expect(page.getByLabel('City')).toBeFocused();
  await expect(page.getByRole('tab', { name: 'Basic Details 1 field needs attention' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Certificates 2 fields need attention' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Compliance 1 field needs attention' })).toBeVisible();
  const summary = page.getByRole('region', { name: /needs? attention/ });
  await expect(summary.getByRole('heading')).toHaveText('4 fields need attention');
  await expect(summary.getByRole('listitem')).toHaveText([
    'City is required in Basic Details',
    'Certificate name is required in Certificates, row 2',
    'Please enter an amount like 1,250 or 1250.50 in Certificates, row 2',
    'Please say why this does not apply in Compliance, Smoke and CO Alarms',
  ]);

  await page.getByLabel('City').fill('Leeds');
  await saveButton(page).click();
  await expect(certificates.getByLabel('Certificate Name').nth(1)).toBeFocused();
  await page.keyboard.type('EPC');
  await page.setViewportSize({ width: 375, height: 800 });
  await expect(page.getByRole('tab', { name: 'Compliance 1 field needs attention' })).toBeInViewport();
  await summary.getByRole('button', { name: 'Please say why this does not apply' }).click();
  await expect(alarms.getByLabel('Why it does not apply')).toBeFocused();
  await alarms.getByLabel('Not applicable to this property').uncheck();
  await openTab(page, 'Certificates');
  await certificates.getByLabel('Cost').nth(1).fill('12');
  await saveButton(page).click();
  await expectSaid(page, 'Property updated successfully!');
});

test('what the server finds wrong lands on its field, in its tab and row', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const { id } = await landlord.adds({ certificates: [{ name: 'Gas Safety Record' }, { name: 'EPC' }] });
  await page.goto(`/dashboard/properties/edit/${id}?tab=keys`);
  await expect(page.getByRole('tab', { name: 'Keys' })).toHaveAttribute('aria-selected', 'true');
  const fields = {
    imageUrl: 'Please upload the photo again',
    'certificates.1.file.url': 'Please upload the file again',
    'certificates.1.notes': 'Not these words',
  };
  await page.route(`/api/properties/${id}`, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 422,
          json: { error: { code: 'invalid_input', message: 'No.', fields }, requestId: '1' },
        })
      : route.fallback(),
  );
  expectConsoleError(/status of 422/);
  await saveButton(page).click();
  const photo = page.getByRole('group', { name: 'Photo' });
  await expect(photo.getByRole('button', { name: 'Choose Photo' })).toBeFocused();
  await expect(page.getByText('Please upload the photo again').first()).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Certificates 2 fields need attention' })).toBeVisible();
  await page.getByRole('button', { name: 'Please upload the file again' }).click();
  const row = rowOf(page.getByRole('tabpanel', { name: 'Certificates' }), 'EPC');
  await expect(row.getByRole('button', { name: 'Choose File' })).toBeFocused();
  await expect(row.getByLabel('Notes')).toHaveAccessibleDescription('Not these words');
  await page.unroute(`/api/properties/${id}`);
  await saveButton(page).click();
  await expectSaid(page, 'Property updated successfully!');
});

test('the open tab is in the address: a reload and Back come to it again', async ({ page, landlord }) => {
  const { id } = await landlord.adds();
  await page.goto('/dashboard/properties');
  await page.goto(`/dashboard/properties/edit/${id}`);
  await openTab(page, 'Compliance');
  await openTab(page, 'Invoices');
  await expect(page).toHaveURL(`/dashboard/properties/edit/${id}?tab=invoices`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No invoices yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(title(page, 'Properties')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'No invoices yet' })).toBeVisible();
  await openTab(page, 'Basic Details');
  await expect(page).toHaveURL(`/dashboard/properties/edit/${id}`);
  await page.goBack();
  await expect(title(page, 'Properties')).toBeVisible();
});

test('the whole form is gone through by keyboard alone', async ({ page, landlord }) => {
  test.slow();
  await page.goto('/dashboard/properties/add');
  await fillInProperty(page);
  const keyboard = keyboardOf(page);
  const tab = (name: FormTabName) => page.getByRole('tab', { name });
  await tab('Basic Details').focus();
  await keyboard.keys('ArrowRight');
  await expect(tab('Keys')).toBeFocused();
  await keyboard.fill(page.getByLabel('Key Type'), 'Yale');
  await tab('Keys').focus();
  await keyboard.keys('End', 'ArrowLeft', 'ArrowLeft');
  await expect(tab('Certificates')).toBeFocused();
  await keyboard.press(page.getByRole('button', { name: 'Add Certificate' }));
  await expect(page.getByLabel('Certificate Name')).toBeFocused();
  await page.keyboard.type('Old');
  await keyboard.press(page.getByRole('button', { name: 'Remove Old' }));
  await expect(page.getByRole('button', { name: /^Undo removing/ })).toBeFocused();
  await keyboard.keys('Enter');
  await expect(page.getByLabel('Certificate Name')).toBeFocused();
  await tab('Certificates').focus();
  await keyboard.keys('ArrowRight');
  const gas = page.getByRole('tabpanel', { name: 'Compliance' }).locator('summary').first();
  await keyboard.press(gas);
  await keyboard.to(page.getByLabel('Not applicable to this property').first());
  await keyboard.keys('Space');
  await expect(page.getByLabel('Why it does not apply')).toBeFocused();
  await page.keyboard.type('No gas');
  await keyboard.press(page.getByRole('button', { name: 'Add Property' }));
  await expectSaid(page, 'Property added successfully!');
  expect(await landlord.has()).toBe(1);
});
