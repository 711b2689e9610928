import { expect } from '@playwright/test';
import { expectToast, title } from '../support/copy.ts';
import { test } from '../support/test.ts';

test('adds a passkey, uses it to log in and to re-authenticate, and removes it', async ({ page, landlord }) => {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto('/dashboard/profile');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  const passkeys = page.getByRole('list', { name: 'Passkeys' });
  await button('Add a passkey').click();
  await dialog.getByLabel('Name').fill('My phone');
  await dialog.getByLabel('Your password', { exact: true }).fill(landlord.password);
  await button('Add passkey').click();
  await expectToast(page, 'Passkey added');
  await expect(passkeys).toContainText('My phone');
  await expect(passkeys).toContainText('not used yet');

  await page.context().clearCookies();
  await page.goto('/login?next=/dashboard/profile');
  await test.step('shows an error if the browser’s prompt is cancelled', async () => {
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await button('Use a passkey').click();
    await expect(page.getByRole('alert')).toHaveText('We did not receive a passkey. Try again.');
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  });
  await button('Use a passkey').click();
  await expect(title(page, 'Profile')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Browsers' })).toContainText('with a passkey');
  await expect(passkeys).toContainText('last used');

  await button('Download my data').click();
  await dialog.getByRole('button', { name: 'Download' }).click();
  await expectToast(page, 'Data downloaded');

  await button('Remove My phone').click();
  await dialog.getByLabel('Your password', { exact: true }).fill(landlord.password);
  await button('Remove').click();
  await expectToast(page, 'Passkey removed');
  await expect(passkeys).toBeHidden();
});
