/** The front page and the prices, in the words and the order that the specification gives them. */
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { title } from './words.ts';

const bar = (page: Page) => page.getByRole('banner');
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** The heading of a section is on the screen, below the bar that stays. */
async function expectAt(page: Page, fragment: string, heading: string): Promise<void> {
  await expect(page).toHaveURL(`/#${fragment}`);
  await expect(page.getByRole('heading', { level: 2, name: heading, exact: true })).toBeInViewport({ ratio: 1 });
}

test('the front page opens with what the product is, a free trial without a card, and the two ways in', async ({
  page,
}) => {
  await page.goto('/');
  await expect(title(page, 'Property Management Simplified')).toBeVisible();
  const hero = section(page, 'Property Management Simplified');
  await expect(hero.getByText('Try the product free for 7 days', { exact: true })).toBeVisible();
  await expect(hero.getByText('No credit card required', { exact: true })).toBeVisible();
  await hero.getByRole('link', { name: 'Start Free Trial', exact: true }).click();
  await expect(page).toHaveURL('/signup');
  await page.goto('/');
  await hero.getByRole('link', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL('/login');
});

test('the bar of the front page stays in view and leads to features, pricing and contact', async ({ page }) => {
  await page.goto('/');
  for (const name of ['Pricing', 'Contact', 'Features']) {
    await bar(page).getByRole('link', { name, exact: true }).click();
    await expectAt(page, name.toLowerCase(), name);
    await expect(bar(page)).toBeInViewport({ ratio: 1 });
  }
  for (const fragment of ['features', 'pricing', 'contact']) {
    await page.goto('/login');
    await page.goto(`/#${fragment}`);
    await expectAt(
      page,
      fragment,
      fragment.replace(/^./, (letter) => letter.toUpperCase()),
    );
  }
});

test('below 768 pixels the links of the front page lie in a menu', async ({ page }) => {
  const links = bar(page).getByRole('navigation', { name: 'Main' });
  const menu = bar(page).getByLabel('Menu').first();
  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto('/');
  await expect(links.getByRole('link')).toHaveText(['Features', 'Pricing', 'Contact']);
  await expect(menu).toBeHidden();
  await page.setViewportSize({ width: 767, height: 800 });
  await expect(links).toBeHidden();
  await menu.click();
  await expect(bar(page).getByRole('navigation', { name: 'Menu' }).getByRole('link')).toHaveText([
    'Features',
    'Pricing',
    'Contact',
    'Log in',
  ]);
});

test('the front page tells how it works, what it does and that trying it risks nothing, and ends with the way in', async ({
  page,
}) => {
  await page.goto('/');
  const names = (where: Locator) => where.getByRole('heading', { level: 3 });
  await expect(names(section(page, 'How It Works'))).toHaveText(['Add Properties', 'Manage Tenants', 'Track Services']);
  await expect(names(section(page, 'Features'))).toHaveText([
    'Property Management',
    'Tenant Management',
    'Financial Tracking',
    'Communication Tools',
    'Maintenance Alerts',
    'Analytics Dashboard',
  ]);
  await expect(names(section(page, 'Try it for a week, free of risk'))).toHaveText([
    '7 days free',
    'No credit card',
    'Easy setup',
  ]);
  const last = page.getByRole('main').getByRole('region').last();
  await last.getByRole('link', { name: 'Start Free Trial' }).click();
  await expect(page).toHaveURL('/signup');
});

test('the foot of every public page leads to real terms and privacy, under this year', async ({ page }) => {
  for (const [name, path] of [
    ['Terms', '/terms'],
    ['Privacy', '/privacy'],
  ] as const) {
    await page.goto('/');
    const foot = page.getByRole('contentinfo');
    await expect(foot).toContainText(`© ${new Date().getFullYear()} Tenure`);
    await foot.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(title(page, name)).toBeVisible();
  }
});

test('the prices show three plans in one row and the two largest below, Standard as the most popular', async ({
  page,
}) => {
  await page.goto('/#pricing');
  const plans = section(page, 'Pricing')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) });
  const shown = [
    ['Basic', 'For one or two properties', '£12.99'],
    ['Standard', 'For 3-10 properties', '£29.99'],
    ['Professional', 'For 10-50 units', '£49.99'],
    ['Business', 'For 50-200 units', '£89.99'],
    ['Enterprise', 'For 200+ units', '£149.99'],
  ];
  await expect(plans).toHaveCount(shown.length);
  for (const [place, [name = '', whom = '', price = '']] of shown.entries()) {
    const plan = plans.nth(place);
    await expect(plan.getByRole('heading', { level: 3 })).toHaveText(name);
    await expect(plan.getByText(whom, { exact: true })).toBeVisible();
    await expect(plan.getByText(`${price} a month`)).toBeVisible();
    await expect(plan.getByText('Most Popular')).toHaveCount(name === 'Standard' ? 1 : 0);
  }
  const tops = await plans.evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().top)));
  expect(new Set(tops.slice(0, 3)).size, 'the first three stand side by side').toBe(1);
  expect(new Set(tops.slice(3)).size, 'the last two stand side by side').toBe(1);
  expect(tops[3]).toBeGreaterThan(tops[0] ?? 0);
});

test('each plan names what it adds to the smaller one, and what only larger ones hold', async ({ page }) => {
  await page.goto('/#pricing');
  const plan = (name: string) =>
    section(page, 'Pricing')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) });
  await expect(plan('Basic').getByText('Includes', { exact: true })).toBeVisible();
  await expect(plan('Basic').getByText('Rent tracking and reminders', { exact: true })).toBeVisible();
  await expect(plan('Standard').getByText('Everything in Basic, and', { exact: true })).toBeVisible();
  await expect(plan('Standard').getByText('Document storage', { exact: true })).toBeVisible();
  const unlisted = plan('Basic').getByText('White-label', { exact: true });
  await expect(unlisted).toBeHidden();
  await plan('Basic').getByText('Not included').click();
  await expect(unlisted).toBeVisible();
  await expect(plan('Enterprise').getByText('Not included')).toHaveCount(0);
});
