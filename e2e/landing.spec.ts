/** The page's text is tested in src/features/landing/page.test.ts. */
import { expect, type Page } from '@playwright/test';
import { title } from './support/copy.ts';
import { cutOff, delay, fail } from './support/network-faults.ts';
import { test } from './support/test.ts';

const bar = (page: Page) => page.getByRole('banner');

/** Expects that the section's heading is visible below the fixed header. */
async function expectAt(page: Page, fragment: string): Promise<void> {
  await expect(page).toHaveURL(`/#${fragment}`);
  const name = fragment.replace(/^./, (first) => first.toUpperCase());
  await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeInViewport({ ratio: 1 });
}

test('links to sections, sign-up, login, terms and privacy, and to the dashboard after signing in', async ({
  page,
  anotherLandlord,
}) => {
  await page.goto('/');
  await test.step('S1.2.2 S1.2.14 S1.2.15 keeps the header in view with links to features, pricing and contact', async () => {
    for (const name of ['Pricing', 'Contact', 'Features']) {
      await bar(page).getByRole('link', { name, exact: true }).click();
      await expectAt(page, name.toLowerCase());
      await expect(bar(page)).toBeInViewport({ ratio: 1 });
    }
    await page.goto('/login');
    await page.goto('/#contact');
    await expectAt(page, 'contact');
  });
  await test.step('S1.2.22 S1.2.23 links to sign-up and login', async () => {
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
  await test.step('links to terms and privacy', async () => {
    for (const name of ['Terms', 'Privacy']) {
      await page.goto('/');
      await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
      await expect(title(page, name)).toBeVisible();
    }
  });
  await test.step('S1.2.16 S1.2.17 offers Log in and Sign up, or the dashboard after signing in', async () => {
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

test('shows a menu below 768 pixels, and prices in rows of three and two', async ({ page }) => {
  await test.step('S1.2.18 S1.9.2 moves the links into a menu', async () => {
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
  await test.step('S1.2.29 shows the plans in two rows', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const plans = page
      .getByRole('region', { name: 'Pricing', exact: true })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 3 }) });
    await plans.first().scrollIntoViewIfNeeded();
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

const contact = (page: Page) => page.getByRole('form', { name: 'Contact' });

async function write(
  page: Page,
  { name, email, message }: Record<'name' | 'email' | 'message', string>,
): Promise<void> {
  await contact(page).getByLabel('Name').fill(name);
  await contact(page).getByLabel('Email').fill(email);
  await contact(page).getByLabel('How can we help?').fill(message);
  await contact(page).getByRole('button').click();
}

const THANKS = 'Thank you. We have received your message.';
const enquiry = { name: 'Vera Visitor', email: 'vera', message: 'Can I bring 240 units?' };

test('sends the contact form, shows errors at their fields, and keeps input after a failure', async ({
  page,
  expectConsoleError,
}) => {
  await page.goto('/#contact');
  await test.step('S1.2.32 labels the button Contact Sales', async () => {
    await expect(contact(page).getByRole('button')).toHaveText('Contact Sales');
  });
  expectConsoleError(/status of 422/);
  await write(page, enquiry);
  const email = contact(page).getByLabel('Email');
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address.');
  const restore = await cutOff(page, { path: '/api/contact' });
  expectConsoleError(/ERR_FAILED/);
  await write(page, { ...enquiry, email: 'vera@visitor.example' });
  await expect(contact(page).getByRole('alert')).toHaveText(
    'We could not send your message. Check your connection and try again.',
  );
  await expect(contact(page).getByLabel('How can we help?')).toHaveValue(enquiry.message);
  await restore();
  await contact(page).getByRole('button').click();
  await expect(contact(page).getByRole('alert')).toHaveText(THANKS);
  await expect(contact(page).getByLabel('How can we help?')).toHaveValue('');
});

test('loads only the picture for the current theme', async ({ anotherBrowser }) => {
  for (const theme of ['light', 'dark']) {
    const page = await anotherBrowser();
    const loaded: string[] = [];
    page.on('request', (request) => request.url().endsWith('.avif') && loaded.push(request.url()));
    await page.goto('/terms');
    await page.evaluate((chosen) => localStorage.setItem('tenure.theme', chosen), theme);
    await page.goto('/');
    const picture = page.getByRole('img', { name: /^The Finance screen of Tenure/ });
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1920);
    expect(loaded.map((url) => url.includes('-dark-'))).toEqual([theme === 'dark']);
  }
});

test('S1.2.31 starts the checkout of a signed-in landlord, or opens the plans page if that fails', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const CHECKOUT = { method: 'POST', path: '/api/create-checkout-session' } as const;
  expect(landlord.email).not.toBe('');
  await page.goto('/#pricing');
  const subscribe = page.getByRole('link', { name: /^(?:Subscribe|Processing\.\.\.)$/ }).nth(1);
  const letGo = await delay(page, CHECKOUT);
  await subscribe.click();
  await expect(subscribe).toHaveText('Processing...');
  letGo();
  await expect(page.getByRole('main')).toContainText(/To pay today/);
  await page.goto('/#pricing');
  await expect(subscribe).toHaveText('Subscribe');
  await fail(page, CHECKOUT, 'unavailable');
  expectConsoleError(/status of 503/);
  await subscribe.click();
  await expect(page).toHaveURL('/dashboard/plans?plan=standard');
  await expect(page.getByRole('main')).toContainText('You chose Standard, £29.99 a month.');
});

test('shows that Subscribe is busy, and takes a visitor to sign-up, then to the requested page', async ({ page }) => {
  await page.goto('/#pricing');
  const standard = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Standard', exact: true }) });
  const subscribe = standard.locator('a');
  await test.step('S1.2.31 labels the link Subscribe, or Processing... while busy', async () => {
    await expect(subscribe).toHaveText('Subscribe');
    // Prevents navigation, so that the text can be read.
    await subscribe.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()));
    await subscribe.click();
    await expect(subscribe).toHaveText('Processing...');
  });
  await page.reload();
  await subscribe.click();
  await expect(page).toHaveURL('/signup?next=%2Fdashboard%2Fplans%3Fplan%3Dstandard');
  await page.goto('/login?next=/dashboard/profile');
  await page.getByRole('link', { name: 'Start Your Free Trial' }).click();
  await expect(page).toHaveURL('/signup?next=%2Fdashboard%2Fprofile');
  const form = page.getByRole('form', { name: 'Sign up' });
  await form.getByLabel('Name').fill('Vera Visitor');
  await form.getByLabel('Email').fill(`vera.${crypto.randomUUID()}@visitor.example`);
  await form.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: 'Start Free Trial' }).click();
  await expect(title(page, 'Profile')).toBeVisible();
});
