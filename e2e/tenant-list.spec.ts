/** The list of tenants: finding one among few or thousands, deleting, and what it says when there is none or it cannot be read. */
import { expect, type Page } from '@playwright/test';
import { statement } from './database.ts';
import { test } from './journey.ts';
import { delay, fail } from './network-faults.ts';
import { dayFromNow, JPEG } from './property-detail.ts';
import { addsTenant, card, row, tenantNow, tenantsOf } from './tenants.ts';
import { expectRefused, expectSaid, title } from './words.ts';

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search tenants' });
const count = (page: Page, words: string) => page.getByText(words, { exact: true });
const person = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const dialog = (page: Page) => page.getByRole('alertdialog', { name: 'Delete Tenant' });

test('a landlord without tenants is told what to do', async ({ page, landlord }) => {
  await page.goto('/dashboard/tenants');
  await expect(page.getByRole('heading', { name: 'No tenants found' })).toBeVisible();
  await page.getByRole('link', { name: 'Add a tenant' }).click();
  await expect(title(page, 'Add New Tenant')).toBeFocused();
  expect(await tenantsOf(landlord)).toBe(0);
});

test('search finds by any part of name, email and property, in capitals or not', async ({ page, landlord }) => {
  const { id } = await landlord.adds({ address: '100% Corner', city: 'York' });
  await addsTenant(landlord, { name: 'Zoë Byrne', email: 'zoe@home.example' });
  await addsTenant(landlord, { name: 'Ada Lovelace', email: 'countess@work.example', propertyId: id });
  await page.goto('/dashboard/tenants');
  await expect(count(page, '2 Tenants')).toBeVisible();
  for (const [typed, found] of [
    ['LOVELACE', 'Ada Lovelace'],
    ['countess@', 'Ada Lovelace'],
    ['0% cor', 'Ada Lovelace'],
    ['york', 'Ada Lovelace'],
    ['zoë', 'Zoë Byrne'],
  ] as const) {
    await search(page).fill(typed);
    await expect(count(page, '1 Tenant')).toBeVisible();
    await expect(person(page, found)).toBeVisible();
  }
  for (const typed of ["' or 1=1 --", '_______', '<b>']) {
    await search(page).fill(typed);
    await expect(page.getByText('Nothing matches your search and filters.')).toBeVisible();
  }
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(count(page, '2 Tenants')).toBeVisible();
  await expect(search(page)).toHaveValue('');
  await expect(page).toHaveURL('/dashboard/tenants');
});

test('search, lease status and sort stand in the address: reload and Back keep them', async ({ page, landlord }) => {
  const { id: propertyId } = await landlord.adds();
  const adds = (name: string, leaseEnd: string) => addsTenant(landlord, { name, leaseEnd, propertyId });
  await adds('Ada One', dayFromNow(20));
  await adds('Ada Two', dayFromNow(10));
  await adds('Ada Three', dayFromNow(200));
  await adds('Bob Four', dayFromNow(15));
  await page.goto('/dashboard/tenants');
  await expect(page.getByRole('listitem').getByRole('heading')).toHaveText([
    'Ada One',
    'Ada Three',
    'Ada Two',
    'Bob Four',
  ]);
  await search(page).fill('ada');
  await expect(count(page, '3 Tenants')).toBeVisible();
  await page.getByLabel('Lease status').selectOption('Expiring Soon');
  await expect(count(page, '2 Tenants')).toBeVisible();
  await page.getByLabel('Sort').selectOption('Lease end, soonest first');
  const narrowed = '/dashboard/tenants?q=ada&state=expiring&sort=leaseEnd';
  const expectNarrowed = async () => {
    await expect(page).toHaveURL(narrowed);
    await expect(page.getByRole('listitem').getByRole('heading')).toHaveText(['Ada Two', 'Ada One']);
    await expect(search(page)).toHaveValue('ada');
    await expect(page.getByLabel('Lease status')).toHaveValue('expiring');
    await expect(page.getByLabel('Sort')).toHaveValue('leaseEnd');
  };
  await expectNarrowed();
  await page.reload();
  await expectNarrowed();
  await person(page, 'Ada One').click();
  await expect(title(page, 'Ada One')).toBeVisible();
  await page.goBack();
  await expectNarrowed();
});

test('an address with nonsense in it shows the whole list', async ({ page, landlord }) => {
  await addsTenant(landlord);
  await page.goto('/dashboard/tenants?state=evicted&sort=sideways&page=-1');
  await expect(count(page, '1 Tenant')).toBeVisible();
});

test('cards or table: what was chosen is there next time', async ({ page, landlord }) => {
  const { url } = await landlord.uploads('tenant_images', { name: 'face.jpg', bytes: JPEG });
  await addsTenant(landlord, { name: 'Ada Lovelace', avatar: url, leaseEnd: dayFromNow(10) });
  await addsTenant(landlord, { name: 'Bob Byrne', periodic: true, phone: 'ask at the shop' });
  await page.goto('/dashboard/tenants');
  await expect(page.getByRole('radio', { name: 'Cards' })).toBeChecked();
  await expect(card(page, 'Ada Lovelace').locator(`img[src="${url}?size=thumb"]`)).toBeVisible();
  await expect(card(page, 'Bob Byrne')).toContainText('BB');
  await page.getByRole('radio', { name: 'Table' }).check();
  const table = page.getByRole('table', { name: 'Tenants' });
  await expect(table).toBeVisible();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Table' })).toBeChecked();
  await table.getByRole('link', { name: 'Edit, Bob Byrne' }).click();
  await expect(title(page, 'Edit Tenant')).toBeVisible();
  await page.goto('/dashboard/properties');
  await expect(page.getByRole('radio', { name: 'Cards' })).toBeChecked();
});

test('while the list is on its way three placeholders stand in its place', async ({ page, landlord }) => {
  await addsTenant(landlord);
  const letGo = await delay(page, { path: '/api/tenants' });
  await page.goto('/dashboard/tenants');
  const words = page.getByText('Loading tenants...');
  await expect(words).toBeAttached();
  expect(await words.evaluate((said) => said.nextElementSibling?.firstElementChild?.childElementCount)).toBe(3);
  letGo();
  await expect(person(page, 'Grace Hopper')).toBeVisible();
  await expect(words).toBeHidden();
});

test('a list that cannot be read is not taken for an empty one, and Retry reads it', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await addsTenant(landlord);
  const mend = await fail(page, { path: '/api/tenants' }, 'unavailable');
  expectConsoleError(/status of 503/);
  await page.goto('/dashboard/tenants');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Failed to load tenants');
  await expect(alert).toContainText('We cannot reach our database just now. Please try again in a moment.');
  await expect(page.getByText('No tenants found')).toBeHidden();
  await mend();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(person(page, 'Grace Hopper')).toBeVisible();
});

test('a tenant is deleted from the list once it is confirmed, and the list follows', async ({ page, landlord }) => {
  await addsTenant(landlord, { name: 'Ada Lovelace' });
  await addsTenant(landlord, { name: 'Bob Byrne' });
  await page.goto('/dashboard/tenants');
  await page.getByRole('button', { name: 'Delete, Ada Lovelace' }).click();
  await expect(dialog(page)).toContainText(
    'Are you sure you want to delete Ada Lovelace? This action cannot be undone.',
  );
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Delete, Ada Lovelace' })).toBeFocused();
  expect(await tenantsOf(landlord)).toBe(2);
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expectSaid(page, 'Tenant deleted successfully');
  await expect(count(page, '1 Tenant')).toBeVisible();
  await expect(person(page, 'Ada Lovelace')).toBeHidden();
  await expect(title(page, 'Tenants')).toBeFocused();
  await expect(page).toHaveURL('/dashboard/tenants');
  expect(await tenantsOf(landlord)).toBe(1);
});

test('the other choice keeps the tenant, moved out from the day that is given', async ({ page, landlord }) => {
  const ada = await addsTenant(landlord, { name: 'Ada Lovelace', leaseEnd: dayFromNow(200) });
  await page.goto('/dashboard/tenants');
  await expect(card(page, 'Ada Lovelace')).toContainText('Active');
  await page.getByRole('button', { name: 'Delete, Ada Lovelace' }).click();
  const day = dialog(page).getByLabel('Moved out on');
  await expect(day).toHaveValue(dayFromNow(0));
  await day.fill('');
  await dialog(page).getByRole('button', { name: 'Moved out' }).click();
  await expect(day).toHaveAccessibleDescription('Please enter a date');
  await expect(day).toBeFocused();
  await day.fill(dayFromNow(-3));
  await dialog(page).getByRole('button', { name: 'Moved out' }).click();
  await expectSaid(page, 'Tenant updated successfully!');
  await expect(dialog(page)).toBeHidden();
  await expect(card(page, 'Ada Lovelace').getByText('Moved out', { exact: true })).toBeVisible();
  expect(await tenantNow(landlord, ada)).toMatchObject({ movedOut: dayFromNow(-3), propertyId: ada.propertyId });
  await page.getByRole('button', { name: 'Delete, Ada Lovelace' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Delete', exact: true })).toBeVisible();
  await expect(day).toBeHidden();
});

test('a tenant who was changed meanwhile is not deleted unseen, and is read again', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const ada = await addsTenant(landlord, { name: 'Ada Lovelace' });
  await page.goto('/dashboard/tenants');
  await expect(person(page, 'Ada Lovelace')).toBeVisible();
  await page.request.patch(`/api/tenants/${ada.id}`, {
    data: { movedOut: dayFromNow(-1) },
    headers: { origin: landlord.origin, 'if-match': `"${ada.version}"` },
  });
  expectConsoleError(/status of 409/);
  await page.getByRole('button', { name: 'Delete, Ada Lovelace' }).click();
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expectRefused(page, 'Failed to delete tenant', 'This was changed by someone else');
  await expect(card(page, 'Ada Lovelace').getByText('Moved out', { exact: true })).toBeVisible();
  expect(await tenantsOf(landlord)).toBe(1);
  await page.getByRole('button', { name: 'Delete, Ada Lovelace' }).click();
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expectSaid(page, 'Tenant deleted successfully');
  expect(await tenantsOf(landlord)).toBe(0);
});

test('five thousand tenants scroll to the very last, and Back returns to the place that was left', async ({
  page,
  landlord,
  server,
}) => {
  test.slow();
  await statement(server, FIVE_THOUSAND, [landlord.id]);
  await page.addInitScript(() => localStorage.setItem('tenure.view.tenants', 'table'));
  await page.goto('/dashboard/tenants');
  await expect(count(page, '5,000 Tenants')).toBeVisible();
  await page.evaluate(scrollToRow, 5001);
  await expect(row(page, 'Tenant 5000')).toBeInViewport();
  expect(await page.getByRole('row').count(), 'rows in the document').toBeLessThan(100);
  await page.keyboard.press('End');
  await person(page, 'Tenant 4999').click();
  await expect(title(page, 'Tenant 4999')).toBeVisible();
  await page.goBack();
  await expect(person(page, 'Tenant 4999')).toBeInViewport();
});

const FIVE_THOUSAND = `
  insert into public.tenants (user_id, name, email, phone, lease_start, rent_amount, deposit_amount)
  select $1, 'Tenant ' || lpad(n::text, 4, '0'), 'one@two.example', '07700 900417', date '2026-01-01', 500, 0
  from generate_series(1, 5000) n`;

/** In the page: scrolls to the foot of what has come, again and again, until this row is there. */
async function scrollToRow(index: number): Promise<void> {
  while (!document.querySelector(`[aria-rowindex="${index}"]`)) {
    window.scrollTo(0, document.documentElement.scrollHeight);
    await new Promise(requestAnimationFrame);
  }
}
