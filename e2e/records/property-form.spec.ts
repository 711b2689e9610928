import { expect, type Page } from '@playwright/test';
import { dismissAll, expectToast, title } from '../support/copy.ts';
import { statement } from '../support/database.ts';
import { dayFromNow } from '../support/days.ts';
import { acceptsUnload } from '../support/form.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { delay } from '../support/network-faults.ts';
import { JPEG, PDF } from '../support/property-detail.ts';
import {
  addCertificate,
  type FormTabName,
  fillInProperty,
  newestRecord,
  openRow,
  openTab,
  recordOf,
  rowOf,
  saveButton,
} from '../support/property-form.ts';
import { test } from '../support/test.ts';
import { choose, expectKept } from '../support/upload-field.ts';

const photoIn = (page: Page) => page.getByRole('group', { name: 'Photo' });

test('S1.7.16 adds a property with all its parts, and updates them in one save', async ({ page, landlord: _ }) => {
  test.slow();
  await test.step('S1.2.72 S1.4.19 starts with the title and the status vacant', async () => {
    await page.goto('/dashboard/properties/add');
    await expect(title(page, 'Add New Property')).toBeVisible();
    await expect(page.getByLabel('Status')).toHaveValue('vacant');
    await fillInProperty(page, { address: '8 Laburnum Row', postalCode: 'sw1a1aa' });
    await expect(page.getByLabel('Postcode')).toHaveValue('SW1A 1AA');
    await choose(photoIn(page), { name: 'front.jpg', bytes: JPEG });
    await expectToast(page, 'File uploaded successfully');
  });
  const firstPhoto = (await photoIn(page).getByRole('img').getAttribute('src')) ?? '';
  const keys = await openTab(page, 'Keys');
  for (const [label, value] of Object.entries({ 'Key type': 'Yale', 'Key code': '0417', 'Sets of keys': '3' }))
    await keys.getByLabel(label).fill(value);
  const guarantor = await openTab(page, 'Guarantor');
  await guarantor.getByLabel('Guarantor name').fill('Folasade Adeyemi');
  await guarantor.getByLabel('Guarantor address').fill('3 Priory Close\nLeeds');
  await guarantor.getByLabel('Guarantor phone').fill('07700 900418');
  await guarantor.getByLabel('Alternative contact').fill('folasade@home.example');

  const certificates = await openTab(page, 'Certificates');
  await test.step('S1.3.24 adds certificates, and uses one’s date for a compliance item', async () => {
    await addCertificate(certificates, 'Gas Safety Record');
    const gas = rowOf(certificates, 'Gas Safety Record');
    await expect(gas.getByLabel('Renewal frequency')).toHaveValue('Yearly');
    await gas.getByLabel('Issue date').fill(dayFromNow(-165));
    await gas.getByRole('textbox', { name: 'Expiry date' }).fill(dayFromNow(200));
    await expect(gas.getByRole('checkbox', { name: 'Use its expiry date for Gas safety' })).toBeChecked();
    await gas.getByLabel('Cost').fill('£84.5');
    await gas.getByLabel('Provider name').fill('Kirkstall Heating');
    await choose(gas.getByRole('group', { name: 'File' }), { name: 'gas 2026.pdf', bytes: PDF });
    await expectKept(gas.getByRole('group', { name: 'File' }), 'gas 2026.pdf');
    await addCertificate(certificates, 'Chimney sweep');
  });
  await test.step('S1.3.20 S1.3.21 has inputs for all nine compliance items', async () => {
    const compliance = await openTab(page, 'Compliance');
    await expect(compliance).toContainText('8 not recorded, 1 in order');
    for (const [item, fields] of [
      ['Energy performance', { 'Expiry date': dayFromNow(30) }],
      ['Electrical safety', { 'Expiry date': dayFromNow(-1) }],
      ['Smoke and CO alarms', { 'Last checked': dayFromNow(-20) }],
      ['Deposit protection', { Scheme: 'TDS', Reference: '88213407', 'Protection date': dayFromNow(-50) }],
      ['HHSRS', { 'Last inspection': dayFromNow(-40) }],
      ['Tenancy agreement', { 'Agreement date': dayFromNow(-60) }],
      ['Landlord insurance', { Provider: 'Direct', 'Policy number': 'AM/99', 'Expiry date': dayFromNow(60) }],
    ] as const) {
      const row = await openRow(compliance, item);
      for (const [label, value] of Object.entries(fields)) await row.getByLabel(label).fill(value);
      await row.getByLabel('Completed').check();
      await row.getByLabel('Notes').fill(`About ${item}`);
      if (item === 'Energy performance') await row.getByLabel('Rating').selectOption('C');
    }
    const licence = await openRow(compliance, 'Property licensing');
    await licence.getByLabel('Licence number').fill('L-17');
    await licence.getByLabel('Not applicable to this property').check();
    await expect(compliance.getByLabel('Reason it does not apply')).toBeFocused();
    await page.keyboard.type('None is asked for here.');
    await expect(rowOf(compliance, 'Gas safety').locator('summary')).toContainText('Valid until');
    await expect(rowOf(compliance, 'Electrical safety').locator('summary')).toContainText('Expired');
  });
  const invoices = await openTab(page, 'Invoices');
  await invoices.getByRole('button', { name: 'Add Invoice' }).click();
  await expect(invoices.getByLabel('Invoice date')).toBeFocused();
  await invoices.getByLabel('Invoice date').fill(dayFromNow(-9));
  await invoices.getByLabel('Amount').fill('1,120.49');
  await invoices.getByLabel('Description').fill('Boiler service');
  await choose(invoices.getByRole('group', { name: 'File' }), { name: 'boiler.pdf', bytes: PDF });
  await expectKept(invoices.getByRole('group', { name: 'File' }), 'boiler.pdf');
  await expect(saveButton(page), 'S1.2.81').toHaveText('Add Property');
  await saveButton(page).click();
  await expectToast(page, 'Property added successfully!');
  const added = await newestRecord(page);
  await expect(page).toHaveURL(`/dashboard/properties/${added.id}`);
  await expect(page.getByRole('region', { name: 'Next steps' }).getByRole('link')).toHaveCount(4);
  expect(added).toMatchObject({
    postalCode: 'SW1A 1AA',
    imageUrl: firstPhoto.replace('?size=card', ''),
    keyType: 'Yale',
    keyCode: '0417',
    keysAmount: 3,
    guarantorName: 'Folasade Adeyemi',
    guarantorAddress: '3 Priory Close\nLeeds',
    guarantorPhone: '07700 900418',
    guarantorAltContact: 'folasade@home.example',
    certificates: [
      { name: 'Gas Safety Record', cost: 8_450, complianceItem: 'gasSafety', file: { name: 'gas 2026.pdf' } },
      { name: 'Chimney sweep', complianceItem: null, file: null },
    ],
    compliance: {
      gasSafety: { expiryDate: null, notApplicable: null },
      energyPerformance: { rating: 'C', completed: true, notes: 'About Energy performance' },
      electricalSafety: { expiryDate: dayFromNow(-1) },
      alarms: { lastChecked: dayFromNow(-20) },
      depositProtection: { scheme: 'TDS', reference: '88213407' },
      hhsrs: { lastInspection: dayFromNow(-40) },
      propertyLicensing: { number: 'L-17', notApplicable: 'None is asked for here.' },
      tenancyAgreement: { agreementDate: dayFromNow(-60) },
      landlordInsurance: { provider: 'Direct', policyNumber: 'AM/99' },
    },
    invoices: [{ amount: 112_049, description: 'Boiler service', file: { name: 'boiler.pdf' } }],
  });
  await test.step('S1.2.74 S1.2.76 S1.2.82 S1.4.21 fills in the saved values, and saves changes', async () => {
    await page.goto(`/dashboard/properties/edit/${added.id}`);
    await expect(title(page, 'Edit Property')).toBeVisible();
    await expect(page.getByLabel('Address', { exact: true })).toHaveValue('8 Laburnum Row');
    await page.getByLabel('Status').selectOption('Maintenance');
    await choose(photoIn(page), { name: 'back.jpg', bytes: JPEG });
    await expect(photoIn(page).getByRole('img')).not.toHaveAttribute('src', firstPhoto);
    const again = await openTab(page, 'Certificates');
    await openRow(again, 'Chimney sweep');
    await dismissAll(page);
    await again.getByRole('button', { name: 'Remove Chimney sweep' }).click();
    await openRow(again, 'Gas Safety Record');
    await again.getByLabel('Cost').fill('90');
    await expect(saveButton(page)).toHaveText('Update Property');
    await saveButton(page).click();
    await expectToast(page, 'Property updated successfully!');
    const changed = await recordOf(page, added.id);
    expect(changed.imageUrl).not.toBe(added.imageUrl);
    expect(changed).toEqual({
      ...added,
      status: 'maintenance',
      chosenStatus: 'maintenance',
      certificates: [{ ...added.certificates[0], cost: 9_000 }],
      imageUrl: changed.imageUrl,
      version: 2,
    });
  });
});

test('S1.7.19 removes a certificate on save, and restores it before then', async ({ page, landlord }) => {
  const file = await landlord.uploads('property-certificates', { name: 'gas.pdf', bytes: PDF });
  const certificate = { name: 'CP12', expirationDate: '2027-04-05', file: { url: file.url } };
  const { id } = await landlord.adds({ certificates: [certificate, { name: 'Chimney sweep' }] });
  await page.goto(`/dashboard/properties/edit/${id}`);
  const certificates = await openTab(page, 'Certificates');
  const offer = certificates.getByRole('checkbox', { name: 'Use its expiry date for Gas safety' });
  await test.step('uses its date for a compliance item if selected, under any name', async () => {
    await openRow(certificates, 'CP12');
    await offer.check();
    const compliance = await openTab(page, 'Compliance');
    const gas = await openRow(compliance, 'Gas safety');
    await expect(gas.locator('summary')).toContainText('Valid until 05 Apr 2027');
    await expect(gas.getByRole('textbox', { name: 'Expiry date' })).toHaveCount(0);
    await gas.getByRole('button', { name: '“CP12”' }).click();
    await expect(certificates.getByLabel('Expiry date').first()).toBeFocused();
    await certificates.getByLabel('Certificate name').first().fill('Yearly visit');
    await expect(offer).toHaveAccessibleDescription(/does not mention Gas safety/);
    await openTab(page, 'Compliance');
    await expect(gas).toContainText('From the certificate “Yearly visit”');
  });
  await openTab(page, 'Certificates');
  await certificates.getByRole('button', { name: 'Remove Yearly visit' }).click();
  const undo = certificates.getByRole('button', { name: 'Undo removing Certificate “Yearly visit”' });
  await expect(undo).toBeFocused();
  await expect(certificates).toContainText(
    'We will remove this when you save. This also removes the expiry date from Gas safety.',
  );
  await undo.click();
  await expectKept(rowOf(certificates, 'Yearly visit').getByRole('group', { name: 'File' }), 'gas.pdf');
  await expect(offer).toBeChecked();
  await certificates.getByRole('button', { name: 'Remove Yearly visit' }).click();
  await openRow(certificates, 'Chimney sweep');
  await certificates.getByRole('button', { name: 'Remove Chimney sweep' }).click();
  await expect(certificates.locator('summary')).toHaveCount(0);
  expect((await recordOf(page, id)).certificates).toHaveLength(2);
  await saveButton(page).click();
  await expectToast(page, 'Property updated successfully!');
  expect((await recordOf(page, id)).certificates).toEqual([]);
});

test('counts errors per tab, and links to each field', async ({ page, landlord, expectConsoleError }) => {
  const { id } = await landlord.adds({ certificates: [{ name: 'Gas Safety Record' }, { name: 'EPC' }] });
  await page.goto(`/dashboard/properties/edit/${id}`);
  await page.getByLabel('City').fill('');
  const certificates = await openTab(page, 'Certificates');
  const second = await openRow(certificates, 'EPC');
  await second.getByLabel('Certificate name').fill(' ');
  await certificates.getByLabel('Cost').nth(1).fill('much');
  await certificates.locator('summary').nth(1).click();
  const compliance = await openTab(page, 'Compliance');
  const alarms = await openRow(compliance, 'Smoke and CO alarms');
  await alarms.getByLabel('Not applicable to this property').check();
  await openTab(page, 'Keys');
  await saveButton(page).click();

  await expect(page.getByLabel('City')).toBeFocused();
  await expect(page.getByRole('tab', { name: 'Basic Details 1 field needs attention' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Certificates 2 fields need attention' })).toBeVisible();
  const summary = page.getByRole('region', { name: /needs? attention/ });
  await expect(summary.getByRole('heading')).toHaveText('4 fields need attention');
  await expect(summary.getByRole('listitem')).toHaveText([
    'City is required in Basic Details',
    'Certificate name is required in Certificates, row 2',
    'Enter pounds and pence, e.g. 1250.50 in Certificates, row 2',
    'Enter why this does not apply in Compliance, Smoke and CO alarms',
  ]);
  await page.getByLabel('City').fill('Leeds');
  await saveButton(page).click();
  await expect(certificates.getByLabel('Certificate name').nth(1)).toBeFocused();
  await page.keyboard.type('EPC');
  await summary.getByRole('button', { name: 'Enter why this does not apply' }).click();
  await expect(alarms.getByLabel('Reason it does not apply')).toBeFocused();
  await alarms.getByLabel('Not applicable to this property').uncheck();
  await openTab(page, 'Certificates');
  await certificates.getByLabel('Cost').nth(1).fill('12');

  await test.step('shows the server’s errors at their fields', async () => {
    const fields = {
      'certificates.1.file.url': 'Upload the file again',
      'certificates.1.notes': 'Not these words',
    };
    const json = { error: { code: 'invalid_input', message: 'No.', fields }, requestId: '1' };
    await page.route(`/api/properties/${id}`, (route) => route.fulfill({ status: 422, json }), { times: 1 });
    expectConsoleError(/status of 422/);
    await saveButton(page).click();
    await page.getByRole('button', { name: 'Upload the file again' }).click();
    const row = rowOf(certificates, 'EPC');
    await expect(row.getByRole('button', { name: 'Choose File' })).toBeFocused();
    await expect(row.getByLabel('Notes')).toHaveAccessibleDescription('Not these words');
  });
  await saveButton(page).click();
  await expectToast(page, 'Property updated successfully!');
});

test('S1.2.79 switches tabs by keyboard, and keeps the open tab in the URL', async ({ page, landlord }) => {
  await page.goto('/dashboard/properties');
  await page.goto('/dashboard/properties/add');
  const names = ['Basic Details', 'Keys', 'Guarantor', 'Certificates', 'Compliance', 'Invoices'];
  await expect(page.getByRole('tab')).toHaveText(names);
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Basic Details');
  await fillInProperty(page, { postalCode: '75001' });
  await expect(page.getByLabel('Postcode')).toHaveAccessibleDescription(/does not look like a UK postcode/);
  const keyboard = keyboardOf(page);
  const tab = (name: FormTabName) => page.getByRole('tab', { name });
  await tab('Basic Details').focus();
  await keyboard.keys('ArrowRight');
  await expect(tab('Keys')).toBeFocused();
  await keyboard.fill(page.getByLabel('Key type'), 'Yale');
  await tab('Keys').focus();
  await keyboard.keys('End', 'ArrowLeft', 'ArrowLeft');
  await expect(tab('Certificates')).toBeFocused();
  await keyboard.press(page.getByRole('button', { name: 'Add Certificate' }));
  await expect(page.getByLabel('Certificate name')).toBeFocused();
  await page.keyboard.type('Old');
  await keyboard.press(page.getByRole('button', { name: 'Remove Old' }));
  await expect(page.getByRole('button', { name: /^Undo removing/ })).toBeFocused();
  await keyboard.keys('Enter');
  await expect(page.getByLabel('Certificate name')).toBeFocused();
  await keyboard.press(page.getByRole('button', { name: 'Add Property' }));
  await expectToast(page, 'Property added successfully!');
  expect(await landlord.has()).toBe(1);

  const { id } = await newestRecord(page);
  await page.goto(`/dashboard/properties/edit/${id}`);
  await openTab(page, 'Invoices');
  await expect(page).toHaveURL(`/dashboard/properties/edit/${id}?tab=invoices`);
  await page.reload();
  await expect(page.getByText('No invoices yet')).toBeVisible();
  await test.step('shows the tabs in one line on a phone, with the open one in view', async () => {
    await page.setViewportSize({ width: 375, height: 667 });
    await page.reload();
    await expect(tab('Invoices')).toBeInViewport({ ratio: 1 });
    const lines = page.getByRole('tab').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
    expect(new Set(await lines).size).toBe(1);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step('S1.2.73 S1.2.80 returns to the list with Cancel and Back', async () => {
    await page.getByRole('link', { name: 'Cancel', exact: true }).click();
    await expect(page).toHaveURL('/dashboard/properties');
    await page.goBack();
    await expect(page.getByText('No invoices yet')).toBeVisible();
    await page.goto('/dashboard/properties/add');
    await page.getByRole('main').getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL('/dashboard/properties');
  });
});

test('restores rows, removals and files from a draft, and marks deleted files', async ({
  page,
  landlord,
  server,
  expectConsoleError,
}) => {
  acceptsUnload(page);
  const { id } = await landlord.adds({ certificates: [{ name: 'Gas Safety Record' }, { name: 'EPC' }] });
  await page.goto(`/dashboard/properties/edit/${id}`);
  const certificates = await openTab(page, 'Certificates');
  await openRow(certificates, 'EPC');
  await certificates.getByRole('button', { name: 'Remove EPC' }).click();
  await addCertificate(certificates, 'Chimney sweep');
  const file = rowOf(certificates, 'Chimney sweep').getByRole('group', { name: 'File' });
  const letGo = await delay(page, { method: 'POST', path: /^\/api\/files\// });
  await choose(file, { name: 'sweep.pdf', bytes: PDF });
  await expect(saveButton(page)).toHaveText('Uploading...');
  await certificates.getByLabel('Certificate name').last().press('Enter');
  letGo();
  await expectKept(file, 'sweep.pdf');
  await addCertificate(certificates, 'Boiler');
  const gone = rowOf(certificates, 'Boiler').getByRole('group', { name: 'File' });
  await choose(gone, { name: 'boiler.pdf', bytes: PDF });
  await expectKept(gone, 'boiler.pdf');
  expect((await recordOf(page, id)).version).toBe(1);
  await page.reload();
  // Simulates the deletion of unused uploads after a day.
  await statement(server, `update files set clear_at = app.instant() where user_id = $1 and name = 'boiler.pdf'`, [
    landlord.id,
  ]);
  expectConsoleError(/status of 404/);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(certificates.locator('summary')).toContainText(['Gas Safety Record', 'sweep.pdf', 'boiler.pdf']);
  await expect(certificates).toContainText('We will remove this when you save.');
  await expect(certificates.getByText('This file has expired')).toHaveCount(1);
  await expect(rowOf(certificates, 'Boiler')).toContainText('This file has expired. We keep uploads for a day');
  await choose(gone, { name: 'boiler again.pdf', bytes: PDF });
  await expectKept(gone, 'boiler again.pdf');
  await expect(certificates.getByText('This file has expired')).toHaveCount(0);
  await saveButton(page).click();
  await expectToast(page, 'Property updated successfully!');
  expect((await recordOf(page, id)).certificates).toMatchObject([
    { name: 'Gas Safety Record' },
    { name: 'Chimney sweep', file: { name: 'sweep.pdf' } },
    { name: 'Boiler', file: { name: 'boiler again.pdf' } },
  ]);
});
