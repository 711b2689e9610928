import { expect, type Page } from '@playwright/test';
import { addMonths, formatDay, formatInstantAsDay } from '../../src/shared/dates.ts';
import { expectColour } from '../support/colour.ts';
import { expectErrorToast, title } from '../support/copy.ts';
import { dayFromNow } from '../support/days.ts';
import { addsExpense, importsIncome, summaryNow, transactionNow, row as transactionRow } from '../support/finance.ts';
import { delay, fail } from '../support/network-faults.ts';
import { addsFull, DAY, PDF } from '../support/property-detail.ts';
import { addsSupplier } from '../support/suppliers.ts';
import { addsTenant } from '../support/tenants.ts';
import { test } from '../support/test.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const row = (page: Page, item: string) => page.getByRole('row').filter({ hasText: item });
const papers = (page: Page) => page.getByRole('list', { name: /^(?:Certificates|Invoices)$/ });
const paper = (page: Page, name: string) => papers(page).getByRole('listitem').filter({ hasText: name });
const deletion = (page: Page) => page.getByRole('alertdialog', { name: 'Delete Property' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('S1.2.83 shows all data of a property', async ({ page, landlord, server, forward }) => {
  const { id, dateAdded } = await addsFull(landlord);
  const letGo = await delay(page, { path: `/api/properties/${id}` });
  await test.step('shows the list’s data while the property loads', async () => {
    await page.goto('/dashboard/properties');
    await page.getByRole('link', { name: '14 Chandos Terrace', exact: true }).click();
    await expect(title(page, '14 Chandos Terrace')).toBeFocused();
    await expect(page).toHaveTitle('14 Chandos Terrace · Tenure');
    await expect(part(page, 'Property Details')).toContainText('Property typeTerraced');
    await expect(page.getByText('Loading Property...')).toBeAttached();
    await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled();
    letGo();
  });
  await test.step('S1.2.85 S1.2.86 S1.2.90 S1.9.12 shows details, photo, guarantor and rent', async () => {
    const details = part(page, 'Property Details');
    await expect(details.getByRole('img', { name: 'Photo of 14 Chandos Terrace' })).toBeVisible();
    const facts = ['Property typeTerraced', 'Bedrooms3', 'Bathrooms1', `Date added${formatInstantAsDay(dateAdded)}`];
    await expect(details.locator('dl > div')).toHaveText([...facts, 'Keys3 Yale, code 0417']);
    await expect(page.getByText('£1,450.00 per month')).toBeVisible();
    await expect(part(page, 'Guarantor')).toHaveText('GuarantorNameFolasade AdeyemiPhone07700 900418');
  });
  await test.step('shows the state of each compliance item', async () => {
    const compliance = part(page, 'Compliance');
    await expect(compliance).toContainText('1 expired, 1 expiring, 3 not recorded, 3 in order, 1 not applicable');
    await expect(compliance.getByRole('row')).toHaveCount(10);
    await expect(compliance.getByRole('row').nth(1)).toContainText('Landlord insurance');
    await expect(page.getByRole('link', { name: 'Insurance expired 2 expiring' })).toHaveAttribute(
      'href',
      '#compliance',
    );
    for (const [item, words] of [
      ['Gas safety', 'Certificate “Gas Safety Record”'],
      ['Energy performance', 'Rating C'],
      ['Smoke and CO alarms', 'Two of smoke.'],
      ['HHSRS', 'Not recorded'],
      ['Property licensing', 'The council asks for none.'],
      ['Landlord insurance', 'Provider Aegis · Policy number AM/99'],
    ] as const)
      await expect(row(page, item).first()).toContainText(words);
    await expectColour(row(page, 'Landlord insurance').getByText('Expired 12 Mar 2026'), 'red');
    await expectColour(row(page, 'Energy performance').getByText(/^Expires/), 'amber');
  });
  await test.step('S1.7.29 lists the documents, which open in a new tab', async () => {
    const gas = paper(page, 'Gas Safety Record');
    await expect(gas).toContainText('Kirkstall Heating · renewed yearly · issued 12 Mar 2026 · expires');
    await expect(gas).toContainText('gas 2026.pdf · PDF, 12');
    await expect(gas).toContainText('£84.00');
    await expect(paper(page, 'Wiring')).toContainText('Expiring');
    await expect(paper(page, 'Boiler service')).toContainText('£120.50');
    await expect(part(page, 'Invoices')).toContainText('Total£121.50');
    const href = await gas.getByRole('link').getAttribute('href');
    expect(await (await page.request.get(`${server.address}${href}`)).body()).toEqual(PDF);
    // Replaces the file, because the browser's PDF viewer is not tested.
    await page.context().route(/certificate_.*pdf$/, (route) => route.fulfill({ body: 'opened' }));
    const opened = page.context().waitForEvent('page');
    await gas.click();
    const tab = await opened;
    await expect(tab.getByText('opened')).toBeVisible();
    expect(await tab.evaluate(() => window.opener === null)).toBe(true);
    await tab.close();
  });
  await test.step('uses the server’s clock', async () => {
    await expect(row(page, 'Energy performance')).toContainText(`Expires ${formatDay(dayFromNow(40))} (in 40 days)`);
    await forward(2 * DAY);
    await page.reload();
    await expect(row(page, 'Energy performance')).toContainText('(in 38 days)');
  });
  await test.step('renews in a dialog, with an expiry date for the kind of certificate', async () => {
    await press(page, 'Renew, Energy performance (EPC)');
    const dialog = page.getByRole('dialog', { name: 'Renew Energy performance (EPC)' });
    const typed = await dialog.getByLabel('Issue date').inputValue();
    const issued = typed.split('/').toReversed().join('-');
    const expires = addMonths(issued, 120).split('-').toReversed().join('/');
    await expect(dialog.getByLabel('Expiry date')).toHaveValue(expires);
    await dialog.getByRole('button', { name: 'Add certificate' }).click();
    await expect(dialog).toBeHidden();
    await expect(row(page, 'Energy performance')).toContainText(`Valid until ${formatDay(addMonths(issued, 120))}`);
    await expect(paper(page, 'Energy performance')).toContainText('renewed every 10 years');
  });
});

test('suggests next steps for an empty property, and shows its history', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  let home = await landlord.adds({ bedrooms: 0 });
  const { id } = home;
  const restore = await fail(page, { path: /\/history$/ }, 'internal');
  expectConsoleError(/status of 500/);
  await page.goto(`/dashboard/properties/${id}`);
  await test.step('S1.2.84 S1.2.90 S1.8.31 links to the forms for missing data', async () => {
    await expect(part(page, 'Compliance')).toContainText('9 not recorded');
    await expect(part(page, 'Guarantor')).toBeHidden();
    const edit = `/dashboard/properties/edit/${id}?tab=`;
    const leads = { 'Add a photo': 'basic-details', 'Add a certificate': 'certificates', 'Add an invoice': 'invoices' };
    for (const [name, tab] of Object.entries({ ...leads, 'Add, Gas safety': 'compliance&item=gasSafety' }))
      await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', edit + tab);
    await expect(page.getByRole('link', { name: 'Edit Property' })).toHaveAttribute('href', /\/edit\//);
    await expect(part(page, 'Property Details')).toContainText('BedroomsStudio');
  });
  await test.step('shows an error for the history only, and loads it on Retry', async () => {
    const alert = part(page, 'History').getByRole('alert');
    await expect(alert).toContainText('We could not load the history');
    await restore();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(part(page, 'History')).toContainText('Property added');
  });
  await test.step('lists old and new values, page by page', async () => {
    for (let bedrooms = 1; bedrooms <= 20; bedrooms += 1) home = await landlord.changes(home, { bedrooms });
    await landlord.changes(home, { rent: 150_000, keyCode: '9999' });
    await page.reload();
    const history = part(page, 'History');
    await expect(history.getByText('Rent per month: £1,450.00 → £1,500.00', { exact: true })).toBeVisible();
    await expect(history.getByText('Key code changed', { exact: true })).toBeVisible();
    await expect(history).not.toContainText('9999');
    await expect(history.getByRole('heading', { name: 'Today' })).toBeVisible();
    await expect(history.getByText(/^You · \d\d:\d\d$/).first()).toBeVisible();
    await expect(history.getByText('Property added')).toBeHidden();
    await history.getByRole('button', { name: 'Show more' }).click();
    await expect(history.getByText('Property added')).toBeVisible();
    await expect(history.getByText(/^Bedrooms:/)).toHaveCount(20);
    await expect(history.getByRole('button', { name: 'Show more' })).toBeHidden();
  });
  await test.step('focuses the field of the missing item', async () => {
    await page.getByRole('link', { name: 'Add, Gas safety' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Compliance' }).getByLabel('Expiry date').first()).toBeFocused();
    await page.goBack();
  });
  await test.step('links income and expenses to the transactions', async () => {
    await addsExpense(landlord, { propertyId: id, amount: 3_862 });
    await page.reload();
    await expect(part(page, 'Rent')).toContainText('Last receivedNo transactions yet');
    await page.getByRole('link', { name: '−£38.62', exact: true }).click();
    await expect(page).toHaveURL(`/dashboard/finance?property=${id}`);
    await page.goBack();
  });
  await test.step('S1.2.91 opens the tenant form with the property preselected', async () => {
    await page.getByRole('link', { name: 'Assign Tenant' }).click();
    await expect(page).toHaveURL('/dashboard/tenants/add');
    expect(await page.evaluate(() => (history.state as { propertyId?: string }).propertyId)).toBe(id);
  });
});

test('S1.8.25 deletes a property after listing deleted and kept records', async ({
  page,
  landlord,
  server,
  expectConsoleError,
}) => {
  const home = await addsFull(landlord, { address: '2 Mill Lane', city: 'Otley' });
  const files = [home.imageUrl, home.certificates[0]?.file?.url].map((url) => `${server.address}${url}`);
  await addsSupplier(landlord, { addedProperties: [home.id] });
  await addsTenant(landlord, { propertyId: home.id });
  const expense = await addsExpense(landlord, { propertyId: home.id, description: 'Gutter clearing' });
  await importsIncome(server, landlord, { propertyId: home.id });
  const figures = await summaryNow(landlord);
  // Without live events, the page shows stale data.
  await page.route('**/api/events*', () => {});
  await page.goto(`/dashboard/properties/${home.id}`);
  await expect(title(page, '2 Mill Lane')).toBeVisible();
  await test.step('S1.8.23 rejects the deletion of an outdated version', async () => {
    await landlord.changes(home, { rent: 99_900 });
    expectConsoleError(/status of 409/);
    await press(page, 'Delete');
    await deletion(page).getByRole('button', { name: 'Delete' }).click();
    await expectErrorToast(page, 'There was an error deleting the property.');
    await expect(deletion(page)).toBeHidden();
    await expect(page.getByText('£999.00 per month')).toBeVisible();
    expect(await landlord.has()).toBe(1);
  });
  const list = '2 certificates, 5 compliance items, 2 invoices and 4 files';
  await test.step('lists deleted and kept records before', async () => {
    await press(page, 'Delete');
    await expect(deletion(page)).toContainText('Are you sure you want to delete this property?');
    await expect(deletion(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    for (const words of [
      '1 supplier link will be deleted too.',
      'We keep 1 tenant, without a property.',
      'We keep 2 transactions and show the property’s address on them.',
    ])
      await expect(deletion(page)).toContainText(words);
    await expect(deletion(page)).toContainText(`${list} will be deleted too.`);
  });
  await test.step('S1.7.14 deletes it and lists them again', async () => {
    await deletion(page).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('status', { name: 'Property deleted successfully', exact: true })).toContainText(
      `${list} were deleted too. 1 supplier link was deleted too. We keep 1 tenant, without a property. We keep 2 transactions and show the property’s address on them.`,
    );
    await expect(page.getByRole('heading', { name: 'No properties found' })).toBeVisible();
    for (const file of files) await expect.poll(async () => (await page.request.get(file)).status()).toBe(404);
  });
  expect(await summaryNow(landlord)).toEqual(figures);
  const kept = { propertyId: null, propertyAddress: '2 Mill Lane, Otley' };
  expect(await transactionNow(landlord, expense)).toMatchObject(kept);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Finance' }).click();
  await expect(transactionRow(page, 'Gutter clearing')).toContainText('2 Mill Lane, Otley');
});
