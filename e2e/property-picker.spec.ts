/** The search field that chooses a property: by keyboard, by mouse and by thumb, among few or five thousand, and when the search fails. */
import { expect, type Locator, type Page } from '@playwright/test';
import { statement } from './database.ts';
import { test } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { delay, fail } from './network-faults.ts';
import { linked, linkField } from './suppliers.ts';
import { title } from './words.ts';

const list = (page: Page) => page.getByRole('listbox');
const options = (page: Page) => list(page).getByRole('option');

/** Opens a form that has the field. */
async function open(page: Page): Promise<void> {
  await page.goto('/dashboard/suppliers/add');
  await expect(title(page, 'Add New Supplier')).toBeVisible();
}

/** The option that the arrow keys have reached, as screen readers are told. */
async function expectActive(option: Locator): Promise<void> {
  const id = (await option.getAttribute('id')) ?? '';
  await expect(linkField(option.page())).toHaveAttribute('aria-activedescendant', id);
}

test('it opens on a press, by address, and a press chooses', async ({ page, landlord }) => {
  await landlord.adds({ address: '9 Mill Lane', city: 'Leeds' });
  await landlord.adds({ address: '14 Chandos Terrace', city: 'Bristol' });
  await open(page);
  await linkField(page).click();
  await expect(options(page)).toHaveText(['9 Mill LaneLeeds', '14 Chandos TerraceBristol']);
  await expect(linkField(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(list(page)).toBeInViewport({ ratio: 1 });
  await options(page).filter({ hasText: 'Mill' }).click();
  await expect(linked(page)).toContainText('9 Mill Lane');
  await expect(list(page)).toBeHidden();
  await expect(linkField(page)).toBeFocused();
});

test('it is searched and answered by keyboard alone, and says how many it found', async ({ page, landlord }) => {
  for (const address of ['1 Beech Road', '2 Beech Road', '3 Mill Lane']) await landlord.adds({ address });
  await open(page);
  const keyboard = keyboardOf(page);
  await keyboard.fill(linkField(page), 'BEECH');
  await expect(options(page)).toHaveCount(2);
  await expect(page.getByRole('status').filter({ hasText: '2 results' })).toBeAttached();
  await expectActive(options(page).first());
  await keyboard.keys('ArrowDown');
  await expectActive(options(page).last());
  await keyboard.keys('ArrowDown');
  await expectActive(options(page).first());
  await keyboard.keys('ArrowUp', 'Enter');
  await expect(linked(page)).toContainText('2 Beech Road');
  await expect(linkField(page)).toHaveValue('');

  await keyboard.keys('ArrowDown');
  await expect(options(page)).toHaveText(['1 Beech RoadBristol', '3 Mill LaneBristol']);
  await keyboard.keys('Escape');
  await expect(list(page)).toBeHidden();
  await keyboard.keys('ArrowUp');
  await expectActive(options(page).last());
  await keyboard.keys('Tab');
  await expect(list(page)).toBeHidden();
  await expect(linkField(page)).not.toBeFocused();
});

test('Enter chooses only what has been found for what is typed, and never sends the form', async ({
  page,
  landlord,
}) => {
  await landlord.adds({ address: '1 Beech Road' });
  await landlord.adds({ address: '3 Mill Lane' });
  await open(page);
  await linkField(page).click();
  await expect(options(page)).toHaveCount(2);
  const letGo = await delay(page, { path: '/api/properties/choices' });
  await page.keyboard.type('mill');
  await page.keyboard.press('Enter');
  await expect(list(page)).toHaveAttribute('aria-busy', 'true');
  await expect(linked(page)).toBeHidden();
  letGo();
  await expect(options(page)).toHaveText(['3 Mill LaneBristol']);
  await page.keyboard.press('Enter');
  await expect(linked(page)).toContainText('3 Mill Lane');
  await expect(page.getByText('fields need attention')).toBeHidden();
});

test('what is in sight is chosen with a press at once, also while the search for what is typed is under way', async ({
  page,
  landlord,
}) => {
  await landlord.adds({ address: '1 Beech Road' });
  await landlord.adds({ address: '3 Mill Lane' });
  await open(page);
  await linkField(page).click();
  await expect(options(page)).toHaveCount(2);
  const letGo = await delay(page, { path: '/api/properties/choices' });
  await page.keyboard.type('mill');
  await options(page).filter({ hasText: 'Mill' }).click();
  await expect(linked(page)).toHaveText(/^3 Mill Lane/);
  await expect(list(page)).toBeHidden();
  letGo();
});

test('what is half typed is taken back when the field is left', async ({ page, landlord }) => {
  await landlord.adds({ address: '1 Beech Road' });
  await open(page);
  await linkField(page).fill('bee');
  await expect(options(page)).toHaveCount(1);
  await page.getByLabel('Company Name').focus();
  await expect(linkField(page)).toHaveValue('');
  await expect(list(page)).toBeHidden();
});

test('what is nowhere can be added: the way there is the next stop of the keyboard', async ({ page, landlord }) => {
  await landlord.adds({ address: '1 Beech Road' });
  await open(page);
  for (const typed of ["' or 1=1 --", '_______', '%']) {
    await linkField(page).fill(typed);
    await expect(page.getByText('No properties found')).toBeVisible();
  }
  await expect(linkField(page)).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Add a property' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(title(page, 'Add New Property')).toBeVisible();
});

test('what is linked already is not offered again', async ({ page, landlord }) => {
  await landlord.adds({ address: '1 Beech Road' });
  await open(page);
  await linkField(page).fill('beech');
  await options(page).click();
  await linkField(page).fill('beech');
  await expect(page.getByText('What matches is chosen already.')).toBeVisible();
});

test('a search that fails says so, and Retry searches again', async ({ page, landlord, expectConsoleError }) => {
  await landlord.adds({ address: '1 Beech Road' });
  await open(page);
  const mend = await fail(page, { path: '/api/properties/choices' }, 'unavailable');
  expectConsoleError(/status of 503/);
  await linkField(page).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to load properties' });
  await expect(alert).toContainText('We cannot reach our database just now.');
  await mend();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(options(page)).toHaveText(['1 Beech RoadBristol']);
});

test('it finds one of five thousand', async ({ page, landlord, server }) => {
  await statement(server, FIVE_THOUSAND, [landlord.id]);
  await open(page);
  await linkField(page).click();
  await expect(options(page)).toHaveCount(20);
  await linkField(page).fill('4321 long');
  await expect(options(page)).toHaveText(['4321 Long StreetLeeds']);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true });

  test('a thumb finds and chooses, and nothing is wider than the window', async ({ page, landlord }) => {
    await landlord.adds({
      address: 'Flat 6, Albion Works, 22 Pollard Street East and its very long name',
      city: 'Leeds',
    });
    await open(page);
    await linkField(page).tap();
    await expect(list(page)).toBeInViewport({ ratio: 1 });
    const { height = 0 } = (await options(page).boundingBox()) ?? {};
    expect(height, 'pixels of an option').toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
    await options(page).tap();
    await expect(linked(page)).toContainText('Albion Works');
  });
});

const FIVE_THOUSAND = `
  insert into public.properties
    (user_id, address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, size, status, date_added)
  select $1, n || ' Long Street', 'Leeds', 'Leeds', 'LS1 1AA', 'flat', 1, 1, 500 + n, 100, 'vacant',
    timestamptz '2026-01-01' + make_interval(mins => n)
  from generate_series(1, 5000) n`;
