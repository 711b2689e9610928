/** The page of a property: everything a landlord keeps about a house, and how it stands. */
import { expect, type Page } from '@playwright/test';
import { formatDay } from '../src/shared/dates.ts';
import { expectColour } from './colour.ts';
import { test } from './journey.ts';
import { delay, fail } from './network-faults.ts';
import { addsFull, DAY, dayFromNow, JPEG, PDF } from './property-detail.ts';
import { title } from './words.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const row = (page: Page, item: string) => page.getByRole('row').filter({ hasText: item });
const papers = (page: Page) => page.getByRole('list', { name: /^(?:Certificates|Invoices)$/ });
const paper = (page: Page, name: string) => papers(page).getByRole('listitem').filter({ hasText: name });

test('a full property shows all that is kept of it', async ({ page, landlord }) => {
  const { id } = await addsFull(landlord);
  await page.goto(`/dashboard/properties/${id}`);
  await expect(title(page, '14 Chandos Terrace')).toBeVisible();
  const details = part(page, 'Property Details');
  await expect(details.getByRole('img', { name: 'Photo of 14 Chandos Terrace' })).toBeVisible();
  await expect(details).toContainText('Keys3 Yale, code 0417');
  await expect(part(page, 'Guarantor')).toHaveText('GuarantorNameFolasade AdeyemiPhone07700 900418');
  await expect(part(page, 'Current Tenants')).toContainText('No tenants yet');

  const compliance = part(page, 'Compliance');
  await expect(compliance).toContainText('3 in order, 1 expiring, 1 expired, 3 not recorded, 1 not applicable');
  await expect(compliance.getByRole('row')).toHaveCount(10);
  await expect(row(page, 'Gas Safety').first()).toContainText('Certificate “Gas Safety Record”');
  await expect(row(page, 'Energy Performance')).toContainText('Rating C');
  await expect(row(page, 'Smoke and CO Alarms')).toContainText('Last checked 12 Mar 2026');
  await expect(row(page, 'Smoke and CO Alarms')).toContainText('Two of smoke.');
  await expect(row(page, 'Deposit Protection')).toContainText('Recorded');
  await expect(row(page, 'HHSRS')).toContainText('Not recorded');
  await expect(row(page, 'Property Licensing')).toContainText('Not applicable');
  await expect(row(page, 'Property Licensing')).toContainText('The council asks for none.');
  await expect(row(page, 'Landlord Insurance')).toContainText('Provider Aegis · Policy Number AM/99');
  await expectColour(row(page, 'Landlord Insurance').getByText('Expired 12 Mar 2026'), 'red');
  await expectColour(row(page, 'Energy Performance').getByText(/^Expires/), 'amber');

  const gas = paper(page, 'Gas Safety Record');
  await expect(gas).toContainText('Kirkstall Heating · renewed yearly · issued 12 Mar 2026 · expires');
  await expect(gas).toContainText('Pressure a little low.');
  await expect(gas).toContainText('gas 2026.pdf · PDF, 12');
  await expect(gas).toContainText('£84.00');
  await expect(paper(page, 'Wiring')).toContainText('Expiring');
  await expect(paper(page, 'Boiler service')).toContainText('04 May 2026');
  await expect(paper(page, 'Boiler service')).toContainText('£120.50');
  await expect(part(page, 'Invoices')).toContainText('Total£121.50');
  await expect(part(page, 'History')).toContainText('2 certificates added');
});

test('a property of which only the address is kept says what to do next', async ({ page, landlord }) => {
  const { id } = await landlord.adds();
  await page.goto(`/dashboard/properties/${id}`);
  await expect(part(page, 'Compliance')).toContainText('9 not recorded');
  await expect(part(page, 'Guarantor')).toBeHidden();
  await expect(part(page, 'History')).toContainText('Property added');
  const edit = `/dashboard/properties/edit/${id}?tab=`;
  const leads = { 'Add a photo': 'basic-details', 'Add a certificate': 'certificates', 'Add an invoice': 'invoices' };
  for (const [name, tab] of Object.entries({ ...leads, 'Add, Gas Safety': 'compliance' }))
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', edit + tab);
  await part(page, 'Quick Actions').getByRole('link', { name: 'Assign Tenant' }).click();
  await expect(page).toHaveURL('/dashboard/tenants/add');
  expect(await page.evaluate(() => (history.state as { propertyId?: string }).propertyId)).toBe(id);
});

test('the papers of a property are files that open, in a tab of their own', async ({ page, landlord, server }) => {
  const { id } = await addsFull(landlord);
  await page.goto(`/dashboard/properties/${id}`);
  const kept = { 'Gas Safety Record': PDF, 'Boiler service': PDF, Wiring: JPEG };
  for (const [name, bytes] of Object.entries(kept)) {
    const href = await page.getByRole('link', { name: new RegExp(`^${name}`) }).getAttribute('href');
    const file = await page.request.get(`${server.address}${href}`);
    expect(file.headers()['content-type']).toBe(bytes === PDF ? 'application/pdf' : 'image/jpeg');
    // A picture is drawn anew when it is uploaded; that it is one shows in its first bytes.
    const told = bytes === PDF ? PDF.length : 3;
    expect((await file.body()).subarray(0, told)).toEqual(bytes.subarray(0, told));
  }
  // How the browser shows a picture of its own accord is not looked at here.
  await page.context().route(/certificate_.*pdf$/, (route) => route.fulfill({ body: 'opened' }));
  const opened = page.context().waitForEvent('page');
  await paper(page, 'Gas Safety Record').click();
  const tab = await opened;
  await expect(tab.getByText('opened')).toBeVisible();
  expect(await tab.evaluate(() => window.opener === null)).toBe(true);
});

test('what is valid today expires in time, by the clock of the server', async ({ page, landlord, forward }) => {
  const compliance = {
    gasSafety: { expiryDate: dayFromNow(61) },
    energyPerformance: { expiryDate: dayFromNow(1) },
    electricalSafety: { expiryDate: dayFromNow(0) },
    alarms: {},
    depositProtection: {},
    hhsrs: {},
    propertyLicensing: { expiryDate: dayFromNow(60) },
    tenancyAgreement: {},
    landlordInsurance: {},
  };
  const { id } = await landlord.adds({
    compliance,
    certificates: [{ name: 'Chimney', expirationDate: dayFromNow(1) }],
  });
  const on = (days: number) => formatDay(dayFromNow(days));
  await page.goto(`/dashboard/properties/${id}`);
  await expect(row(page, 'Gas Safety')).toContainText(`Valid until ${on(61)}`);
  await expect(row(page, 'Energy Performance')).toContainText(`Expires ${on(1)} (in 1 day)`);
  await expect(row(page, 'Electrical Safety')).toContainText(`Expires ${on(0)} (today)`);
  await expect(row(page, 'Property Licensing')).toContainText(`Expires ${on(60)} (in 60 days)`);
  await expect(paper(page, 'Chimney')).toContainText('Expiring');
  await forward(2 * DAY);
  await page.reload();
  await expect(row(page, 'Gas Safety')).toContainText(`Expires ${on(61)} (in 59 days)`);
  await expect(row(page, 'Energy Performance')).toContainText(`Expired ${on(1)}`);
  await expect(row(page, 'Electrical Safety')).toContainText(`Expired ${on(0)}`);
  await expect(paper(page, 'Chimney')).toContainText('Expired');
  await expect(part(page, 'Compliance')).toContainText('2 expiring, 2 expired, 5 not recorded');
});

test('the history says what changed, from what to what, and never the code of a key', async ({ page, landlord }) => {
  const before = await addsFull(landlord);
  const [gas, wiring] = before.certificates;
  await landlord.changes(before, {
    rent: 150_000,
    status: 'maintenance',
    keyCode: '9999',
    guarantorName: '',
    certificates: [{ ...gas, name: 'Gas Safety Record', expirationDate: '2027-09-30' }, { name: 'Chimney' }],
    removedCertificates: [wiring?.id ?? ''],
    compliance: { ...before.compliance, alarms: { ...before.compliance.alarms, lastChecked: '2026-10-01' } },
  });
  await page.goto(`/dashboard/properties/${before.id}`);
  const history = part(page, 'History');
  for (const words of [
    'Rent per month: £1,450.00 → £1,500.00',
    'Status: Vacant → Maintenance',
    'Key Code changed',
    'Guarantor Name removed',
    `Certificate “Gas Safety Record”: Expiration Date ${formatDay(dayFromNow(200))} → 30 Sep 2027`,
    'Certificate “Chimney” added',
    'Certificate “Wiring” removed',
    'Smoke and CO Alarms: Last Checked 12 Mar 2026 → 01 Oct 2026',
    'Property added',
  ])
    await expect(history.getByText(words, { exact: true })).toBeVisible();
  await expect(history.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(history.getByText(/^You · \d\d:\d\d$/).first()).toBeVisible();
  await expect(history).not.toContainText(/9999|0417|null|_/);
});

test('a long history comes page by page', async ({ page, landlord }) => {
  let house = await landlord.adds({ bedrooms: 0 });
  for (let bedrooms = 1; bedrooms <= 25; bedrooms += 1) house = await landlord.changes(house, { bedrooms });
  await page.goto(`/dashboard/properties/${house.id}`);
  const history = part(page, 'History');
  await expect(history.getByText('Bedrooms: 24 → 25')).toBeVisible();
  await expect(history.getByText('Property added')).toBeHidden();
  await history.getByRole('button', { name: 'Show more' }).click();
  await expect(history.getByText('Property added')).toBeVisible();
  await expect(history.getByText(/^Bedrooms:/)).toHaveCount(25);
  await expect(history.getByRole('button', { name: 'Show more' })).toBeHidden();
});

test('a history that cannot be read says so in its place, and Retry reads it', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const { id } = await landlord.adds();
  const mend = await fail(page, { path: /\/history$/ }, 'internal');
  expectConsoleError(/status of 500/);
  await page.goto(`/dashboard/properties/${id}`);
  const alert = part(page, 'History').getByRole('alert');
  await expect(alert).toContainText('The history could not be loaded');
  await expect(part(page, 'Compliance')).toContainText('9 not recorded');
  await mend();
  const letGo = await delay(page, { path: /\/history$/ });
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(alert.getByRole('button', { name: 'Retrying...' })).toBeVisible();
  letGo();
  await expect(part(page, 'History')).toContainText('Property added');
});

test('two hundred certificates show the first ten, and all on demand', async ({ page, landlord }) => {
  const certificates = Array.from({ length: 200 }, (_, index) => ({ name: `Certificate number ${index + 1}` }));
  const { id } = await landlord.adds({ certificates });
  await page.goto(`/dashboard/properties/${id}`);
  const rows = page.getByRole('list', { name: 'Certificates' }).getByRole('listitem');
  await expect(rows).toHaveCount(10);
  await page.getByRole('button', { name: 'Show all 200' }).click();
  await expect(rows).toHaveCount(200);
  await expect(page.getByRole('button', { name: 'Show the first 10' })).toBeFocused();
});

test('long words in any script, and emoji, keep to their place', async ({ page, landlord }) => {
  const arabic = 'شارع الملك فيصل ';
  const { id } = await addsFull(landlord, {
    address: `${'W'.repeat(120)} 🏚️ ${arabic.repeat(4)}`.trim(),
    city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
    description: `${'x'.repeat(300)} ${arabic.repeat(10)} 👩‍👩‍👧‍👦`,
    guarantorName: 'G'.repeat(200),
    keyType: 'K'.repeat(100),
    certificates: [{ name: 'C'.repeat(200), notes: `${'n'.repeat(300)}\n\n${arabic}`, providerName: 'P'.repeat(200) }],
    invoices: [{ description: `${arabic.repeat(20)}🧾`, amount: 9_999_999_999 }],
  });
  await page.goto(`/dashboard/properties/${id}`);
  await expect(part(page, 'Invoices')).toContainText('Total£99,999,999.99');
  await expect(part(page, 'History')).toContainText('Property added');
});
