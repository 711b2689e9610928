/** Beginning a trial, and confirming the address it was begun with. */
import { expect, type Page } from '@playwright/test';
import { newPerson } from '../test/make.ts';
import { test } from './journey.ts';
import { expectRefused, expectSaid, openEmail, title } from './words.ts';

const begin = (page: Page) => page.getByRole('button', { name: 'Start Free Trial' });
const terms = (page: Page) => page.getByRole('checkbox', { name: /^I accept the terms/ });

async function fillIn(page: Page, person: { name: string; email: string; password: string }): Promise<void> {
  await page.getByRole('form').getByLabel('Name').fill(person.name);
  await page.getByRole('form').getByLabel('Email').fill(person.email);
  await page.getByRole('form').getByLabel('Password', { exact: true }).fill(person.password);
}

test('sign-up says what is missing, word for word, and asks for the terms', async ({ page }) => {
  await page.goto('/signup');
  await expect(page).toHaveTitle('Start Your Free Trial · Tenure');
  await begin(page).click();
  await expect(page.getByRole('form').getByLabel('Name')).toHaveAccessibleDescription(
    'Name must be at least 2 characters.',
  );
  await expect(page.getByRole('form').getByLabel('Name')).toBeFocused();
  await expect(page.getByRole('form').getByLabel('Email')).toHaveAccessibleDescription(
    'Please enter a valid email address.',
  );
  await expect(page.getByRole('form').getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /^Password must be at least 8 characters\./,
  );
  await expect(terms(page)).toHaveAccessibleDescription('You must accept the terms and conditions.');

  await fillIn(page, newPerson());
  await begin(page).click();
  await expect(terms(page)).toBeFocused();
  await expect(terms(page)).toHaveAccessibleDescription('You must accept the terms and conditions.');
  await expect(page).toHaveURL('/signup');
});

test('the terms can be read before they are accepted, and what was typed stays', async ({ page }) => {
  await page.goto('/signup');
  await fillIn(page, newPerson({ name: 'Hannah Okafor' }));
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: /^terms/ }).click();
  await expect(title(await opened, 'Terms')).toBeVisible();
  await expect(page.getByRole('form').getByLabel('Name')).toHaveValue('Hannah Okafor');
  await expect(terms(page)).not.toBeChecked();
});

test('an address that is registered already is not registered twice', async ({
  page,
  anotherLandlord,
  expectConsoleError,
}) => {
  const { email } = await anotherLandlord();
  expectConsoleError(/status of 409/);
  await page.goto('/signup');
  await fillIn(page, newPerson({ email }));
  await terms(page).check();
  await begin(page).click();
  await expectRefused(page, 'This email is already registered.');
  await expect(page.getByRole('form').getByLabel('Email')).toHaveValue(email);
  await expect(page).toHaveURL('/signup');
});

test('a new landlord is in at once, and confirms their address by the letter when they like', async ({
  page,
  anotherBrowser,
  expectConsoleError,
}) => {
  const person = newPerson({ name: 'Tomasz Kowalski' });
  await page.goto('/signup');
  await fillIn(page, person);
  await terms(page).check();
  await begin(page).click();
  await expectSaid(page, 'Account created! Your 7-day free trial has started.');
  await expect(title(page, 'Dashboard')).toBeVisible();
  await page.goto('/dashboard/profile');
  await expect(page.getByText(person.email).first()).toBeVisible();
  await expect(page.getByText('Not confirmed yet')).toBeVisible();

  await openEmail(page, { to: person.email, subject: 'Confirm your email address' });
  await expect(page.getByText('Hello Tomasz Kowalski,')).toBeVisible();
  const link = page.getByRole('link', { name: 'Confirm your email address' });
  const address = (await link.getAttribute('href')) ?? '';
  await link.click();
  await expect(page).toHaveTitle('Confirm your email address · Tenure');
  await expect(page.getByText('Thank you, your email address is confirmed.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to your dashboard' }).click();
  await page.getByRole('button', { name: 'Account of Tomasz Kowalski' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();

  const phone = await anotherBrowser();
  await phone.goto(address);
  await expect(phone.getByText('Thank you, your email address is confirmed.'), 'a second time').toBeVisible();
  expectConsoleError(/status of 422/);
  await phone.goto(`${address}x`);
  await expect(phone.getByText('This link has expired or was used already.')).toBeVisible();
});
