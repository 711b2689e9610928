import { expect, type Page } from '@playwright/test';
import { PDF, photo } from '../../test/fixtures/uploads.ts';
import { type Landlord, sent } from '../support/landlords.ts';
import { sentLink } from '../support/papers.ts';
import { addsSupplier } from '../support/suppliers.ts';
import { addsTenancy } from '../support/tenancies.ts';
import { test } from '../support/test.ts';

const PHONE = { javaScriptEnabled: false, viewport: { width: 360, height: 740 } };
const EMAIL = 'office@ridings-heating.example';

const posts = ({ page, origin }: Landlord, path: string, data: object = {}) =>
  sent(page.request.post(path, { data, headers: { origin } }));

const widthOf = (page: Page) => page.locator('html').evaluate((html) => html.scrollWidth);

test('reports with a photo and follows it; the supplier goes from quote to invoice', async ({
  landlord,
  server,
  anotherBrowser,
  expectConsoleError,
}) => {
  const tenancy = await addsTenancy(landlord, { names: ['Grace Hopper'], address: '8 Ash Grove' });
  const tenantId = tenancy.tenants[0]?.id ?? '';
  const { address } = await posts(landlord, `/api/tenants/${tenantId}/repair-link`);
  const tenant = await anotherBrowser(PHONE);
  await tenant.goto(new URL(String(address)).pathname);
  await expect(tenant.getByRole('link', { name: '0800 111 999' })).toBeVisible();
  expect(await widthOf(tenant)).toBe(360);

  expectConsoleError(/status of 422/);
  await tenant.getByLabel('What is wrong, and since when?').fill('No hot water. The dial is in the red.');
  await tenant.getByRole('button', { name: 'Send report' }).click();
  await expect(tenant.getByText('Choose what it is about')).toBeVisible();
  await expect(tenant.getByLabel('What is wrong, and since when?')).toHaveValue(
    'No hot water. The dial is in the red.',
  );
  await tenant.getByRole('radio', { name: 'Heating or hot water' }).check();
  await tenant.getByRole('radio', { name: 'No', exact: true }).check();
  await tenant.getByLabel('Which room?').fill('Kitchen');
  await tenant.getByLabel('How to get in').fill('Ring twice');
  await tenant.getByLabel('Photos').setInputFiles({
    name: 'boiler.jpg',
    mimeType: 'image/jpeg',
    buffer: await photo().jpeg().toBuffer(),
  });
  await tenant.getByRole('button', { name: 'Send report' }).click();
  await expect(tenant.getByRole('heading', { name: 'No hot water', exact: true })).toBeVisible();
  await expect(tenant.getByText('Repair 1, reported')).toBeVisible();
  await expect(tenant.getByRole('img', { name: 'boiler.jpg' })).toBeVisible();
  expect(await widthOf(tenant)).toBe(360);
  await tenant.getByRole('link', { name: 'All your repairs' }).click();
  await expect(tenant.getByRole('listitem')).toContainText('Your landlord has your report');

  const { id: supplierId } = await addsSupplier(landlord, { name: 'Ridings Heating', email: EMAIL });
  const found = await sent(landlord.page.request.get('/api/repairs'));
  const [{ id }] = found.items as [{ id: string }];
  const repair = `/api/repairs/${id}`;
  await posts(landlord, `${repair}/moves`, { to: 'accepted', was: 'reported' });
  await posts(landlord, `${repair}/quotes`, { suppliers: [supplierId] });
  const supplier = await anotherBrowser(PHONE);
  await supplier.goto(await sentLink(server, EMAIL));
  await expect(supplier.getByText('Ash Grove, ', { exact: false }).first()).toBeVisible();
  await expect(supplier.getByText('8 Ash Grove')).toBeHidden();
  expect(await widthOf(supplier)).toBe(360);
  await supplier.getByLabel('Amount before VAT').fill('290');
  await supplier.getByLabel('VAT (£)', { exact: true }).fill('58');
  await supplier.getByRole('button', { name: 'Send quote' }).click();
  await expect(supplier.getByText('You have given a quote')).toBeVisible();

  await posts(landlord, `${repair}/supplier`, { supplierId });
  await supplier.reload();
  await expect(supplier.getByText('8 Ash Grove')).toBeVisible();
  await expect(supplier.getByText('Ring twice')).toBeVisible();
  await supplier.getByLabel('Day').fill('2199-01-05');
  await supplier.getByLabel('From').fill('09:00');
  await supplier.getByLabel('Until', { exact: true }).fill('11:00');
  await supplier.getByRole('button', { name: 'Send this time' }).click();
  await expect(supplier.getByText('You proposed')).toBeVisible();

  await tenant.getByRole('link', { name: 'No hot water' }).click();
  await expect(tenant.getByText('Does this time suit you?')).toBeVisible();
  await tenant.getByRole('checkbox', { name: 'This time suits me' }).check();
  await tenant.getByRole('button', { name: 'Confirm this time' }).click();
  await expect(tenant.getByText('A visit is booked').first()).toBeVisible();

  await supplier.reload();
  await supplier.getByLabel('Your work').fill('A new pump');
  await supplier.getByRole('button', { name: 'It is done' }).click();
  await supplier.getByLabel('Invoice number').fill('R-7');
  await supplier.getByLabel('Amount before VAT').fill('290');
  await supplier.getByLabel('VAT (£)', { exact: true }).fill('58');
  await supplier.getByLabel('Invoice as a PDF or photo').setInputFiles({
    name: 'Invoice.pdf',
    mimeType: 'application/pdf',
    buffer: PDF,
  });
  await supplier.getByRole('button', { name: 'Send invoice' }).click();
  await expect(supplier.getByText('£348.00, sent')).toBeVisible();

  await tenant.reload();
  await expect(tenant.getByText('Is it fixed?')).toBeVisible();
  await expect(tenant.getByText('R-7')).toBeHidden();
  expect(await sent(landlord.page.request.get(repair))).toMatchObject({
    state: 'done',
    bills: [{ number: 'R-7', net: 29_000, vat: 5_800, state: 'received' }],
  });
});

test('has three steps, photos one by one with a retry, and words that stay on the phone', async ({
  landlord,
  anotherBrowser,
  expectConsoleError,
}) => {
  const tenancy = await addsTenancy(landlord, { names: ['Grace Hopper'], address: '8 Ash Grove' });
  const { address } = await posts(landlord, `/api/tenants/${tenancy.tenants[0]?.id}/repair-link`);
  const { pathname } = new URL(String(address));
  const tenant = await anotherBrowser({ viewport: PHONE.viewport });
  await tenant.goto(pathname);
  await tenant.getByRole('radio', { name: 'Leak or water' }).check();
  await tenant.getByLabel('What is wrong, and since when?').fill('The tap drips.');
  await tenant.reload();
  await expect(tenant.getByLabel('What is wrong, and since when?')).toHaveValue('The tap drips.');
  await expect(tenant.getByRole('radio', { name: 'Leak or water' })).toBeChecked();

  expectConsoleError(/ERR_FAILED/);
  let drops = 2;
  await tenant.route('**/files', (route) => (drops-- > 0 ? route.abort() : route.continue()));
  const buffer = await photo().jpeg().toBuffer();
  const names = Array.from({ length: 10 }, (_, place) => `tap-${place}.jpg`);
  await tenant.getByLabel('Photos').setInputFiles(names.map((name) => ({ name, mimeType: 'image/jpeg', buffer })));
  await expect(tenant.getByText('tap-9.jpg, added')).toBeVisible();
  for (const name of ['tap-0.jpg', 'tap-1.jpg']) {
    await expect(tenant.getByText(`${name}: The connection was lost.`)).toBeVisible();
    await tenant.getByRole('button', { name: `Retry ${name}` }).click();
    await expect(tenant.getByText(`${name}, added`)).toBeVisible();
  }
  const previews = tenant.locator('.sending img');
  expect(await previews.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth > 0))).toEqual(
    names.map(() => true),
  );
  await tenant.getByRole('button', { name: 'Remove tap-5.jpg' }).click();

  await expect(tenant.getByText('Step 1 of 3')).toBeVisible();
  await tenant.getByRole('button', { name: 'Next: where and when' }).click();
  await expect(tenant.getByText('Step 2 of 3')).toBeVisible();
  await tenant.getByLabel('Which room?').fill('Bathroom');
  await tenant.getByRole('button', { name: 'Next: check and send' }).click();
  await expect(tenant.getByText('Leak or water\nThe tap drips.\nBathroom')).toBeVisible();
  expectConsoleError(/status of 422/);
  await tenant.getByRole('button', { name: 'Send report' }).click();
  await expect(tenant.getByText('Choose yes or no')).toBeVisible();
  await tenant.getByRole('radio', { name: 'No', exact: true }).check();
  await tenant.getByRole('button', { name: 'Next: check and send' }).click();
  await tenant.getByRole('button', { name: 'Send report' }).click();
  await expect(tenant.getByRole('heading', { name: 'The tap drips' })).toBeVisible();
  await expect(tenant.getByRole('img')).toHaveCount(9);
  await expect.poll(() => tenant.evaluate(() => localStorage.length)).toBe(0);
  await tenant.goto(pathname);
  await expect(tenant.getByLabel('What is wrong, and since when?')).toHaveValue('');
});
