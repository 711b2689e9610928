import { expect, type Page } from '@playwright/test';
import { ENDED_ELSEWHERE } from './support/console-errors.ts';
import { expectCode, expectErrorToast, title } from './support/copy.ts';
import { signIn } from './support/landlords.ts';
import { cutOff, delay, fail, sessionNotInDocument } from './support/network-faults.ts';
import { test } from './support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const TABS = ['Dashboard', 'Properties', 'Tenants', 'Rent', 'Suppliers', 'Finance', 'Settings'];
const SIGN_OUT = { path: '/api/auth/sign-out' };
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const account = (page: Page) => page.getByRole('button', { name: 'Account of Ada Lovelace' });
const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true });

test('opens screens by tabs, brand link, skip link and user menu, and from a menu on a phone', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await page.goto('/dashboard');
  await test.step('S1.2.6 S1.2.42 S1.2.43 opens each tab’s screen and marks the tab', async () => {
    await expect(title(page, 'Dashboard')).toBeVisible();
    await expectCode(page);
    await expect(tabs(page).getByRole('link')).toHaveText(TABS);
    for (const name of [...TABS.slice(1), 'Dashboard']) {
      await tabs(page).getByRole('link', { name }).click();
      await expect(title(page, name)).toBeFocused();
      await expect(page).toHaveTitle(`${name} · Tenure`);
      await expect(tabs(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
      await expect(tabs(page).getByRole('link').and(page.locator('[aria-current]'))).toHaveCount(1);
    }
  });
  await test.step('gives the open tab another background in forced colours', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    const grounds = await tabs(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => getComputedStyle(link).backgroundColor));
    expect(grounds.filter((ground) => ground === grounds[0])).toHaveLength(1);
    await page.emulateMedia({ forcedColors: 'none' });
  });
  await test.step('S1.2.47 S1.2.48 shows who is signed in, and opens the profile', async () => {
    await expect(account(page)).toContainText('AL');
    await account(page).click();
    await expect(page.getByRole('menu')).toContainText(landlord.email);
    await page.keyboard.press('Escape');
    await expect(account(page)).toBeFocused();
    await account(page).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await expect(title(page, 'Profile')).toBeFocused();
  });
  await test.step('S1.2.41 opens the dashboard with the brand link', async () => {
    await page.getByRole('link', { name: 'Tenure', exact: true }).click();
    await expect(page.getByText(`Welcome, ${landlord.name}.`)).toBeVisible();
  });
  await test.step('offers to skip the bar on the first Tab', async () => {
    await page.goto('/dashboard/settings');
    await expect(page.getByRole('switch', { name: 'Dark mode' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('switch', { name: 'Dark mode' })).toBeFocused();
  });
  await test.step('opens a tab’s other screens from the second row, with the tab marked', async () => {
    const row = (tab: string) => page.getByRole('navigation', { name: `In ${tab}` });
    await tabs(page).getByRole('link', { name: 'Properties' }).click();
    await row('Properties').getByRole('link', { name: 'Certificates and compliance' }).click();
    await expect(title(page, 'Certificates and compliance')).toBeFocused();
    await expect(row('Properties').locator('[aria-current]')).toHaveText('Certificates and compliance');
    await expect(tabs(page).locator('[aria-current]')).toHaveText('Properties');
    await tabs(page).getByRole('link', { name: 'Finance' }).click();
    await row('Finance').getByRole('link', { name: 'Bank accounts' }).click();
    await expect(page).toHaveURL('/dashboard/finance?tab=accounts');
    await expect(row('Finance').locator('[aria-current]')).toHaveText('Bank accounts');
  });
  await test.step('keeps the bar on one line at every width and font, with the last tab in More below 1024 pixels', async () => {
    const bar = page.getByRole('banner');
    const gap = () =>
      tabs(page).evaluate((nav) => {
        const shown = [...nav.children].filter((one) => (one as HTMLElement).offsetWidth > 0);
        return (
          Number(nav.nextElementSibling?.getBoundingClientRect().left) -
          Number(shown.at(-1)?.getBoundingClientRect().right)
        );
      });
    const font = { path: /\/assets\/inter-[\w]+\.woff2$/ };
    for (const cut of [false, true]) {
      const restore = cut ? await cutOff(page, font) : undefined;
      if (cut) expectConsoleError(/ERR_FAILED/, 'maybe');
      await page.goto('/dashboard/settings');
      await expectCode(page);
      for (const width of [1280, 1024, 1023, 768]) {
        await page.setViewportSize({ width, height: 800 });
        await expect(tabs(page).getByRole('link', { name: 'Settings' })).toBeVisible({ visible: width >= 1024 });
        expect((await bar.boundingBox())?.height).toBe(57);
        expect(await gap()).toBeGreaterThanOrEqual(0);
      }
      await restore?.();
    }
    await tabs(page).getByRole('link', { name: 'Rent' }).click();
    await expect(title(page, 'Rent')).toBeFocused();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(title(page, 'Settings')).toBeFocused();
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step('shows the trial’s countdown in one line, and keeps it closed', async () => {
    const ribbon = page.getByRole('complementary', { name: 'Free trial' });
    await page.goto('/dashboard/properties');
    await expectCode(page);
    for (const [width, limit] of [
      [1280, 120],
      [375, 150],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await expect(ribbon).toContainText('Your free trial ends in 7 days.');
      expect((await page.getByRole('heading', { level: 1 }).boundingBox())?.y).toBeLessThanOrEqual(limit);
    }
    await page.getByRole('button', { name: 'Hide for now' }).click();
    await expect(ribbon).toBeHidden();
    await expect(title(page, 'Properties')).toBeFocused();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.reload();
    await expect(title(page, 'Properties')).toBeVisible();
    await expect(ribbon).toBeHidden();
    await page.goto('/dashboard/settings');
  });
  await test.step('S1.2.44 S1.9.2 replaces the tabs with a menu below 768 pixels', async () => {
    await page.setViewportSize({ width: 768, height: 800 });
    await expect(tabs(page)).toBeVisible();
    await expect(menuButton(page)).toBeHidden();
    await page.setViewportSize({ width: 767, height: 800 });
    await expect(tabs(page)).toBeHidden();
    await menuButton(page).click();
    await expect(page.getByRole('menuitem')).toHaveText([...TABS, 'Profile', 'Plan', 'Sign out']);
    await expect(page.getByRole('menu')).toContainText(landlord.email);
    await page.getByRole('menuitem', { name: 'Suppliers' }).click();
    await expect(title(page, 'Suppliers')).toBeVisible();
    await expect(page.getByRole('menu')).toBeHidden();
    await menuButton(page).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/');
  });
});

test('shows the bar before the code loads, without a shift when the screen appears', async ({ page, landlord }) => {
  await page.goto('/dashboard');
  await expect(page.getByText(`Welcome, ${landlord.name}.`)).toBeVisible();
  const release = await delay(page, { path: /\/assets\/app-[\w-]+\.js$/ });
  const places = () =>
    page
      .getByRole('banner')
      .getByRole('link')
      .or(page.getByRole('complementary', { name: 'Free trial' }))
      .or(page.getByRole('banner').locator('button, nav'))
      .evaluateAll((found) => found.map((one) => JSON.stringify(one.getBoundingClientRect())));
  await page.goto('/dashboard/settings', { waitUntil: 'commit' });
  await expect(tabs(page).getByRole('link')).toHaveText(TABS);
  await tabs(page).getByRole('link', { name: 'Properties' }).click();
  await expect(page).toHaveURL('/dashboard/properties');
  await expect(tabs(page).locator('[aria-current]')).toHaveText('Properties');
  const before = await places();
  release();
  await expect(title(page, 'Properties')).toBeVisible();
  await expectCode(page);
  expect(await places()).toEqual(before);
});

test('signing out stops all requests, reports a failure, clears Back, and signs out the other tabs', async ({
  page,
  landlord,
  server,
  expectConsoleError,
}) => {
  const signsOut = async () => {
    await account(page).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  await landlord.adds({ address: '8 Laburnum Row' });
  expectConsoleError(ENDED_ELSEWHERE, 'maybe');
  await test.step('S1.8.26 reports a failure, and requests continue', async () => {
    const restore = await fail(page, SIGN_OUT, 'unavailable');
    expectConsoleError(/status of 503/);
    const letGo = await delay(page, { path: '/api/properties' });
    await page.goto('/dashboard/properties');
    await expect(page.getByText('Loading properties...')).toBeAttached();
    await signsOut();
    await expectErrorToast(page, 'You are still signed in');
    letGo();
    await expect(page.getByText('8 Laburnum Row')).toBeVisible();
    await restore();
  });
  await test.step('sends no requests that would be refused while signing out', async () => {
    await page.goto('/dashboard/settings');
    const letGo = await delay(page, SIGN_OUT);
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === SIGN_OUT.path);
    await signsOut();
    await asked;
    const later: string[] = [];
    page.on('request', (request) => later.push(new URL(request.url()).pathname));
    await tabs(page).getByRole('link', { name: 'Properties' }).click();
    // On a slow machine, the screen waits for the session request, which is delayed.
    await expect(page.getByText(/^Loading (properties|your dashboard)\.\.\.$/)).toBeAttached();
    expect(later.filter((path) => path.startsWith('/api/'))).toEqual([]);
    letGo();
    await expect(page).toHaveURL('/');
  });
  await test.step('S1.2.49 S1.4.25 signs out to the front page, and Back shows no record', async () => {
    await signIn(page, server.address, landlord);
    await page.goto('/dashboard/properties');
    await expect(page.getByText('8 Laburnum Row')).toBeVisible();
    await signsOut();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
    await page.goBack();
    await expect(title(page, 'Welcome back')).toBeVisible();
    await expect(page.getByText('8 Laburnum Row')).toBeHidden();
  });
  await test.step('S1.4.9 S2.1.3 S2.2.32 S2.4.1 S2.4.2 signs out to the login in the settings, and in the other tabs', async () => {
    await signIn(page, server.address, landlord);
    await page.goto('/dashboard/settings');
    const tab = await page.context().newPage();
    await tab.goto('/dashboard/properties');
    await expect(tab.getByText('8 Laburnum Row')).toBeVisible();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL('/login');
    await expect(title(tab, 'Welcome back')).toBeVisible();
  });
});

test('shows a message with a link for an unknown address, a broken screen and an unreadable session', async ({
  landlord: { page },
  expectConsoleError,
}) => {
  await test.step('S1.2.9 S2.2.3 shows 404 with a link home, inside the shell', async () => {
    expectConsoleError(/status of 404/);
    for (const path of ['/nothing-here', '/dashboard/properties/1/2']) {
      expect((await page.goto(path))?.status()).toBe(404);
      await expect(title(page, 'Oops! Page not found')).toBeVisible();
      await expect(page).toHaveTitle('Page not found · Tenure');
      await expect(tabs(page)).toBeVisible();
    }
    await page.getByRole('link', { name: 'Go to your dashboard' }).click();
    await expect(title(page, 'Dashboard')).toBeFocused();
    await page.goBack();
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL('/');
  });
  await test.step('shows an error for a menu whose code fails to load, and keeps its button', async () => {
    await page.goto('/dashboard/settings');
    await expect(title(page, 'Settings')).toBeVisible();
    const restore = await cutOff(page, { path: /\/assets\/MenuParts/ });
    expectConsoleError(/ERR_FAILED/);
    await account(page).click();
    await expectErrorToast(page, 'This could not be opened', 'Check your connection');
    await expect(page.getByRole('menu')).toBeHidden();
    await restore();
    await page.reload();
    // A key press before the code has loaded still moves the focus to the first menu item.
    await account(page).press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(account(page)).toBeFocused();
  });
  await test.step('S1.2.13 S2.8.1 reloads a broken screen', async () => {
    await page.goto('/dashboard/settings');
    await expectCode(page);
    const restore = await cutOff(page, { path: /\/assets\/FinancePage/ });
    expectConsoleError(/FinancePage|dynamically imported module/);
    expectConsoleError(/ERR_FAILED/);
    await tabs(page).getByRole('link', { name: 'Finance' }).click();
    await expect(title(page, 'Unexpected Application Error!')).toBeVisible();
    await tabs(page).getByRole('link', { name: 'Settings' }).click();
    await expect(title(page, 'Settings')).toBeVisible();
    await tabs(page).getByRole('link', { name: 'Finance' }).click();
    await restore();
    await page.getByRole('button', { name: 'Reload page' }).click();
    await expect(title(page, 'Finance')).toBeVisible();
  });
  await test.step('S1.4.7 S1.4.10 waits for the session, and keeps the landlord signed in if it cannot be read', async () => {
    await sessionNotInDocument(page);
    const letGo = await delay(page, { path: '/api/auth/get-session' });
    await page.goto('/dashboard/settings', { waitUntil: 'load' });
    await expect(page.getByText('Loading your dashboard...')).toBeAttached();
    letGo();
    await expect(title(page, 'Settings')).toBeVisible();
    const restore = await fail(page, { path: '/api/auth/get-session' }, 'internal');
    expectConsoleError(/status of 500/);
    await page.goto('/dashboard/profile');
    await expect(page.getByRole('alert')).toContainText('We could not check who is signed in');
    await expect(page.getByRole('alert')).toContainText('Something went wrong on our side.');
    await restore();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
  });
  await test.step('S1.2.50 offers to sign in after the session has ended', async () => {
    await page.context().clearCookies({ name: /session/ });
    // This request is always refused; other requests may be.
    expectConsoleError(/status of 401/);
    await page.evaluate(() => fetch('/api/transactions/summary'));
    const signIn = page.getByRole('banner').getByRole('link', { name: 'Sign in', exact: true });
    await expect(async () => {
      // Simulates a return to the tab. A session request in flight may return the earlier state.
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      await expect(signIn).toBeVisible({ timeout: 1000 });
    }).toPass();
    await signIn.click();
    await expect(title(page, 'Welcome back')).toBeVisible();
  });
});
