/** The front page: what only a browser shows of it. Its words are in src/features/landing/page.test.ts. */
import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { title } from './words.ts';

const bar = (page: Page) => page.getByRole('banner');

/** The heading of a section is on the screen, below the bar that stays. */
async function expectAt(page: Page, fragment: string): Promise<void> {
  await expect(page).toHaveURL(`/#${fragment}`);
  const name = fragment.replace(/^./, (first) => first.toUpperCase());
  await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeInViewport({ ratio: 1 });
}

test('the front page leads to its sections, to sign-up and login, to terms and privacy, and a landlord to the dashboard', async ({
  page,
  anotherLandlord,
}) => {
  await page.goto('/');
  await test.step('S1.2.2 S1.2.14 S1.2.15 the bar stays and leads to features, pricing and contact', async () => {
    for (const name of ['Pricing', 'Contact', 'Features']) {
      await bar(page).getByRole('link', { name, exact: true }).click();
      await expectAt(page, name.toLowerCase());
      await expect(bar(page)).toBeInViewport({ ratio: 1 });
    }
    await page.goto('/login');
    await page.goto('/#contact');
    await expectAt(page, 'contact');
  });
  await test.step('S1.2.22 S1.2.23 the two ways in', async () => {
    const hero = page.getByRole('region', { name: 'Property Management Simplified', exact: true });
    for (const [name, path] of [
      ['Start Free Trial', '/signup'],
      ['Log in', '/login'],
    ] as const) {
      await page.goto('/');
      await hero.getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(path);
    }
  });
  await test.step('terms and privacy', async () => {
    for (const name of ['Terms', 'Privacy']) {
      await page.goto('/');
      await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
      await expect(title(page, name)).toBeVisible();
    }
  });
  await test.step('S1.2.16 S1.2.17 the bar offers Log in and Sign up, or the dashboard', async () => {
    await expect(bar(page).getByRole('link', { name: 'Log in' })).toBeVisible();
    await expect(bar(page).getByRole('link', { name: 'Sign up' })).toBeVisible();
    await expect(bar(page).getByRole('link', { name: 'Dashboard' })).toBeHidden();
    const { page: theirs } = await anotherLandlord();
    await theirs.goto('/');
    await expect(bar(theirs).getByRole('link', { name: 'Log in' })).toBeHidden();
    await bar(theirs).getByRole('link', { name: 'Dashboard' }).click();
    await expect(title(theirs, 'Dashboard')).toBeVisible();
  });
});

test('the front page has a menu below 768 pixels, and its prices stand three in a row and two below', async ({
  page,
}) => {
  await test.step('S1.2.18 S1.9.2 the links lie in a menu', async () => {
    const links = bar(page).getByRole('navigation', { name: 'Main' });
    const menu = bar(page).getByLabel('Menu').first();
    await page.setViewportSize({ width: 768, height: 800 });
    await page.goto('/');
    await expect(links.getByRole('link')).toHaveText(['Features', 'Pricing', 'Contact']);
    await expect(menu).toBeHidden();
    await page.setViewportSize({ width: 767, height: 800 });
    await expect(links).toBeHidden();
    await menu.click();
    const inMenu = bar(page).getByRole('navigation', { name: 'Menu' }).getByRole('link');
    await expect(inMenu).toHaveText(['Features', 'Pricing', 'Contact', 'Log in']);
  });
  await test.step('S1.2.29 the plans stand in two rows', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const plans = page
      .getByRole('region', { name: 'Pricing', exact: true })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 3 }) });
    const tops = await plans.evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().top)));
    const [first = 0, , , second = 0] = tops;
    expect(tops).toEqual([first, first, first, second, second]);
    expect(second).toBeGreaterThan(first);
    const unlisted = plans.first().getByText('White-label', { exact: true });
    await expect(unlisted).toBeHidden();
    await plans.first().getByText('Not included').click();
    await expect(unlisted).toBeVisible();
  });
});
