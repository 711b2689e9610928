/** A forgotten password: the way back in goes through the landlord's own letters. */
import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { signIn } from './landlords.ts';
import { expectRefused, expectSaid, openEmail, title } from './words.ts';

const ASKED = 'If an account with that address exists, a letter is on its way.';
const EXPIRED = 'This link has expired or was used already. Please ask for a new one.';

async function askFor(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveTitle('Forgot your password? · Tenure');
  await page.getByRole('form').getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the letter' }).click();
  await expect(page.getByText(ASKED)).toBeVisible();
}

test('a landlord who forgot their password chooses a new one by the letter, once, and every other browser is signed out', async ({
  page,
  anotherLandlord,
  expectConsoleError,
}) => {
  const person = await anotherLandlord();
  const elsewhere = person.page;
  await elsewhere.goto('/dashboard/properties');
  await expect(title(elsewhere, 'Properties')).toBeVisible();

  await askFor(page, person.email);
  await openEmail(page, { to: person.email, subject: 'Choose a new password' });
  const link = page.getByRole('link', { name: 'Choose a new password' });
  const address = (await link.getAttribute('href')) ?? '';
  await link.click();
  await expect(title(page, 'Choose a new password')).toBeVisible();
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(page.getByRole('form').getByLabel('New password')).toHaveAccessibleDescription(
    /^Password must be at least 8 characters\./,
  );
  await page.getByRole('form').getByLabel('New password').fill('a quite new password');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expectSaid(page, 'Your password has been changed. Please log in.');
  await expect(page).toHaveURL('/login');

  await elsewhere.reload();
  await expect(title(elsewhere, 'Welcome back')).toBeVisible();

  expectConsoleError(/status of 401/);
  await page.getByRole('form').getByLabel('Email').fill(person.email);
  await page.getByRole('form').getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expectRefused(page, 'Invalid email or password. Please try again.');
  await page.getByRole('form').getByLabel('Password', { exact: true }).fill('a quite new password');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(title(page, 'Dashboard')).toBeVisible();

  expectConsoleError(/status of 422/);
  await page.goto(address);
  await page.getByRole('form').getByLabel('New password').fill('another new password');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(page.getByRole('alert')).toContainText(EXPIRED);
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(title(page, 'Forgot your password?')).toBeVisible();
  await openEmail(page, { to: person.email, subject: 'Your password was changed' });
});

test('asking for a letter says the same whether the address is known or not', async ({ page, anotherLandlord }) => {
  const person = await anotherLandlord();
  await askFor(page, person.email);
  await askFor(page, 'nobody@tenure.example');
  await page.goto('/forgot-password');
  await page.getByRole('form').getByLabel('Email').fill('nobody');
  await page.getByRole('button', { name: 'Send the letter' }).click();
  await expect(page.getByRole('form').getByLabel('Email')).toHaveAccessibleDescription(
    'Please enter a valid email address.',
  );
  await expect(page.getByText(ASKED)).toBeHidden();
});

test('a new password without a letter is not to be had', async ({ page }) => {
  await page.goto('/reset-password');
  await expect(page.getByRole('alert')).toContainText(EXPIRED);
  await expect(page.getByRole('button', { name: 'Save new password' })).toBeHidden();
});

test('a form that stood open when the password was changed elsewhere is saved with the new one', async ({
  page,
  landlord,
  anotherBrowser,
  server,
  expectConsoleError,
}) => {
  await page.goto('/dashboard/properties/add');
  await page.getByRole('form').getByLabel('Address', { exact: true }).fill('3 Priory Close');
  await page.getByRole('form').getByLabel('City').fill('Norwich');
  await page.getByRole('form').getByLabel('Postal Code').fill('NR1 3QQ');
  await page.getByRole('form').getByLabel('Property Type').selectOption('Flat');
  await page.getByRole('form').getByLabel('Bedrooms').fill('2');
  await page.getByRole('form').getByLabel('Bathrooms').fill('1');
  await page.getByRole('form').getByLabel('Rent per month').fill('875');

  const phone = await anotherBrowser();
  await askFor(phone, landlord.email);
  await openEmail(phone, { to: landlord.email, subject: 'Choose a new password' });
  await phone.getByRole('link', { name: 'Choose a new password' }).click();
  await phone.getByRole('form').getByLabel('New password').fill('a quite new password');
  await phone.getByRole('button', { name: 'Save new password' }).click();
  await expect(phone).toHaveURL('/login');

  expectConsoleError(/status of 401/);
  await page.getByRole('button', { name: 'Add Property' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log in' });
  await expect(dialog).toContainText('Your session has expired. Please log in again.');
  await dialog.getByLabel('Password', { exact: true }).fill(landlord.password);
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Invalid email or password. Please try again.');
  await dialog.getByLabel('Password', { exact: true }).fill('a quite new password');
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await expectSaid(page, 'Property added successfully!');
  await expect(page.getByText('You must be logged in to add a property')).toBeHidden();
  await signIn(phone, server.address, { ...landlord, password: 'a quite new password' });
  expect(await landlord.has()).toBe(1);
});
