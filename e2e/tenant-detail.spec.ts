/** The page of a tenant: who they are, how their lease stands, and what is asked once when it has passed. */
import { expect, type Page } from '@playwright/test';
import { expectColour } from './colour.ts';
import { test } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { delay, fail } from './network-faults.ts';
import { DAY, dayFromNow, JPEG } from './property-detail.ts';
import { addsTenant, part, tenantNow, tenantsOf } from './tenants.ts';
import { expectRefused, expectSaid, title } from './words.ts';

const read = /^\/api\/tenants\/[\w-]{36}$/;
const question = (page: Page) => page.getByText('Still living there? Make it periodic.');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('what the list has shown of a tenant stands on their page at once', async ({ page, landlord }) => {
  await addsTenant(landlord, { name: 'Ada Lovelace', leaseEnd: dayFromNow(99) });
  const letGo = await delay(page, { path: read });
  await page.goto('/dashboard/tenants');
  await page.getByRole('link', { name: 'Ada Lovelace', exact: true }).click();
  await expect(title(page, 'Ada Lovelace')).toBeFocused();
  await expect(part(page, 'Lease')).toContainText('99 days remaining');
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled();
  await expect(page.getByRole('link', { name: 'View Property' })).toBeHidden();
  letGo();
  await expect(page.getByRole('link', { name: 'View Property' })).toBeVisible();
});

test('a tenant who cannot be read says so, and Retry reads them', async ({ page, landlord, expectConsoleError }) => {
  const { id } = await addsTenant(landlord, { name: 'Ada Lovelace' });
  expectConsoleError(/status of 500/);
  for (const [path, words] of [
    [`/dashboard/tenants/${id}`, 'There was an error loading the tenant details.'],
    [`/dashboard/tenants/edit/${id}`, 'Error loading tenant data'],
  ] as const) {
    const mend = await fail(page, { path: read }, 'internal');
    await page.goto(path);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(words);
    await mend();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Ada Lovelace').first()).toBeVisible();
    await expect(alert).toBeHidden();
  }
});

test('while a tenant is on the way, grey shapes stand in their place', async ({ page, landlord }) => {
  const { id } = await addsTenant(landlord);
  const letGo = await delay(page, { path: read });
  for (const path of [`/dashboard/tenants/${id}`, `/dashboard/tenants/edit/${id}`]) {
    await page.goto(path);
    await expect(page.getByText('Loading Tenant...')).toBeAttached();
  }
  letGo();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Grace Hopper');
});

test('a full tenant shows all that is kept, with links that a phone understands', async ({ page, landlord }) => {
  const { url } = await landlord.uploads('tenant_images', { name: 'face.jpg', bytes: JPEG });
  const home = await landlord.adds({ address: '2 Mill Lane', city: 'Otley' });
  const { id } = await addsTenant(landlord, {
    name: 'Ada Lovelace',
    email: 'ada+rent@lovelace.example',
    phone: '+44 (0)7700 900417',
    propertyId: home.id,
    avatar: url,
  });
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(`/dashboard/tenants/${id}`);
  await expect(page.getByRole('main').locator(`img[src="${url}?size=thumb"]`)).toBeVisible();
  const actions = part(page, 'Quick Actions');
  await expect(actions.getByRole('link', { name: 'Email Tenant' })).toHaveAttribute(
    'href',
    'mailto:ada+rent@lovelace.example',
  );
  await expect(actions.getByRole('link', { name: 'Call Tenant' })).toHaveAttribute('href', 'tel:+447700900417');
  await actions.getByRole('link', { name: 'View Property' }).click();
  await expect(title(page, '2 Mill Lane')).toBeVisible();
});

test('a tenant whose phone is no number is not called', async ({ page, landlord }) => {
  const { id } = await addsTenant(landlord, { phone: 'ask at the shop' });
  await page.goto(`/dashboard/tenants/${id}`);
  await expect(page.getByRole('link', { name: 'Email Tenant' })).toBeVisible();
  await expect(page.getByText('ask at the shop', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Call Tenant' })).toBeHidden();
});

test('the lease counts down day by day, by the server’s clock', async ({ page, landlord, forward }) => {
  const { id } = await addsTenant(landlord, { leaseEnd: dayFromNow(31) });
  const soon = await addsTenant(landlord, { leaseEnd: dayFromNow(1) });
  const expectLease = async (remaining: string, status: string, colour: 'green' | 'amber' | 'red') => {
    await expect(part(page, 'Lease')).toContainText(remaining);
    await expectColour(page.getByRole('main').getByText(status, { exact: true }), colour);
  };
  await page.goto(`/dashboard/tenants/${id}`);
  await expectLease('31 days remaining', 'Active', 'green');
  await forward(2 * DAY);
  await page.reload();
  await expectLease('29 days remaining', 'Expiring Soon', 'amber');
  await forward(-2 * DAY);
  await page.goto(`/dashboard/tenants/${soon.id}`);
  await expectLease('1 day remaining', 'Expiring Soon', 'amber');
  await forward(DAY);
  await page.reload();
  await expectLease('Lease has expired', 'Expiring Soon', 'amber');
  await forward(DAY);
  await page.reload();
  await expectLease('Lease has expired', 'Expired', 'red');
});

test.describe('when a fixed term has passed', () => {
  test('the landlord is asked once, and may make it periodic, by keyboard', async ({ page, landlord }) => {
    const ada = await addsTenant(landlord, { leaseEnd: dayFromNow(-1) });
    const keyboard = keyboardOf(page);
    await page.goto(`/dashboard/tenants/${ada.id}`);
    await expect(question(page)).toBeVisible();
    await keyboard.press(page.getByRole('button', { name: 'Make it periodic' }));
    await expectSaid(page, 'Tenant updated successfully!');
    await expect(question(page)).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(part(page, 'Lease')).toContainText('Periodic');
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    expect(await tenantNow(landlord, ada)).toMatchObject({ periodic: true, leaseEnd: null });
  });

  test('or keep the end date, and is not asked again', async ({ page, landlord }) => {
    const ada = await addsTenant(landlord, { leaseEnd: dayFromNow(-1) });
    await page.goto(`/dashboard/tenants/${ada.id}`);
    await press(page, 'Keep the end date');
    await expectSaid(page, 'Tenant updated successfully!');
    await expect(question(page)).toBeHidden();
    await page.reload();
    await expect(part(page, 'Lease')).toContainText('Lease has expired');
    await expect(question(page)).toBeHidden();
  });

  test('or say that they have moved out', async ({ page, landlord }) => {
    const ada = await addsTenant(landlord, { leaseEnd: dayFromNow(-5) });
    await page.goto(`/dashboard/tenants/${ada.id}`);
    await page.getByRole('button', { name: 'Moved out' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Moved out' });
    await dialog.getByLabel('Moved out on').fill(dayFromNow(-4));
    await dialog.getByRole('button', { name: 'Moved out' }).click();
    await expectSaid(page, 'Tenant updated successfully!');
    await expect(question(page)).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(await tenantNow(landlord, ada)).toMatchObject({ movedOut: dayFromNow(-4) });
  });

  test('an answer that cannot be saved is said, and the question stands', async ({
    page,
    landlord,
    expectConsoleError,
  }) => {
    const ada = await addsTenant(landlord, { leaseEnd: dayFromNow(-1) });
    await page.goto(`/dashboard/tenants/${ada.id}`);
    const mend = await fail(page, { method: 'PATCH', path: read }, 'unavailable');
    expectConsoleError(/status of 503/);
    await press(page, 'Make it periodic');
    await expectRefused(page, 'Failed to update tenant', 'We cannot reach our database just now.');
    await mend();
    await press(page, 'Make it periodic');
    await expectSaid(page, 'Tenant updated successfully!');
  });
});

test('a tenant moves out, and back in; who moves out later stays until then', async ({ page, landlord }) => {
  const ada = await addsTenant(landlord, { leaseEnd: dayFromNow(200) });
  await page.goto(`/dashboard/tenants/${ada.id}`);
  await part(page, 'Lease').getByRole('button', { name: 'Moved out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Moved out' });
  await dialog.getByLabel('Moved out on').fill(dayFromNow(10));
  await dialog.getByRole('button', { name: 'Moved out' }).click();
  await expect(part(page, 'Lease')).toContainText('200 days remaining');
  await expect(part(page, 'Lease')).toContainText(/Moves out \d\d \w{3} \d{4}/);
  await press(page, 'Stays after all');
  await expect(page.getByText('Lives there', { exact: true })).toBeVisible();
  await part(page, 'Lease').getByRole('button', { name: 'Moved out' }).click();
  await dialog.getByRole('button', { name: 'Moved out' }).click();
  await expect(part(page, 'Lease')).toContainText(/Moved out \d\d \w{3} \d{4}/);
  await press(page, 'Moved back in');
  await expect(part(page, 'Lease').getByRole('button', { name: 'Moved out' })).toBeFocused();
  await expect(page.getByText('Lives there', { exact: true })).toBeVisible();
  expect(await tenantNow(landlord, ada)).toMatchObject({ movedOut: null });
});

test('a tenant is deleted from their page once it is confirmed', async ({ page, landlord }) => {
  const { id } = await addsTenant(landlord, { name: 'Ada Lovelace' });
  await page.goto(`/dashboard/tenants/${id}`);
  await press(page, 'Delete');
  const dialog = page.getByRole('alertdialog', { name: 'Delete Tenant' });
  await expect(dialog).toContainText('Are you sure you want to delete this tenant?');
  await expect(dialog).toContainText('Ada Lovelace');
  await expect(dialog.getByLabel('Moved out on')).toHaveValue(dayFromNow(0));
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expectSaid(page, 'Tenant deleted successfully');
  await expect(page).toHaveURL('/dashboard/tenants');
  await expect(page.getByRole('heading', { name: 'No tenants found' })).toBeVisible();
  expect(await tenantsOf(landlord)).toBe(0);
});

test('another landlord’s tenant is nobody: the page and the form say so and lead to the list', async ({
  landlord,
  anotherLandlord,
  expectConsoleError,
}) => {
  const { id } = await addsTenant(landlord, { name: 'Bob Byrne' });
  const { page } = await anotherLandlord();
  expectConsoleError(/status of 404/);
  for (const path of [`/dashboard/tenants/${id}`, `/dashboard/tenants/edit/${id}`, '/dashboard/tenants/nobody']) {
    await page.goto(path);
    await expectRefused(page, 'Tenant not found');
    await expect(page).toHaveURL('/dashboard/tenants');
    await expect(page.getByRole('heading', { name: 'No tenants found' })).toBeVisible();
    await expect(page.getByText('Byrne')).toBeHidden();
  }
});
