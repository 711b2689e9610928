/** The door: what it says to those it does not let in, and where it leads those it does. */
import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { signIn } from './landlords.ts';
import { cutOff } from './network-faults.ts';
import { expectRefused, expectSaid, title } from './words.ts';

const password = (page: Page) => page.getByRole('form').getByLabel('Password', { exact: true });

async function logIn(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.getByRole('form').getByLabel('Email').fill(person.email);
  await password(page).fill(person.password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

test('login says what is wrong with what was typed, at its place, and goes to the first of it', async ({ page }) => {
  await page.goto('/login');
  await expect(page).toHaveTitle('Log in · Tenure');
  await expect(title(page, 'Welcome back')).toBeVisible();
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('form').getByLabel('Email')).toHaveAccessibleDescription(
    'Please enter a valid email address.',
  );
  await expect(password(page)).toHaveAccessibleDescription('Password must be at least 8 characters.');
  await expect(page.getByRole('form').getByLabel('Email')).toBeFocused();

  await logIn(page, { email: 'hannah.example', password: '1234567' });
  await expect(page.getByRole('form').getByLabel('Email')).toHaveAccessibleDescription(
    'Please enter a valid email address.',
  );
  await page.getByRole('form').getByLabel('Email').fill('hannah@tenure.example');
  await expect(page.getByRole('form').getByLabel('Email')).toHaveAccessibleDescription('');
  await expect(password(page)).toHaveAccessibleDescription('Password must be at least 8 characters.');
});

test('a password can be shown and hidden again', async ({ page }) => {
  await page.goto('/login');
  await password(page).fill('correct horse');
  await expect(password(page)).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await expect(password(page)).toHaveValue('correct horse');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'password');
});

test('a wrong password and an unknown address are answered alike, and what was typed stays', async ({
  page,
  anotherLandlord,
  expectConsoleError,
}) => {
  const { email } = await anotherLandlord();
  expectConsoleError(/status of 401/);
  for (const tried of [email, 'nobody@tenure.example']) {
    await page.goto('/login');
    await logIn(page, { email: tried, password: 'wrong horse battery' });
    await expectRefused(page, 'Invalid email or password. Please try again.');
    await expect(page.getByRole('form').getByRole('alert')).toHaveText('Invalid email or password. Please try again.');
    await expect(page.getByRole('form').getByLabel('Email')).toHaveValue(tried);
  }
});

test('somebody who goes on guessing is asked to wait, and the landlord is let in by a browser they have used', async ({
  page,
  anotherLandlord,
  expectConsoleError,
  server,
}) => {
  const person = await anotherLandlord();
  await signIn(person.page, server.address, person);
  expectConsoleError(/status of 401/);
  expectConsoleError(/status of 429/);
  await page.goto('/login');
  for (let guess = 1; guess <= 5; guess++) {
    const answered = page.waitForResponse(/sign-in/);
    await logIn(page, { email: person.email, password: `wrong horse ${guess}` });
    expect((await answered).status()).toBe(401);
  }
  await logIn(page, person);
  await expect(page.getByRole('form').getByRole('alert')).toHaveText(
    /^Too many attempts\. Please wait \d+ seconds and try again, or reset your password\.$/,
  );
  await expect(page).toHaveURL('/login');

  await person.page.context().clearCookies({ name: /session/ });
  await person.page.goto('/login');
  await logIn(person.page, person);
  await expect(title(person.page, 'Dashboard')).toBeVisible();
});

test('a server that cannot be reached is not taken for a wrong password', async ({ page, expectConsoleError }) => {
  await page.goto('/login');
  await cutOff(page, { path: '/api/auth/sign-in/email' });
  expectConsoleError(/ERR_FAILED/);
  await logIn(page, { email: 'hannah@tenure.example', password: 'correct horse battery' });
  await expectRefused(page, 'Unable to connect to authentication service. Please try again later.');
  await expect(password(page)).toHaveValue('correct horse battery');
});

test('whoever is signed in is taken from login and sign-up to the dashboard', async ({ page, landlord }) => {
  for (const door of ['/login', '/signup']) {
    await page.goto(door);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText(`Welcome, ${landlord.name}.`)).toBeVisible();
  }
});

test('after login a landlord goes on where they wanted to', async ({ page, anotherLandlord }) => {
  const person = await anotherLandlord();
  await person.adds({ city: 'Leeds' });
  await page.goto('/dashboard/properties?q=leeds&status=vacant');
  await expect(title(page, 'Welcome back')).toBeVisible();
  await expect(page).toHaveURL(/\/login\?next=/);
  await logIn(page, person);
  await expectSaid(page, 'Login successful!');
  await expect(page).toHaveURL('/dashboard/properties?q=leeds&status=vacant');
  await expect(page.getByText('1 Property', { exact: true })).toBeVisible();
});

test('after login nobody is led to another site, or round in a circle', async ({ page, anotherLandlord }) => {
  const person = await anotherLandlord();
  const elsewhere = ['https://evil.example/dashboard', '//evil.example', '/\\evil.example', '/login', '/dashboard/no'];
  for (const next of elsewhere) {
    // A request on its way would be refused when the cookie goes.
    await page.goto('about:blank');
    await page.context().clearCookies({ name: /session/ });
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await logIn(page, person);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('link', { name: 'Add your first property' })).toBeVisible();
  }
});

test('a landlord who signs out is on the front page, and Back shows nothing of theirs', async ({ page, landlord }) => {
  await landlord.adds({ address: '8 Laburnum Row' });
  await page.goto('/dashboard/properties');
  await expect(page.getByText('8 Laburnum Row')).toBeVisible();
  await page.getByRole('button', { name: `Account of ${landlord.name}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  await page.goBack();
  await expect(title(page, 'Welcome back')).toBeVisible();
  await expect(page.getByText('8 Laburnum Row')).toBeHidden();
});

test('signing out in one tab signs the other tabs out', async ({ page, landlord }) => {
  await page.goto('/dashboard/settings');
  const tab = await page.context().newPage();
  await tab.goto('/dashboard/properties');
  await expect(title(tab, 'Properties')).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expect(title(tab, 'Welcome back')).toBeVisible();
  await logIn(tab, landlord);
  await expect(title(tab, 'Dashboard')).toBeVisible();
});
