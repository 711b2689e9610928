/** Dark mode holds from the first paint on, wherever it was chosen once; motion is the person's. */
import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { delay } from './network-faults.ts';
import { expectSaid, title } from './words.ts';

/** The theme at the moment the body came to be, which is before anything was painted. */
async function noteFirstTheme(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      document.documentElement.setAttribute('data-first-theme', document.documentElement.dataset.theme ?? 'none');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
}

async function expectTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  const shown = () =>
    page.evaluate(() => {
      const { theme: now, firstTheme: first } = document.documentElement.dataset;
      return { now, first, scheme: getComputedStyle(document.documentElement).colorScheme };
    });
  await expect.poll(shown).toEqual({ now: theme, first: theme, scheme: theme });
}

test.describe('for somebody whose machine is dark', () => {
  test.use({ colorScheme: 'dark' });

  test('dark mode is off until it is chosen', async ({ page }) => {
    await noteFirstTheme(page);
    for (const path of ['/', '/login']) {
      await page.goto(path);
      await expectTheme(page, 'light');
    }
  });
});

test('dark mode stays, on every page and without a flash of light, also after signing out', async ({
  page,
  landlord: _,
}) => {
  await noteFirstTheme(page);
  await page.goto('/dashboard/settings');
  await expectTheme(page, 'light');
  const dark = page.getByRole('switch', { name: 'Dark mode' });
  await expect(dark).not.toBeChecked();
  const kept = page.waitForResponse('/api/settings');
  await dark.check();
  await kept;
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  for (const path of ['/dashboard/settings', '/dashboard/properties', '/', '/terms']) {
    await page.goto(path);
    await expectTheme(page, 'dark');
  }
  await page.goto('/dashboard/settings');
  await expect(dark).toBeChecked();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expectTheme(page, 'dark');
  await page.goto('/login');
  await expectTheme(page, 'dark');
});

test('nothing moves for somebody who asked for no motion', async ({ page, landlord }) => {
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  const { id } = await landlord.adds();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const letGo = await delay(page, { path: '/api/properties' });
  await page.goto('/dashboard/properties');
  await expect(page.getByText('Loading properties...')).toBeAttached();
  expect(await moving()).toBe(0);
  letGo();
  await page.goto(`/dashboard/properties/${id}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Property' });
  await expect(question).toBeVisible();
  expect(await moving()).toBe(0);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectSaid(page, 'Property deleted successfully');
  expect(await moving()).toBe(0);
  await expect(title(page, 'Properties')).toBeVisible();
});
