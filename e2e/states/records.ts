import { expect, type Locator, type Page } from '@playwright/test';
import { title } from '../support/copy.ts';
import { dayFromNow } from '../support/days.ts';
import { acceptsUnload } from '../support/form.ts';
import { delay, fail } from '../support/network-faults.ts';
import { addsFull, JPEG } from '../support/property-detail.ts';
import { addsSupplier } from '../support/suppliers.ts';
import { addsTenant, changesTenant, settlesTenant } from '../support/tenants.ts';
import { choose } from '../support/upload-field.ts';
import type { Walk } from './walk.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaft '.repeat(4).slice(0, 95);

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const save = (page: Page) => part(page, 'Save').getByRole('button');
const asked = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).first();

async function list(page: Page, check: (state: string) => Promise<void>, noun: string, ready: string): Promise<void> {
  await page.goto(`/dashboard/${noun}`);
  await expect(page.getByRole('link', { name: ready, exact: true })).toBeVisible();
  await check(`${noun} as cards`);
  await page.getByRole('radio', { name: 'Table' }).check();
  await expect(page.getByRole('table')).toBeVisible();
  await check(`${noun} as a table`);
  await page.getByRole('searchbox').fill('_______');
  await expect(page.getByText('No results match your search and filters.')).toBeVisible();
  await check(`${noun}, nothing that matches`);
}

async function emptyForm(page: Page, check: (state: string) => Promise<void>, noun: string): Promise<void> {
  await page.goto(`/dashboard/${noun}/add`);
  await save(page).click();
  await expect(page.getByRole('heading', { name: /fields need attention/ })).toBeVisible();
  await check(`the form of ${noun} with fields that are wrong`);
}

async function openEach(panel: Locator): Promise<void> {
  for (const summary of await panel.locator('summary').all()) await summary.click();
}

export const properties: Walk = async ({ page, check, landlord, expectConsoleError }) => {
  await page.goto('/dashboard/properties');
  await expect(page.getByRole('heading', { name: 'No properties found' })).toBeVisible();
  await check('no properties');
  const full = await addsFull(landlord);
  const bare = await landlord.adds({ address: LONG, city: LONG, status: 'maintenance', rent: 9_999_999_999 });
  await addsTenant(landlord, { propertyId: full.id, leaseEnd: dayFromNow(10) });
  await settlesTenant(landlord, await addsTenant(landlord, { propertyId: full.id, name: 'Bob Byrne' }), {
    movedOut: dayFromNow(-1),
  });
  await addsSupplier(landlord, { addedProperties: [full.id] });
  await list(page, check, 'properties', '14 Chandos Terrace');
  let letGo = await delay(page, { path: '/api/properties' });
  await page.goto('/dashboard/properties');
  await expect(page.getByText('Loading properties...')).toBeAttached();
  await check('properties, loading');
  letGo();
  let restore = await fail(page, { path: '/api/properties' }, 'internal');
  expectConsoleError(/status of 500/);
  await page.goto('/dashboard/properties');
  await expect(page.getByRole('alert')).toContainText('Failed to load properties');
  await check('properties that cannot be read');
  await restore();

  const PAGE = `/dashboard/properties/${full.id}`;
  await page.goto(PAGE);
  await expect(part(page, 'History')).toContainText('2 certificates added');
  await part(page, 'Current Tenants').getByText('1 past tenant').click();
  await check('a property with everything');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(asked(page)).toContainText('will be deleted too');
  await check('the question before a property is deleted');
  await page.goto('/dashboard/certificates');
  await page.getByRole('button', { name: /^Not recorded/ }).click();
  await expect(page.getByRole('link', { name: /^Record compliance for/ }).first()).toBeVisible();
  await check('certificates and compliance, with what was never recorded');
  await page.goto('/dashboard/deadlines');
  await page.getByText('Why', { exact: true }).first().click();
  await check('deadlines, with the reason of one');
  await page
    .getByRole('checkbox', { name: /^Select/ })
    .first()
    .check();
  await check('a selected deadline');
  await page
    .getByRole('button', { name: /^Snooze/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Snooze' })).toBeVisible();
  await check('snoozing a deadline');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add deadline' }).click();
  await expect(page.getByRole('dialog', { name: 'Add a deadline' })).toBeVisible();
  await check('adding a deadline');
  await page.goto('/dashboard/deadlines?group=ask');
  await expect(page.getByRole('heading', { name: /^Facts missing/ })).toBeVisible();
  await check('facts missing');
  await page.goto('/dashboard/activity');
  await expect(page.getByRole('list', { name: 'Activity' })).toBeVisible();
  await check('the activity');
  await page.goto(`/dashboard/properties/${bare.id}`);
  await expect(part(page, 'Compliance')).toContainText('9 not recorded');
  await check('a property with nothing');
  restore = await fail(page, { path: /history|^\/api\/(tenants|suppliers)$/ }, 'internal');
  await page.goto(PAGE);
  await expect(page.getByRole('alert')).toHaveCount(3);
  await check('a property whose history, tenants and suppliers cannot be read');
  await restore();
  letGo = await delay(page, { path: `/api/properties/${full.id}` });
  for (const path of [PAGE, PAGE.replace('/properties/', '/properties/edit/')]) {
    await page.goto(path);
    await expect(page.getByText('Loading Property...')).toBeAttached();
    await check(`${path.includes('edit') ? 'the form' : 'the page'} of a property, loading`);
  }
  letGo();
  restore = await fail(page, { path: `/api/properties/${full.id}` }, 'internal');
  await page.goto(PAGE);
  await expect(page.getByRole('alert')).toContainText('There was an error loading the property details.');
  await check('a property that cannot be read');
  await restore();

  await emptyForm(page, check, 'properties');
  await page.getByLabel('Address', { exact: true }).fill('8 Laburnum Row');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(asked(page)).toContainText('Your changes have not been saved.');
  await check('the question before a form is left');
  await page.keyboard.press('Escape');
  acceptsUnload(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible();
  await check('a form with a draft to restore');
  await page.getByRole('button', { name: 'Discard' }).click();
  const photo = page.getByRole('group', { name: 'Photo' });
  await choose(photo, { name: 'photo.txt', bytes: JPEG });
  await expect(photo).toContainText('Choose a JPG or PNG');
  await check('a photo that is none');

  const EDIT = `/dashboard/properties/edit/${full.id}`;
  await page.goto(EDIT);
  for (const tab of ['Keys', 'Guarantor', 'Invoices', 'Compliance', 'Certificates']) {
    await page.getByRole('tab', { name: tab }).click();
    await openEach(page.getByRole('tabpanel', { name: tab }));
    await check(`the form of a property, ${tab}`);
  }
  const panel = page.getByRole('tabpanel', { name: 'Certificates' });
  await panel.getByLabel('Provider name').first().fill('Mine');
  const theirs = full.certificates.map((one) => ({ ...one, providerName: 'Theirs' }));
  await landlord.changes(full, { certificates: theirs });
  expectConsoleError(/status of 409/);
  await save(page).click();
  await expect(asked(page)).toContainText('Other changes are safe.');
  await check('a property that somebody else has changed');
  await page.keyboard.press('Escape');
  await page.context().clearCookies({ name: /session/ });
  expectConsoleError(/status of 401/);
  await save(page).click();
  await expect(page.getByRole('dialog', { name: 'Log in' })).toContainText(landlord.email);
  await check('signing in again');
};

export const people: Walk = async ({ page, check, landlord, expectConsoleError }) => {
  for (const noun of ['tenants', 'suppliers']) {
    await page.goto(`/dashboard/${noun}`);
    await expect(page.getByRole('heading', { name: `No ${noun} found` })).toBeVisible();
    await check(`no ${noun}`);
  }
  const home = await landlord.adds({ address: '2 Mill Lane' });
  const { url: avatar } = await landlord.uploads('tenant_images', { name: 'ada.jpg', bytes: JPEG });
  const ada = await addsTenant(landlord, { name: 'Ada Lovelace', propertyId: home.id, avatar });
  const late = await addsTenant(landlord, { name: LONG, propertyId: home.id, leaseEnd: dayFromNow(-1) });
  await addsTenant(landlord, { name: 'Bob Byrne', propertyId: home.id, periodic: true, phone: 'ask at the shop' });
  await list(page, check, 'tenants', 'Ada Lovelace');
  await page.goto(`/dashboard/tenants/${ada.id}`);
  await expect(title(page, 'Ada Lovelace')).toBeVisible();
  await check('a tenant');
  await part(page, 'Lease').getByRole('button', { name: 'Mark as moved out' }).click();
  await expect(asked(page).getByLabel('Moved out on')).toBeVisible();
  await check('the dialog of a tenant who moves out');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(asked(page)).toContainText('Are you sure you want to delete this tenant?');
  await check('the question before a tenant is deleted');
  await page.goto(`/dashboard/tenants/${late.id}`);
  await expect(title(page, LONG)).toBeVisible();
  await check('a tenant whose fixed term has passed');
  await emptyForm(page, check, 'tenants');
  const property = page.getByRole('combobox', { name: 'Property' });
  await property.fill('mill');
  await expect(page.getByRole('option')).toHaveCount(1);
  await check('the form of a tenant, choosing a property');
  await property.fill('_______');
  await expect(page.getByText('No properties found')).toBeVisible();
  await check('the form of a tenant, no property found');
  const restore = await fail(page, { path: '/api/properties/choices' }, 'internal');
  expectConsoleError(/status of 500/);
  await property.fill('elm');
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to load properties' })).toBeVisible();
  await check('the form of a tenant, properties that cannot be read');
  await restore();
  await page.goto(`/dashboard/tenants/edit/${ada.id}`);
  await page.getByLabel('Name', { exact: true }).fill('Ada King');
  await page.getByLabel('Security Deposit').fill('9999');
  await changesTenant(landlord, ada, { name: 'Ada Byron', periodic: true });
  expectConsoleError(/status of 409/);
  await save(page).click();
  await expect(asked(page)).toContainText('Other changes are safe.');
  await check('a tenant that somebody else has changed');

  const { url: logo } = await landlord.uploads('supplier_images', { name: 'logo.jpg', bytes: JPEG });
  const firm = await addsSupplier(landlord, { logo, addedProperties: [home.id] });
  await addsSupplier(landlord, { name: LONG, phone: 'ask at the shop' });
  await list(page, check, 'suppliers', 'Harbour Plumbing Ltd');
  await page.goto(`/dashboard/suppliers/${firm.id}`);
  await expect(title(page, 'Harbour Plumbing Ltd')).toBeVisible();
  await check('a supplier');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(asked(page)).toContainText('Are you sure you want to delete this supplier?');
  await check('the question before a supplier is deleted');
  await emptyForm(page, check, 'suppliers');
  await page.goto(`/dashboard/suppliers/edit/${firm.id}`);
  await expect(page.getByRole('list', { name: 'Properties Serviced' })).toContainText('2 Mill Lane');
  await check('the form of a supplier');
};
