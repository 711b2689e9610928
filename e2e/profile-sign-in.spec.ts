/** How and where a landlord signs in: a new password for whoever knows the present one, and browsers that can be signed out from afar. */
import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { signIn } from './landlords.ts';
import { delay, fail } from './network-faults.ts';
import { expectRefused, expectSaid, openEmail, title } from './words.ts';

const password = (page: Page) => page.getByRole('form', { name: 'Password' });
const current = (page: Page) => password(page).getByLabel('Current Password', { exact: true });
const wanted = (page: Page) => password(page).getByLabel('New Password', { exact: true });
const change = (page: Page) => password(page).getByRole('button', { name: 'Change Password' });
const browsers = (page: Page) => page.getByRole('list', { name: 'Browsers' }).getByRole('listitem');
const others = (page: Page) => page.getByRole('button', { name: 'Sign out others' });

/** A page of theirs, as it is open in a browser when that is signed out, finds out with the next thing it asks. */
async function expectSignedOut(page: Page): Promise<void> {
  await page.reload();
  await expect(title(page, 'Welcome back')).toBeVisible();
}

test('a landlord changes their password by keyboard alone: other browsers are signed out, this one is not, and a letter tells of it', async ({
  page,
  landlord,
  anotherBrowser,
  server,
  expectConsoleError,
}) => {
  const phone = await anotherBrowser();
  await signIn(phone, server.address, landlord);
  await phone.goto('/dashboard/properties');
  await expect(title(phone, 'Properties')).toBeVisible();

  const keyboard = keyboardOf(page);
  await page.goto('/dashboard/profile');
  await expect(browsers(page)).toHaveCount(2);
  await keyboard.fill(current(page), landlord.password);
  await keyboard.fill(wanted(page), 'a quite new password');
  await keyboard.press(change(page));
  await expectSaid(page, 'Password changed successfully');
  for (const field of [current(page), wanted(page)]) await expect(field).toHaveValue('');
  await expect(browsers(page)).toHaveCount(1);

  await expectSignedOut(phone);
  await openEmail(phone, { to: landlord.email, subject: 'Your password was changed' });
  await page.reload();
  await expect(title(page, 'Profile')).toBeVisible();
  await signIn(phone, server.address, { ...landlord, password: 'a quite new password' });
  await phone.goto('/login');
  await expect(title(phone, 'Dashboard')).toBeVisible();
  expectConsoleError(/status of 422/);
  await current(page).fill(landlord.password);
  await wanted(page).fill('another new password');
  await change(page).click();
  await expect(current(page), 'the old one').toHaveAccessibleDescription('This is not your password');
});

test('a password that is wrong, too short or too long is refused in its place, and guessing is slowed down', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await page.goto('/dashboard/profile');
  await change(page).click();
  await expect(current(page)).toBeFocused();
  await expect(current(page)).toHaveAccessibleDescription('Please enter your password');
  await expect(wanted(page)).toHaveAccessibleDescription(/^Password must be at least 8 characters\./);
  for (const [typed, sentence] of [
    ['1234567', /^Password must be at least 8 characters\./],
    ['a'.repeat(129), /^Password must be at most 128 characters\./],
  ] as const) {
    await wanted(page).fill(typed);
    await change(page).click();
    await expect(wanted(page)).toHaveAccessibleDescription(sentence);
  }

  expectConsoleError(/status of 422/);
  await current(page).fill('not my password');
  await wanted(page).fill('a quite new password');
  await change(page).click();
  await expect(current(page)).toBeFocused();
  await expect(current(page)).toHaveAccessibleDescription('This is not your password');
  await expect(wanted(page)).toHaveValue('a quite new password');

  expectConsoleError(/status of 429/);
  const mend = await fail(page, { path: '/api/profile/password' }, 'too_many_attempts');
  await current(page).fill(landlord.password);
  await change(page).click();
  await expect(password(page).getByRole('alert')).toHaveText('Too many attempts. Please wait a little and try again.');
  await mend();
  await change(page).click();
  await expectSaid(page, 'Password changed successfully');
});

test('every browser is listed, and each of the others can be signed out', async ({
  page,
  landlord,
  anotherBrowser,
  server,
  expectConsoleError,
}) => {
  const [laptop, phone] = [await anotherBrowser(), await anotherBrowser()];
  for (const elsewhere of [laptop, phone]) {
    await signIn(elsewhere, server.address, landlord);
    await elsewhere.goto('/dashboard/settings');
    await expect(title(elsewhere, 'Settings')).toBeVisible();
  }
  await page.goto('/dashboard/profile');
  await expect(browsers(page)).toHaveCount(3);
  await expect(browsers(page).first()).toContainText('This browser');
  await expect(browsers(page).first().getByRole('button')).toHaveCount(0);
  for (const row of await browsers(page).all()) {
    await expect(row).toContainText(/Chrome on \S+/);
    await expect(row).toContainText(/Signed in \d{2} \w{3} \d{4} at \d{2}:\d{2}, last used \d{2} \w{3} \d{4}/);
  }

  const newest = browsers(page).nth(1);
  const device = /^Chrome on \S+/.exec(await newest.innerText())?.[0] ?? '';
  const mend = await fail(page, { method: 'DELETE', path: /^\/api\/sessions\// }, 'internal');
  expectConsoleError(/status of 500/);
  await newest.getByRole('button', { name: 'Sign out' }).click();
  await expectRefused(page, `${device} could not be signed out`, 'Something went wrong on our side.');
  await mend();
  const letGo = await delay(page, { method: 'DELETE', path: /^\/api\/sessions\// });
  await newest.getByRole('button', { name: 'Sign out' }).click();
  await expect(newest.getByRole('button')).toHaveText('Signing out...');
  letGo();
  await expectSaid(page, `${device} has been signed out`);
  await expect(browsers(page)).toHaveCount(2);
  await expectSignedOut(phone);
  await laptop.reload();
  await expect(title(laptop, 'Settings')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 700 } });

  test('all the others are signed out at once, by keyboard alone', async ({
    page,
    landlord,
    anotherBrowser,
    server,
    expectConsoleError,
  }) => {
    const [laptop, tablet] = [await anotherBrowser(), await anotherBrowser()];
    for (const elsewhere of [laptop, tablet]) await signIn(elsewhere, server.address, landlord);
    await laptop.goto('/dashboard/properties');
    await page.goto('/dashboard/profile');
    await expect(browsers(page)).toHaveCount(3);
    const mend = await fail(page, { path: '/api/sessions/sign-out-others' }, 'unavailable');
    expectConsoleError(/status of 503/);
    await keyboardOf(page).press(others(page));
    await expectRefused(page, 'The others could not be signed out', 'We cannot reach our database just now.');
    await mend();
    await keyboardOf(page).press(others(page));
    await expectSaid(page, 'All other browsers have been signed out');
    await expect(browsers(page)).toHaveCount(1);
    await expect(others(page)).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeFocused();
    await expectSignedOut(laptop);
    await tablet.goto('/dashboard/profile');
    await expect(title(tablet, 'Welcome back')).toBeVisible();
    await page.reload();
    await expect(title(page, 'Profile')).toBeVisible();
  });
});

test('browsers that cannot be listed just now are not taken for none', async ({
  page,
  landlord: _,
  expectConsoleError,
}) => {
  const letGo = await delay(page, { path: '/api/sessions' });
  await page.goto('/dashboard/profile');
  await expect(page.getByText('Loading where you are signed in...')).toBeAttached();
  const mend = await fail(page, { path: '/api/sessions' }, 'internal');
  expectConsoleError(/status of 500/);
  letGo();
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Failed to load where you are signed in');
  await mend();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(browsers(page)).toHaveCount(1);
});
