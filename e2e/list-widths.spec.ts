/** The lists of all nouns between desk and phone: the toolbar keeps to one row, and what a thumb presses is tall enough. */
import { expect, type Locator } from '@playwright/test';
import { test } from './journey.ts';
import { addsSupplier } from './suppliers.ts';
import { addsTenant } from './tenants.ts';

const LISTS = ['properties', 'tenants', 'suppliers'];

async function box(one: Locator): Promise<{ y: number; height: number }> {
  const found = await one.boundingBox();
  if (!found) throw new Error('It is not on the page.');
  return found;
}

test('on a tablet search, filter, sort and view stand in one row, and the views are called by their names', async ({
  page,
  landlord,
}) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await addsTenant(landlord);
  await addsSupplier(landlord);
  for (const list of LISTS) {
    await page.goto(`/dashboard/${list}`);
    const { y } = await box(page.getByRole('searchbox'));
    expect((await box(page.getByLabel('Sort'))).y, list).toBeCloseTo(y, 0);
    expect((await box(page.getByRole('group', { name: 'View' }))).y, list).toBeCloseTo(y, 0);
    await page.getByRole('radio', { name: 'Table' }).check();
    await expect(page.getByRole('table')).toBeVisible();
  }
});

test('on a phone the links of a card are tall enough for a thumb, and all cards are of one height', async ({
  page,
  landlord,
}) => {
  await page.setViewportSize({ width: 375, height: 800 });
  const { id: propertyId } = await landlord.adds();
  await addsTenant(landlord, { propertyId, phone: '020 7946 0018' });
  await addsTenant(landlord, { propertyId, phone: 'ask at the shop' });
  await addsSupplier(landlord, { phone: '0117 496 0123' });
  await addsSupplier(landlord, { phone: 'ask at the shop' });
  for (const list of ['tenants', 'suppliers']) {
    await page.goto(`/dashboard/${list}`);
    const cards = page.getByRole('listitem').filter({ has: page.getByRole('heading') });
    await expect(cards).toHaveCount(2);
    const call = page.locator('a[href^="tel:"]');
    await expect(call).toHaveCount(1);
    expect((await box(call)).height, `pixels, ${list}`).toBeGreaterThanOrEqual(44);
    expect((await box(cards.first())).height, list).toBe((await box(cards.last())).height);
  }
});
