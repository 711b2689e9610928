/** A property with all that can be kept of it: entered, opened again, changed, in every tab of its form. */
import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { dayFromNow, JPEG, PDF } from './property-detail.ts';
import {
  addCertificate,
  fillInProperty,
  newestRecord,
  openRow,
  openTab,
  recordOf,
  rowOf,
  saveButton,
} from './property-form.ts';
import { choose, expectKept } from './upload-field.ts';
import { expectSaid, title } from './words.ts';

const photoIn = (page: Page) => page.getByRole('group', { name: 'Photo' });

test('a property is added with its photo, keys, guarantor, certificates, compliance and invoices, and one save changes them all', async ({
  page,
  landlord: _,
}) => {
  test.setTimeout(180_000);
  await page.goto('/dashboard/properties/add');
  await fillInProperty(page, { address: '8 Laburnum Row', postalCode: 'sw1a1aa' });
  await expect(page.getByLabel('Postal Code')).toHaveValue('SW1A 1AA');
  await choose(photoIn(page), { name: 'front.jpg', bytes: JPEG });
  await expectSaid(page, 'File uploaded successfully');
  const firstPhoto = (await photoIn(page).getByRole('img').getAttribute('src')) ?? '';

  const keys = await openTab(page, 'Keys');
  await keys.getByLabel('Key Type').fill('Yale');
  await keys.getByLabel('Key Code').fill('0417');
  await keys.getByLabel('Keys Amount').fill('3');
  const guarantor = await openTab(page, 'Guarantor');
  await guarantor.getByLabel('Guarantor Name').fill('Folasade Adeyemi');
  await guarantor.getByLabel('Guarantor Address').fill('3 Priory Close\nLeeds');
  await guarantor.getByLabel('Guarantor Phone').fill('07700 900418');
  await guarantor.getByLabel('Alternative Contact').fill('folasade@home.example');

  const certificates = await openTab(page, 'Certificates');
  await expect(certificates.getByRole('heading', { name: 'No certificates yet' })).toBeVisible();
  await addCertificate(certificates, 'Gas Safety Record');
  const gas = rowOf(certificates, 'Gas Safety Record');
  await expect(gas.getByLabel('Renewal Frequency')).toHaveValue('Yearly');
  await gas.getByLabel('Issue Date').fill(dayFromNow(-165));
  await gas.getByLabel('Expiration Date').fill(dayFromNow(200));
  await gas.getByRole('checkbox', { name: 'Use its expiry date for Gas Safety' }).check();
  await gas.getByLabel('Cost').fill('£84.5');
  await gas.getByLabel('Provider Name').fill('Kirkstall Heating');
  await choose(gas.getByRole('group', { name: 'File' }), { name: 'gas 2026.pdf', bytes: PDF });
  await expectKept(gas.getByRole('group', { name: 'File' }), 'gas 2026.pdf');
  await addCertificate(certificates, 'Chimney sweep');
  await expect(rowOf(certificates, 'Chimney sweep').getByRole('checkbox')).toHaveCount(0);

  const compliance = await openTab(page, 'Compliance');
  await expect(compliance).toContainText('1 in order, 8 not recorded');
  for (const [item, fields] of [
    ['Energy Performance', { 'Expiry Date': dayFromNow(30) }],
    ['Electrical Safety', { 'Expiry Date': dayFromNow(-1) }],
    ['Smoke and CO Alarms', { 'Last Checked': dayFromNow(-20) }],
    ['Deposit Protection', { Scheme: 'TDS', Reference: '88213407' }],
    ['HHSRS', { 'Last Inspection': dayFromNow(-40) }],
    ['Tenancy Agreement', { 'Agreement Date': dayFromNow(-60) }],
    ['Landlord Insurance', { Provider: 'Direct', 'Policy Number': 'AM/99', 'Expiry Date': dayFromNow(60) }],
  ] as const) {
    const row = await openRow(compliance, item);
    for (const [label, value] of Object.entries(fields)) await row.getByLabel(label).fill(value);
    await row.getByLabel('Completed').check();
    await row.getByLabel('Notes').fill(`About ${item}`);
    await row.locator('summary').click();
  }
  await rowOf(compliance, 'Energy Performance').locator('summary').click();
  await compliance.getByLabel('Rating').selectOption('C');
  await rowOf(compliance, 'Energy Performance').locator('summary').click();
  await openRow(compliance, 'Property Licensing');
  await compliance.getByLabel('Licence Number').fill('L-17');
  await rowOf(compliance, 'Property Licensing').getByLabel('Not applicable to this property').check();
  await expect(compliance.getByLabel('Why it does not apply')).toBeFocused();
  await page.keyboard.type('None is asked for here.');
  for (const [item, words] of [
    ['Energy Performance', '(in 30 days)'],
    ['Electrical Safety', 'Expired'],
    ['Smoke and CO Alarms', 'Last checked'],
    ['Deposit Protection', 'Recorded'],
    ['Property Licensing', 'Not applicable'],
    ['Gas Safety', 'Valid until'],
  ] as const)
    await expect(rowOf(compliance, item).locator('summary')).toContainText(words);

  const invoices = await openTab(page, 'Invoices');
  await invoices.getByRole('button', { name: 'Add Invoice' }).click();
  await expect(invoices.getByLabel('Invoice Date')).toBeFocused();
  await invoices.getByLabel('Invoice Date').fill(dayFromNow(-9));
  await invoices.getByLabel('Amount').fill('1,120.49');
  await invoices.getByLabel('Description').fill('Boiler service');
  await choose(invoices.getByRole('group', { name: 'File' }), { name: 'boiler.pdf', bytes: PDF });
  await expectKept(invoices.getByRole('group', { name: 'File' }), 'boiler.pdf');
  await page.getByRole('button', { name: 'Add Property' }).click();
  await expectSaid(page, 'Property added successfully!');
  await expect(page).toHaveURL('/dashboard/properties');

  const added = await newestRecord(page);
  const { id } = added;
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
      energyPerformance: { rating: 'C', completed: true, expiryDate: dayFromNow(30) },
      electricalSafety: { notes: 'About Electrical Safety' },
      alarms: { lastChecked: dayFromNow(-20) },
      depositProtection: { scheme: 'TDS', reference: '88213407' },
      hhsrs: { lastInspection: dayFromNow(-40) },
      propertyLicensing: { number: 'L-17', notApplicable: 'None is asked for here.' },
      tenancyAgreement: { agreementDate: dayFromNow(-60) },
      landlordInsurance: { provider: 'Direct', policyNumber: 'AM/99', expiryDate: dayFromNow(60) },
    },
    invoices: [{ amount: 112_049, description: 'Boiler service', file: { name: 'boiler.pdf' } }],
  });

  await page.goto(`/dashboard/properties/edit/${id}`);
  await choose(photoIn(page), { name: 'back.jpg', bytes: JPEG });
  await expect(photoIn(page).getByRole('img')).not.toHaveAttribute('src', firstPhoto);
  const again = await openTab(page, 'Certificates');
  await openRow(again, 'Chimney sweep');
  await again.getByRole('button', { name: 'Remove Chimney sweep' }).click();
  await openRow(again, 'Gas Safety Record');
  await again.getByLabel('Cost').fill('90');
  await saveButton(page).click();
  await expectSaid(page, 'Property updated successfully!');
  const changed = await recordOf(page, id);
  expect(changed.certificates).toEqual([{ ...added.certificates[0], cost: 9_000 }]);
  expect(changed.imageUrl).not.toBe(added.imageUrl);
  expect({ ...changed, certificates: [], imageUrl: '', version: 0 }).toEqual({
    ...added,
    certificates: [],
    imageUrl: '',
    version: 0,
  });
});

test('a certificate is removed only with the save, can be brought back until then, and the last one goes too', async ({
  page,
  landlord,
}) => {
  test.slow(); // a page is looked at at every width
  const [gas, sweep] = [
    await landlord.uploads('property-certificates', { name: 'gas.pdf', bytes: PDF }),
    await landlord.uploads('property-certificates', { name: 'sweep.pdf', bytes: PDF }),
  ];
  const house = await landlord.adds({
    certificates: [
      {
        name: 'Gas Safety Record',
        expirationDate: dayFromNow(90),
        complianceItem: 'gasSafety',
        file: { url: gas.url },
      },
      { name: 'Chimney sweep', file: { url: sweep.url } },
    ],
  });
  await page.goto(`/dashboard/properties/edit/${house.id}`);
  const certificates = await openTab(page, 'Certificates');
  await openRow(certificates, 'Gas Safety Record');
  await certificates.getByLabel('Provider Name').first().fill('Kirkstall Heating');
  await certificates.getByRole('button', { name: 'Remove Gas Safety Record' }).click();
  const undo = certificates.getByRole('button', { name: 'Undo removing Certificate “Gas Safety Record”' });
  await expect(undo).toBeFocused();
  await expect(certificates).toContainText('Will be removed when you save. Its expiry date goes from Gas Safety too.');
  const rows = certificates.locator('summary');
  await expect(rows).toContainText(['sweep.pdf']);
  await openRow(certificates, 'Chimney sweep');
  await expectKept(certificates.getByRole('group', { name: 'File' }), 'sweep.pdf');
  await undo.click();
  await expect(rows).toContainText(['gas.pdf', 'sweep.pdf']);
  await expectKept(rowOf(certificates, 'Gas Safety Record').getByRole('group', { name: 'File' }), 'gas.pdf');
  await expect(certificates.getByLabel('Provider Name').first()).toHaveValue('Kirkstall Heating');
  await certificates.getByLabel('Provider Name').first().fill('');
  await expect(page.getByText('Unsaved changes.')).toBeHidden();

  for (const name of ['Chimney sweep', 'Gas Safety Record']) {
    await certificates.getByRole('button', { name: `Remove ${name}` }).click();
  }
  await expect(rows).toHaveCount(0);
  expect((await recordOf(page, house.id)).certificates).toHaveLength(2);
  await saveButton(page).click();
  await expectSaid(page, 'Property updated successfully!');
  expect((await recordOf(page, house.id)).certificates).toEqual([]);
});

test('a certificate lends its date to a compliance item while it is asked to, also under another name', async ({
  page,
  landlord,
}) => {
  test.slow();
  const house = await landlord.adds({
    certificates: [{ name: 'CP12', expirationDate: '2027-04-05' }],
    compliance: { ...NOTHING, gasSafety: { expiryDate: '2026-12-24' } },
  });
  await page.goto(`/dashboard/properties/edit/${house.id}`);
  const certificates = await openTab(page, 'Certificates');
  const offer = certificates.getByRole('checkbox', { name: 'Use its expiry date for Gas Safety' });
  await openRow(certificates, 'CP12');
  await expect(offer).not.toBeChecked();
  await offer.check();
  const compliance = await openTab(page, 'Compliance');
  const gas = await openRow(compliance, 'Gas Safety');
  await expect(gas.locator('summary')).toContainText('Valid until 05 Apr 2027');
  await expect(gas).toContainText('From the certificate “CP12”');
  await expect(gas.getByLabel('Expiry Date')).toHaveCount(0);
  await gas.getByRole('button', { name: '“CP12”' }).click();
  await expect(certificates.getByLabel('Expiration Date')).toBeFocused();

  await certificates.getByLabel('Certificate Name').fill('Yearly visit');
  await expect(offer).toBeChecked();
  await expect(offer).toHaveAccessibleDescription(/no longer speaks of Gas Safety/);
  await openTab(page, 'Compliance');
  await expect(gas).toContainText('From the certificate “Yearly visit”');
  await openTab(page, 'Certificates');
  await offer.uncheck();
  await expect(offer).toHaveAccessibleDescription('');
  await openTab(page, 'Compliance');
  await expect(gas.getByLabel('Expiry Date')).toHaveValue('2026-12-24');

  await openTab(page, 'Certificates');
  await certificates.getByLabel('Certificate Name').fill('Gas');
  await offer.check();
  await saveButton(page).click();
  await expectSaid(page, 'Property updated successfully!');
  await expect(title(page, '14 Chandos Terrace')).toBeVisible();
  const { certificates: saved, compliance: kept } = await recordOf(page, house.id);
  expect(saved).toMatchObject([{ name: 'Gas', complianceItem: 'gasSafety', expirationDate: '2027-04-05' }]);
  expect(kept.gasSafety.expiryDate).toBeNull();
});

const NOTHING = {
  gasSafety: {},
  energyPerformance: {},
  electricalSafety: {},
  alarms: {},
  depositProtection: {},
  hhsrs: {},
  propertyLicensing: {},
  tenancyAgreement: {},
  landlordInsurance: {},
};
