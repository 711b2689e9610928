/** Two-factor sign-in: turned on, asked for, and asked for again before everything is downloaded. */
import { expect } from '@playwright/test';
import { codeOf } from '../test/second-factor.ts';
import { test } from './journey.ts';
import { expectSaid, title } from './words.ts';

test('a landlord turns two-factor sign-in on, and signs in with codes of their app', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await page.goto('/dashboard/profile');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await button('Turn on').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password', { exact: true }).fill(landlord.password);
  await button('Continue').click();
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible();
  const key = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Code that the app shows').fill(codeOf(key));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.first().textContent()) ?? '';
  await button('I have kept them').click();
  await expect(page.getByText('On: signing in asks for a code.')).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/login?next=/dashboard/profile');
  const form = page.getByRole('form');
  await form.getByLabel('Email').fill(landlord.email);
  await form.getByLabel('Password', { exact: true }).fill(landlord.password);
  expectConsoleError(/status of 403/);
  await button('Log in').click();
  await expect(title(page, 'Enter your code')).toBeVisible();
  await form.getByLabel('Code', { exact: true }).fill('000000');
  expectConsoleError(/status of 422/);
  await button('Log in').click();
  await expect(form.getByText('This code is not right')).toBeVisible();
  // The one after: each is good once.
  await form.getByLabel('Code', { exact: true }).fill(codeOf(key, 1));
  await button('Log in').click();
  await expect(title(page, 'Profile')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Browsers' })).toContainText('with a code');

  await button('Download my data').click();
  await dialog.getByLabel('Code', { exact: true }).fill(recovery);
  await dialog.getByRole('button', { name: 'Download' }).click();
  await expectSaid(page, 'Your data has been downloaded');
});
