/** Messages are tested in src/features/account/account.test.ts, and rate limits in the API tests next to it. */
import { expect, type Page } from '@playwright/test';
import { newPerson } from '../../test/fixtures/make.ts';
import { ENDED_ELSEWHERE } from '../support/console-errors.ts';
import { expectToast, openEmail, title } from '../support/copy.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { cutOff } from '../support/network-faults.ts';
import { test } from '../support/test.ts';

const WRONG = 'Invalid email or password. Please try again.';

const field = (page: Page, label: string) => page.getByRole('form').getByLabel(label, { exact: true });
const failure = (page: Page) => page.getByRole('form').getByRole('alert');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await press(page, 'Log in');
}

test('signs up, out and in by keyboard alone', async ({ page }) => {
  test.slow(); // Keys are pressed one by one.
  const person = newPerson({ name: 'Hannah Okafor' });
  const keyboard = keyboardOf(page);
  await test.step('S1.2.4 S1.2.37 S1.2.38 S1.4.8 S1.8.10 signs up', async () => {
    await page.goto('/');
    await keyboard.press(page.getByRole('main').getByRole('link', { name: 'Start Free Trial' }).first());
    await expect(title(page, 'Start Your Free Trial')).toBeVisible();
    await keyboard.fill(field(page, 'Name'), person.name);
    await keyboard.fill(field(page, 'Email'), person.email);
    await keyboard.fill(field(page, 'Password'), person.password);
    await keyboard.to(page.getByRole('checkbox', { name: /I accept the terms/ }));
    await keyboard.keys('Space');
    await keyboard.press(page.getByRole('button', { name: 'Start Free Trial' }));
    await expectToast(page, 'Account created! Your 7-day free trial has started.');
    await expect(title(page, 'Dashboard')).toBeVisible();
  });
  await keyboard.press(page.getByRole('link', { name: 'Add your first property' }));
  await expect(page.getByLabel('Address', { exact: true })).toBeFocused();
  await test.step('S1.2.3 S1.2.33 S1.2.57 S1.8.9 signs out and in', async () => {
    await keyboard.press(page.getByRole('button', { name: 'Account of Hannah Okafor' }));
    await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
    await keyboard.keys('ArrowDown', 'ArrowDown', 'Enter');
    await expect(page).toHaveURL('/');
    await keyboard.press(page.getByRole('banner').getByRole('link', { name: 'Log in' }));
    await expect(title(page, 'Welcome back')).toBeVisible();
    await keyboard.fill(field(page, 'Email'), person.email);
    await keyboard.fill(field(page, 'Password'), person.password);
    await keyboard.keys('Enter');
    await expectToast(page, 'Login successful!');
    await expect(title(page, 'Dashboard')).toBeVisible();
  });
});

test('marks missing fields on sign-up, keeps input while the terms are read, and confirms the email address', async ({
  page,
  anotherLandlord,
  expectConsoleError,
}) => {
  const terms = page.getByRole('checkbox', { name: /^I accept the terms/ });
  const { email: taken } = await anotherLandlord();
  const person = newPerson({ name: 'Tomasz Kowalski' });
  await page.goto('/login');
  await test.step('S1.2.35 S1.2.39 links login and sign-up to each other', async () => {
    await page.getByRole('link', { name: 'Start Your Free Trial' }).click();
    await expect(page).toHaveURL('/signup');
    await page.getByRole('link', { name: 'Log in' }).click();
    await expect(page).toHaveURL('/login');
  });
  await page.goto('/signup');
  await press(page, 'Start Free Trial');
  await expect(field(page, 'Name')).toBeFocused();
  await expect(field(page, 'Password')).toHaveAccessibleDescription(/^Password must be at least 8 characters\./);
  await expect(terms).toHaveAccessibleDescription('You must accept the terms and conditions.');
  await field(page, 'Name').fill(person.name);
  await field(page, 'Email').fill(taken);
  await field(page, 'Password').fill('password123');
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: /^terms/ }).click();
  await expect(title(await opened, 'Terms')).toBeVisible();
  await expect(field(page, 'Name'), 'kept input').toHaveValue(person.name);
  await terms.check();
  expectConsoleError(/status of 409/);
  expectConsoleError(/status of 422/);
  await press(page, 'Start Free Trial');
  await expect(field(page, 'Password')).toHaveAccessibleDescription(/too common and easy to guess/);
  await field(page, 'Password').fill(person.password);
  await press(page, 'Start Free Trial');
  await expect(failure(page)).toHaveText('This email is already registered.');
  await expect(field(page, 'Email')).toHaveValue(taken);
  await field(page, 'Email').fill(person.email);
  await press(page, 'Start Free Trial');
  await expect(title(page, 'Dashboard')).toBeVisible();
  await page.goto('/dashboard/profile');
  await expect(page.getByText('Not confirmed yet')).toBeVisible();

  await test.step('offers a new email for an expired link', async () => {
    await page.goto('/confirm-email?token=x');
    await press(page, 'Send a new link');
    await expectToast(page, 'Email sent');
  });
  await openEmail(page, { to: person.email, subject: 'Confirm your email address' });
  await expect(page.getByText('Your 7-day free trial has started.')).toBeVisible();
  await page.getByRole('link', { name: 'Confirm your email address' }).click();
  await expect(page.getByText('Thank you. Your email address is confirmed.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to your dashboard' }).click();
  await page.goto('/dashboard/profile');
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
});

test('marks invalid fields on login, and shows the same error for a wrong password and an unknown address', async ({
  page,
  anotherLandlord,
  expectConsoleError,
}) => {
  const person = await anotherLandlord();
  await page.goto('/login');
  await expect(page).toHaveTitle('Log in · Tenure');
  await press(page, 'Log in');
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter a valid email address.');
  await expect(field(page, 'Password')).toHaveAccessibleDescription('Password must be at least 8 characters.');
  await expect(field(page, 'Email')).toBeFocused();
  await test.step('S1.2.34 shows and hides the password', async () => {
    await field(page, 'Password').fill('wrong horse battery');
    await expect(field(page, 'Password')).toHaveAttribute('type', 'password');
    await press(page, 'Show password');
    await expect(field(page, 'Password')).toHaveAttribute('type', 'text');
    await press(page, 'Hide password');
    await expect(field(page, 'Password')).toHaveAttribute('type', 'password');
  });
  await test.step('S1.8.1 S1.8.8 S1.8.26 shows the error once and keeps the input', async () => {
    const restore = await cutOff(page, { path: '/api/auth/sign-in/email' });
    expectConsoleError(/ERR_FAILED/);
    await logIn(page, person);
    await expect(failure(page)).toHaveText('Unable to connect to authentication service. Please try again later.');
    await expect(field(page, 'Password')).toHaveValue(person.password);
    await restore();
    expectConsoleError(/status of 401/);
    for (const email of ['nobody@tenure.example', person.email]) {
      await logIn(page, { email, password: 'wrong horse battery' });
      await expect(failure(page)).toHaveText(WRONG);
      await expect(page.getByText(WRONG)).toHaveCount(1);
      await expect(field(page, 'Email')).toHaveValue(email);
    }
  });
});

test('asks visitors of the dashboard to log in, then opens the requested page', async ({ page, anotherLandlord }) => {
  const person = await anotherLandlord();
  await person.adds({ city: 'Leeds' });
  await test.step('S1.2.10 S1.4.11 S1.6.11 S2.2.2 asks a visitor to log in', async () => {
    for (const path of ['', '/finance', '/tenants/add', '/properties?q=leeds&status=vacant']) {
      await page.goto(`/dashboard${path}`);
      await expect(page).toHaveURL(/\/login\?next=/);
      await expect(title(page, 'Welcome back')).toBeVisible();
    }
  });
  await logIn(page, person);
  await expectToast(page, 'Login successful!');
  await expect(page).toHaveURL('/dashboard/properties?q=leeds&status=vacant');
  await expect(page.getByText('1 Property', { exact: true })).toBeVisible();
});

test('resets a forgotten password by email, and signs out every other browser', async ({
  page,
  anotherLandlord,
  expectConsoleError,
}) => {
  const person = await anotherLandlord();
  const elsewhere = person.page;
  expectConsoleError(ENDED_ELSEWHERE, 'maybe');
  await elsewhere.goto('/dashboard/properties');
  await expect(title(elsewhere, 'Properties')).toBeVisible();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(title(page, 'Forgot your password?')).toBeVisible();
  await field(page, 'Email').fill(person.email);
  await page.getByRole('button', { name: /^Send/ }).click();
  await expect(page.getByText(/^Check your email. If that address has an account/)).toBeVisible();
  await openEmail(page, { to: person.email, subject: 'Choose a new password' });
  await page.getByRole('link', { name: 'Choose a new password' }).click();
  await field(page, 'New password').fill('a quite new password');
  await press(page, 'Save new password');
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Your password has been changed. Please log in.')).toBeVisible();
  await elsewhere.reload();
  await expect(title(elsewhere, 'Welcome back')).toBeVisible();

  await logIn(page, { ...person, password: 'a quite new password' });
  await expect(title(page, 'Dashboard')).toBeVisible();
});

test('shows login without the dashboard’s code, which is loaded once typing starts', async ({
  page,
  anotherLandlord,
}) => {
  const person = await anotherLandlord();
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || request.url().endsWith('.js')) scripts.push(request.url());
  });
  await page.goto('/login', { waitUntil: 'networkidle' });
  expect(scripts).toEqual([expect.stringMatching(/\/assets\/auth-[\w-]+\.js$/)]);
  await field(page, 'Email').fill(person.email);
  await expect.poll(() => scripts.length).toBeGreaterThan(1);
  await page.waitForLoadState('networkidle');
  const before = new Set(scripts);
  expect([...before]).toContainEqual(expect.stringMatching(/\/assets\/app-[\w-]+\.js$/));
  await logIn(page, person);
  await expect(title(page, 'Dashboard')).toBeVisible();
});

test('continues in a tab with an open login when another tab signs in', async ({ page, anotherLandlord }) => {
  const person = await anotherLandlord();
  await page.goto('/login?next=/dashboard/settings');
  const other = await page.context().newPage();
  await other.goto('/login');
  await logIn(other, person);
  await expect(title(other, 'Dashboard')).toBeVisible();
  await expect(title(page, 'Settings')).toBeVisible();
});
