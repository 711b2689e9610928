import { expect, type Page } from '@playwright/test';
import { addMonths, formatDay, londonDay } from '../../src/shared/dates.ts';
import { expectToast, title } from '../support/copy.ts';
import { addsTenancy } from '../support/tenancies.ts';
import { addsTenant, tenantNow } from '../support/tenants.ts';
import { test } from '../support/test.ts';

const today = () => londonDay(new Date());
const first = () => `${today().slice(0, 8)}01`;
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const tenancies = (page: Page) => page.getByRole('list', { name: 'Tenancies' }).getByRole('listitem');

test('adds a second tenant to a tenancy, and shows the whole debt for both', async ({ page, landlord }) => {
  const { propertyId } = await addsTenancy(landlord, {
    names: ['Grace Hopper'],
    address: '2 Mill Lane',
    start: first(),
  });
  await addsTenancy(landlord, { names: ['Ada Byron'], address: '9 Ash Road', start: first(), rent: 95_000 });
  await landlord.adds({ address: '1 Empty Row' });
  const chooses = async (address: string) => {
    await field(page, 'Property').fill(address);
    await page.getByRole('option', { name: new RegExp(address) }).click();
  };
  await page.goto('/dashboard/tenants/add');
  await field(page, 'Name').fill('Ada Lovelace');
  await field(page, 'Email').fill('ada@lovelace.example');
  await page.getByRole('radio', { name: 'Periodic, no fixed end' }).check();
  await chooses('9 Ash Road');
  const joinsAnother = page.getByRole('radio', { name: /^Join this tenancy: Ada Byron/ });
  await joinsAnother.focus();
  await page.keyboard.press('Tab');
  await joinsAnother.check();
  // Choosing another property discards the choice of a tenancy.
  await chooses('1 Empty Row');
  await expect(joinsAnother).toBeHidden();
  await field(page, 'Rent Amount per month').fill('600');
  await page.getByRole('button', { name: 'Add Tenant' }).click();
  await expect(page.getByRole('region', { name: '1 field needs attention' })).toContainText('Phone number is required');
  await field(page, 'Phone').fill('07700 900417');

  await chooses('2 Mill Lane');
  const joins = page.getByRole('radio', { name: /^Join this tenancy: Grace Hopper/ });
  await joins.focus();
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Add Tenant' }).click();
  await expect(page.getByText('Choose one of these').first()).toBeVisible();
  await joins.check();
  await expect(field(page, 'Rent Amount per month')).toHaveValue('1200');
  await field(page, 'Rent Amount per month').fill('600');
  await expect(page.getByLabel('Change the rent to £600.00 for the whole tenancy')).toBeVisible();
  await page.getByRole('button', { name: 'Add Tenant' }).click();
  await expect(page.getByText(/^This tenancy’s rent is £1,200.00 a month/).first()).toBeVisible();
  await field(page, 'Rent Amount per month').fill('1200');
  await page.getByRole('button', { name: 'Add Tenant' }).click();
  await expectToast(page, 'Tenant added successfully!');

  await page.goto(`/dashboard/properties/${propertyId}`);
  await expect(tenancies(page)).toHaveCount(1);
  await expect(tenancies(page)).toContainText('Grace Hopper, Ada Lovelace');
  await expect(tenancies(page)).toContainText('£1,200.00 owed');
  await page.getByRole('button', { name: 'Record rent from Grace Hopper, Ada Lovelace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record rent' });
  const amount = dialog.getByLabel('Amount', { exact: true });
  await expect(amount).toHaveValue('1200');
  await amount.fill('700');
  await dialog.getByRole('button', { name: 'Record £700.00' }).click();
  await expect(tenancies(page)).toContainText('£500.00 owed');
  await page.getByRole('link', { name: 'Ada Lovelace', exact: true }).click();
  await expect(title(page, 'Ada Lovelace')).toBeVisible();
  const lease = page.getByRole('region', { name: 'Lease' });
  await expect(lease).toContainText('£500.00 owed');
  await lease.getByRole('button', { name: 'Record rent' }).click();
  await expect(amount).toHaveValue('500');
  await dialog.getByRole('button', { name: 'Record £500.00' }).click();
  await expect(lease).toContainText('Paid up');
});

test('corrects the rent, or starts a new rent on a date', async ({ page, landlord }) => {
  const tenancy = await addsTenancy(landlord, {
    names: ['Grace Hopper'],
    address: '2 Mill Lane',
    start: addMonths(first(), -2),
  });
  const [tenant] = tenancy.tenants;
  const rents = page.getByRole('region', { name: 'Rent', exact: true }).getByRole('listitem');
  const changes = async (rent: string, choice: string) => {
    await page.goto(`/dashboard/tenants/edit/${tenant?.id}`);
    await field(page, 'Rent Amount per month').fill(rent);
    await page.getByRole('radio', { name: choice }).check();
    await page.getByRole('button', { name: 'Update Tenant' }).click();
    await expectToast(page, 'Tenant updated successfully!');
    await page.goto(`/dashboard/tenancies/${tenancy.id}`);
  };
  await changes('1250', 'The rent was entered wrongly');
  await expect(rents).toHaveCount(1);
  await expect(rents).toContainText('£1,250.00');
  await changes('1300', 'The rent changes from a date');
  await expect(rents).toHaveCount(2);
  await expect(rents.first()).toContainText(formatDay(today()));
  await expect(rents.first()).toContainText('£1,300.00');
});

test('joins tenancies of one agreement from the property’s page', async ({ page, landlord }) => {
  const { propertyId } = await addsTenancy(landlord, {
    names: ['Grace Hopper'],
    address: '2 Mill Lane',
    start: first(),
    rent: 60_000,
  });
  const ada = await addsTenant(landlord, {
    name: 'Ada Lovelace',
    propertyId: propertyId ?? '',
    leaseStart: first(),
    rentAmount: 60_000,
  });
  await page.goto('/dashboard/rent');
  await page.getByRole('link', { name: 'Are they on one agreement?' }).click();
  await expect(tenancies(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Join tenancies' }).click();
  const dialog = page.getByRole('dialog', { name: 'Join tenancies' });
  await dialog.getByRole('button', { name: 'Join' }).click();
  await expect(dialog.getByText('Choose 2 or more joint tenants')).toBeVisible();
  for (const name of ['Grace Hopper', 'Ada Lovelace']) await dialog.getByRole('checkbox', { name }).check();
  await dialog.getByRole('radio', { name: /£1,200\.00/ }).check();
  await dialog.getByRole('button', { name: 'Join' }).click();
  await expectToast(page, 'Tenancies joined');
  await expect(tenancies(page)).toHaveCount(1);
  await expect(tenancies(page)).toContainText('£1,200.00 owed');
  expect((await tenantNow(landlord, ada)).rentAmount).toBe(120_000);

  await addsTenant(landlord, { name: 'Mary Somerville', propertyId: propertyId ?? '', leaseStart: first() });
  const asked = page.getByText('Did these tenants sign one agreement');
  await expect(asked).toBeVisible();
  await page.getByRole('button', { name: 'Keep separate' }).click();
  await expectToast(page, 'Tenancies kept separate');
  await expect(asked).toBeHidden();
  await expect(page.getByRole('button', { name: /^Join/ })).toBeVisible();
});
