/** The parts of a property's form, in the words of the specification: six tabs, what each asks for, and what it takes. */
import { expect, type Page } from '@playwright/test';
import { PDF, photo } from '../test/uploads.ts';
import { test } from './journey.ts';
import { delay } from './network-faults.ts';
import { addsFull, dayFromNow } from './property-detail.ts';
import { fillInProperty, newestRecord, openRow, openTab } from './property-form.ts';
import { choose } from './upload-field.ts';
import { expectSaid } from './words.ts';

const TABS = ['Basic Details', 'Keys', 'Guarantor', 'Certificates', 'Compliance', 'Invoices'] as const;

/** What each item of the checklist has of its own, beside Completed and Notes. */
const NINE = {
  'Gas Safety': ['Expiry Date'],
  'Energy Performance (EPC)': ['Expiry Date', 'Rating'],
  'Electrical Safety': ['Expiry Date'],
  'Smoke and CO Alarms': ['Last Checked'],
  'Deposit Protection': ['Scheme', 'Reference'],
  'Health and Safety Rating (HHSRS)': ['Last Inspection'],
  'Property Licensing': ['Licence Number', 'Expiry Date'],
  'Tenancy Agreement': ['Agreement Date'],
  'Landlord Insurance': ['Provider', 'Policy Number', 'Expiry Date'],
} as const;

/** Opens a tab and adds a row to it. */
async function addRow(page: Page, tab: 'Certificates' | 'Invoices') {
  const panel = await openTab(page, tab);
  await panel.getByRole('button', { name: `Add ${tab.slice(0, -1)}` }).click();
  return panel.getByRole('listitem').last();
}

test.beforeEach(({ landlord }) => void landlord);

test('the form has six tabs in order, the first of them open, and Cancel leads to the list from each', async ({
  page,
}) => {
  await page.goto('/dashboard/properties/add');
  await expect(page.getByRole('tab')).toHaveText([...TABS]);
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Basic Details');
  for (const name of TABS) {
    await page.goto('/dashboard/properties/add');
    const panel = await openTab(page, name);
    await expect(panel).toBeVisible();
    await expect(page.getByRole('tabpanel')).toHaveCount(1);
    await page.getByRole('link', { name: 'Cancel', exact: true }).click();
    await expect(page).toHaveURL('/dashboard/properties');
  }
});

test('keys, guarantor, certificates and invoices ask for everything that is kept of them', async ({ page }) => {
  await page.goto('/dashboard/properties/add');
  for (const [tab, labels] of [
    ['Keys', ['Key Type', 'Key Code', 'Keys Amount']],
    ['Guarantor', ['Guarantor Name', 'Guarantor Phone', 'Guarantor Address', 'Alternative Contact']],
  ] as const) {
    const panel = await openTab(page, tab);
    for (const label of labels) await expect(panel.getByLabel(label)).toBeVisible();
  }
  const certificate = await addRow(page, 'Certificates');
  for (const label of ['Certificate Name', 'Issue Date', 'Expiration Date', 'Cost', 'Provider Name', 'Notes'])
    await expect(certificate.getByLabel(label)).toBeVisible();
  await expect(certificate.getByRole('group', { name: 'File' })).toBeVisible();
  await expect(certificate.getByLabel('Renewal Frequency').getByRole('option')).toHaveText([
    'Monthly',
    'Quarterly',
    'Biannually',
    'Yearly',
    'Every 2 Years',
    'Every 5 Years',
    'Every 10 Years',
    'Other',
  ]);
  await expect(certificate.getByLabel('Renewal Frequency')).toHaveValue('Yearly');
  const invoice = await addRow(page, 'Invoices');
  for (const label of ['Invoice Date', 'Amount', 'Description']) await expect(invoice.getByLabel(label)).toBeVisible();
  await expect(invoice.getByRole('group', { name: 'File' })).toBeVisible();
});

test('the checklist has nine items, each with what is its own, a tick and notes', async ({ page }) => {
  await page.goto('/dashboard/properties/add');
  const compliance = await openTab(page, 'Compliance');
  await expect(compliance.locator('summary')).toContainText(Object.keys(NINE));
  for (const [item, own] of Object.entries(NINE)) {
    const row = await openRow(compliance, item);
    await expect(row.getByRole('checkbox', { name: 'Completed' })).not.toBeChecked();
    const texts = row.locator('label').filter({ visible: true });
    await expect(texts).toContainText(['Completed', ...own, 'Notes', 'Not applicable to this property']);
    await expect(texts).toHaveCount(own.length + 3);
    await row.locator('summary').click();
  }
});

test('the form to edit is filled with what is kept, in every tab', async ({ page, landlord }) => {
  const { id } = await addsFull(landlord);
  await page.goto(`/dashboard/properties/edit/${id}`);
  await expect(page.getByRole('group', { name: 'Photo' }).getByRole('img')).toBeVisible();
  const keys = await openTab(page, 'Keys');
  for (const [label, value] of Object.entries({ 'Key Type': 'Yale', 'Key Code': '0417', 'Keys Amount': '3' }))
    await expect(keys.getByLabel(label)).toHaveValue(value);
  const guarantor = await openTab(page, 'Guarantor');
  await expect(guarantor.getByLabel('Guarantor Name')).toHaveValue('Folasade Adeyemi');
  await expect(guarantor.getByLabel('Guarantor Phone')).toHaveValue('07700 900418');
  const gas = await openRow(await openTab(page, 'Certificates'), 'Gas Safety Record');
  const certificate = {
    'Certificate Name': 'Gas Safety Record',
    'Issue Date': '2026-03-12',
    'Expiration Date': dayFromNow(200),
    'Renewal Frequency': 'Yearly',
    Cost: '84',
    'Provider Name': 'Kirkstall Heating',
    Notes: 'Pressure a little low.',
  };
  for (const [label, value] of Object.entries(certificate)) await expect(gas.getByLabel(label)).toHaveValue(value);
  await expect(gas.getByRole('link', { name: 'gas 2026.pdf' })).toBeVisible();
  const compliance = await openTab(page, 'Compliance');
  const insurance = await openRow(compliance, 'Landlord Insurance');
  await expect(insurance.getByLabel('Provider')).toHaveValue('Aegis');
  await expect(insurance.getByLabel('Policy Number')).toHaveValue('AM/99');
  await expect(insurance.getByLabel('Expiry Date')).toHaveValue('2026-03-12');
  const licence = await openRow(compliance, 'Property Licensing');
  await expect(licence.getByLabel('Why it does not apply')).toHaveValue('The council asks for none.');
  const invoice = await openRow(await openTab(page, 'Invoices'), 'Boiler service');
  await expect(invoice.getByLabel('Invoice Date')).toHaveValue('2026-05-04');
  await expect(invoice.getByLabel('Amount')).toHaveValue('120.50');
  await expect(invoice.getByRole('link', { name: 'boiler.pdf' })).toBeVisible();
});

test('a certificate needs a name; its cost, and the amount of an invoice, are pounds from 0 with two decimals', async ({
  page,
}) => {
  await page.goto('/dashboard/properties/add');
  await fillInProperty(page);
  const cost = (await addRow(page, 'Certificates')).getByLabel('Cost');
  const amount = (await addRow(page, 'Invoices')).getByLabel('Amount');
  for (const [field, tab] of [
    [cost, 'Certificates'],
    [amount, 'Invoices'],
  ] as const) {
    await openTab(page, tab);
    await expect(field).toHaveAttribute('inputmode', 'decimal');
    for (const [typed, words] of [
      ['-0.01', 'Please enter an amount of 0 or more'],
      ['0.005', 'Pounds have two decimals at most, for example 1250.50'],
      ['twelve', 'Please enter an amount like 1,250 or 1250.50'],
    ] as const) {
      await field.fill(typed);
      await field.blur();
      await expect(field).toHaveAccessibleDescription(words);
    }
  }
  await amount.fill('0');
  const certificates = await openTab(page, 'Certificates');
  await cost.fill('0.01');
  await page.getByRole('button', { name: 'Add Property', exact: true }).click();
  await expect(certificates.getByLabel('Certificate Name')).toHaveAccessibleDescription('Certificate name is required');
  await expect(certificates.getByLabel('Certificate Name')).toBeFocused();
  await page.keyboard.type('E');
  await page.getByRole('button', { name: 'Add Property', exact: true }).click();
  await expectSaid(page, 'Property added successfully!');
  expect(await newestRecord(page)).toMatchObject({ certificates: [{ name: 'E', cost: 1 }], invoices: [{ amount: 0 }] });
});

const UPLOADS = [
  ['photo', 'property_images', '.jpg,.jpeg,.png'],
  ['certificate', 'property-certificates', '.pdf,.jpg,.jpeg,.png,.doc,.docx'],
  ['invoice', 'property-invoices', '.pdf,.jpg,.jpeg,.png,.xls,.xlsx,.doc,.docx'],
] as const;
for (const [kind, bucket, accepted] of UPLOADS) {
  test(`${kind}: the file is one of its kinds, goes to its bucket, and its button reads Uploading... until then`, async ({
    page,
  }) => {
    await page.goto('/dashboard/properties/add');
    if (kind !== 'photo') await addRow(page, kind === 'certificate' ? 'Certificates' : 'Invoices');
    const field = page.getByRole('group', { name: kind === 'photo' ? 'Photo' : 'File' });
    await expect(field.locator('input[type=file]')).toHaveAttribute('accept', accepted);
    const letGo = await delay(page, { method: 'POST', path: /^\/api\/files\// });
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/api/files/'));
    const picture = { name: 'front.png', bytes: await photo().png().toBuffer() };
    await choose(field, kind === 'photo' ? picture : { name: 'paper.pdf', bytes: PDF });
    await expect(field.getByRole('button', { name: 'Uploading...', exact: true })).toBeVisible();
    expect(new URL((await sent).url()).pathname).toBe(`/api/files/${bucket}`);
    letGo();
    await expectSaid(page, 'File uploaded successfully');
    await expect(field.getByRole('button', { name: 'Uploading...' })).toBeHidden();
    await expect(field.getByRole('button', { name: 'Replace' })).toBeVisible();
  });
}
