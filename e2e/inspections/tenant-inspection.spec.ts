import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { photo } from '../../test/fixtures/uploads.ts';
import { axeFindings } from '../support/accessible.ts';
import { type Landlord, sent } from '../support/landlords.ts';
import { addsTenancy } from '../support/tenancies.ts';
import { test } from '../support/test.ts';

const PHONE = { javaScriptEnabled: false, viewport: { width: 360, height: 740 } };
const DAY_MS = 86_400_000;

async function posts({ page, origin }: Landlord, path: string, data: object = {}) {
  const answer = await sent(page.request.post(path, { data, headers: { origin } }));
  return { id: String(answer.id), address: String(answer.address) };
}

const widthOf = (page: Page) => page.locator('html').evaluate((html) => html.scrollWidth);

/** Shares a move-in inspection with a cellar and its photo. Returns the path of the tenant's link. */
async function sharesInspection(landlord: Landlord): Promise<string> {
  const tenancy = await addsTenancy(landlord, { names: ['Grace Hopper'], address: '8 Ash Grove' });
  const { id } = await posts(landlord, '/api/inspections', {
    kind: 'move-in',
    startsAt: '2026-11-24T09:00:00.000Z',
    propertyId: tenancy.propertyId,
    tenancyId: tenancy.id,
    meters: [{ name: 'Electricity', serial: 'E1', reading: '012345' }],
  });
  const itemId = randomUUID();
  const items = [{ id: itemId, name: 'Walls', condition: 'damaged', clean: false, note: 'Damp by the door' }];
  const room = await posts(landlord, `/api/inspections/${id}/rooms`, { name: 'Cellar', items });
  const { url } = await landlord.uploads('inspection_images', {
    name: 'Damp.jpg',
    bytes: await photo().jpeg().toBuffer(),
  });
  await posts(landlord, `/api/inspections/${id}/rooms/${room.id}/photos`, { url, itemId });
  await posts(landlord, `/api/inspections/${id}/share`);
  const { address } = await posts(landlord, `/api/inspections/${id}/links/${tenancy.tenants[0]?.id}`);
  return new URL(address).pathname;
}

test('reads, comments on a room, and sees it read-only after the deadline', async ({
  landlord,
  anotherBrowser,
  forward,
  expectConsoleError,
}) => {
  const path = await sharesInspection(landlord);
  const tenant = await anotherBrowser(PHONE);
  await tenant.goto(path);
  await expect(tenant.getByRole('heading', { name: 'Move-in inspection' })).toBeVisible();
  await expect(tenant.getByText('until the end of 02 Dec 2026')).toBeVisible();
  await tenant.getByRole('link', { name: 'Cellar' }).click();
  const cellar = tenant.getByRole('region', { name: 'Cellar' });
  await expect(cellar.getByRole('row', { name: 'Walls Damaged Not clean' })).toBeVisible();
  await expect(cellar.getByText('Damp by the door')).toBeVisible();
  const picture = cellar.getByRole('img', { name: 'Walls' });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(240);
  expect(await widthOf(tenant)).toBe(360);
  // Scans the page in another browser, because axe needs JavaScript.
  const scanned = await anotherBrowser({ viewport: PHONE.viewport });
  await scanned.goto(path);
  await scanned.getByText('Comment on Cellar', { exact: true }).click();
  expect(await axeFindings(scanned)).toEqual([]);

  await cellar.getByText('Comment on Cellar', { exact: true }).click();
  expectConsoleError(/status of 422/);
  await cellar.getByRole('button', { name: 'Add comment' }).click();
  await expect(cellar.getByText('Enter a comment')).toBeVisible();
  await cellar.getByLabel('Your comment on Cellar').fill('The damp was there before.');
  await cellar.getByRole('button', { name: 'Add comment' }).click();
  await expect(cellar.getByText('The damp was there before.')).toBeVisible();
  await expect(cellar.getByText('Grace Hopper, 25 Nov 2026', { exact: false })).toBeVisible();
  expect(new URL(tenant.url()).hash).toContain('#room-');

  await forward(8 * DAY_MS);
  await tenant.reload();
  await expect(tenant.getByText('Comment on Cellar', { exact: true })).toBeHidden();
  await expect(tenant.getByRole('button', { name: 'Add comment' })).toBeHidden();
  await expect(cellar.getByText('The damp was there before.')).toBeVisible();
  expect(await widthOf(tenant)).toBe(360);
  await scanned.reload();
  expect(await axeFindings(scanned)).toEqual([]);
});
