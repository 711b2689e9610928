import { expect } from '@playwright/test';
import { codeOf } from '../../test/fixtures/second-factor.ts';
import { expectToast, title } from '../support/copy.ts';
import { test } from '../support/test.ts';

test('turns on two-factor sign-in, and requires codes to sign in and to delete the account', async ({
  page,
  anotherBrowser,
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
  await dialog.getByLabel('Code from the app').fill(codeOf(key));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [recovery = '', plain = '', last = ''] = await codes.allTextContents();
  await button('I have saved them').click();
  await expect(page.getByText('On: you need a code to sign in.')).toBeVisible();

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
  await expect(form.getByText('This code is incorrect')).toBeVisible();
  // Each code is valid only once, so the login uses the next code.
  await form.getByLabel('Code', { exact: true }).fill(codeOf(key, 1));
  await button('Log in').click();
  await expect(title(page, 'Profile')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Browsers' })).toContainText('with a code');

  await button('Download my data').click();
  await dialog.getByLabel('Code', { exact: true }).fill(recovery);
  await dialog.getByRole('button', { name: 'Download' }).click();
  await expectToast(page, 'Data downloaded');

  await test.step('requires the code and opens the requested page without JavaScript', async () => {
    const other = await anotherBrowser({ javaScriptEnabled: false });
    const press = () => other.getByRole('button', { name: 'Log in', exact: true }).click();
    const code = other.getByLabel('Code', { exact: true });
    await other.goto('/login?next=/dashboard/settings');
    await other.getByLabel('Email').fill(landlord.email);
    await other.getByLabel('Password', { exact: true }).fill(landlord.password);
    await press();
    await expect(title(other, 'Enter your code')).toBeVisible();
    await code.fill(recovery);
    await press();
    await expect(code).toHaveAccessibleDescription('This code is incorrect or has already been used.');
    await expect(code).toBeFocused();
    await code.fill(plain);
    await press();
    await expect(other).toHaveURL('/dashboard/settings');
  });

  await button('Delete my account').click();
  const remove = dialog.getByRole('button', { name: 'Delete my account' });
  const code = dialog.getByLabel('Code', { exact: true });
  const password = dialog.getByLabel('Your password', { exact: true });
  await password.fill('not my password');
  await code.fill(recovery);
  expectConsoleError(/status of 422/);
  await remove.click();
  await expect(code).toHaveAccessibleDescription(/^This code is incorrect/);
  await code.fill(last);
  expectConsoleError(/status of 422/);
  await remove.click();
  await expect(password).toHaveAccessibleDescription('The password is incorrect');
  // The code was correct, so it stays valid.
  await password.fill(landlord.password);
  await remove.click();
  await expect(page.getByText('Your account and all its data have been deleted.')).toBeVisible();
});
