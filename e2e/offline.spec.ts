import { expect } from '@playwright/test';
import { expectToast, title } from './support/copy.ts';
import { sent } from './support/landlords.ts';
import { test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

test('shows the offline page in the chosen theme, and caches no data of a landlord', async ({
  page,
  context,
  landlord,
  expectConsoleError,
}) => {
  await landlord.adds({ address: '8 Laburnum Row' });
  await page.goto('/dashboard/settings');
  const kept = page.waitForResponse('/api/settings');
  await page.getByRole('switch', { name: 'Dark Mode' }).click();
  await kept;
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto('/dashboard/properties');
  await expect(page.getByText('8 Laburnum Row')).toBeVisible();
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(/\/sw\.js$/);
  // Requests of the list may be in flight.
  expectConsoleError(/ERR_INTERNET_DISCONNECTED/, 'maybe');
  await context.setOffline(true);
  await page.goto('/dashboard/tenants');
  await expect(title(page, 'You are offline')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/tenants');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('main')).toHaveCSS('max-width', '920px');
  const cached = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cached.sort()).toEqual(['/favicon.svg', '/offline', '/plain.css', '/theme.js']);
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(title(page, 'Tenants')).toBeVisible();
});

test('opens a link to the API once, such as the return from HMRC with its one-time code', async ({
  page,
  landlord,
}) => {
  await page.goto('/dashboard/tax');
  await page.evaluate(() => navigator.serviceWorker.ready);
  const { url } = await sent(
    page.request.post('/api/tax-connections', {
      data: { nino: 'AB123456C', nation: 'England' },
      headers: { origin: landlord.origin },
    }),
  );
  await page.goto(String(url));
  await page.getByRole('button', { name: 'Give permission' }).click();
  await expectToast(page, 'Connected to HMRC');
});
