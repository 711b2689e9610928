/** Who the landlord is: their name, and an address that changes when a letter to it has been answered. */
import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { cutOff, delay, fail } from './network-faults.ts';
import { expectRefused, expectSaid, openEmail, title } from './words.ts';

const CONFIRM = 'Confirm your new email address';
const EXPIRED = 'This link has expired or was used already.';

const personal = (page: Page) => page.getByRole('form', { name: 'Personal Information' });
const fullName = (page: Page) => personal(page).getByLabel('Full Name');
const email = (page: Page) => personal(page).getByLabel('Email');
const save = (page: Page) => personal(page).getByRole('button', { name: 'Save Changes' });
const waiting = (page: Page, address: string) => personal(page).getByText(`${address} is waiting for confirmation.`);

const password = (page: Page) => personal(page).getByLabel('Current Password');

async function askToMove(page: Page, landlord: { password: string }, address: string): Promise<void> {
  await page.goto('/dashboard/profile');
  await email(page).fill(address);
  await password(page).fill(landlord.password);
  await save(page).click();
  await expectSaid(page, 'Profile updated successfully');
  await expect(waiting(page, address)).toBeVisible();
}

test('a landlord changes their name by keyboard alone, and is called by it at once', async ({ page, landlord }) => {
  const keyboard = keyboardOf(page);
  await page.goto('/dashboard/profile');
  await expect(email(page)).toHaveValue(landlord.email);
  await keyboard.fill(fullName(page), 'Hannah Okafor');
  await keyboard.press(save(page));
  await expectSaid(page, 'Profile updated successfully');
  await expect(page.getByRole('button', { name: 'Account of Hannah Okafor' })).toBeVisible();
  await page.reload();
  await expect(fullName(page)).toHaveValue('Hannah Okafor');
  await expect(email(page)).toHaveValue(landlord.email);
});

test('a new address waits until its letter is answered, then it is the one to sign in with, and the old one is told', async ({
  page,
  landlord,
  anotherBrowser,
  expectConsoleError,
}) => {
  const moved = `moved.${landlord.email}`;
  await askToMove(page, landlord, moved);
  await expect(page.getByText(`We have sent a letter to ${moved}. Please follow the link in it.`)).toBeVisible();
  await expect(email(page), 'until then').toHaveValue(landlord.email);

  // Whoever changes only their name does not give up the address that waits.
  await fullName(page).fill('Hannah Okafor');
  await save(page).click();
  await expect(page.getByRole('button', { name: 'Account of Hannah Okafor' })).toBeVisible();
  await expect(waiting(page, moved)).toBeVisible();

  const phone = await anotherBrowser();
  await phone.setViewportSize({ width: 375, height: 700 });
  await openEmail(phone, { to: landlord.email, subject: 'A new email address was asked for' });
  await openEmail(phone, { to: moved, subject: CONFIRM });
  const link = phone.getByRole('link', { name: CONFIRM });
  const address = (await link.getAttribute('href')) ?? '';
  await link.click();
  await expect(phone).toHaveTitle(`${CONFIRM} · Tenure`);
  await expect(phone.getByText('Thank you, your new email address is confirmed.')).toBeVisible();
  await openEmail(phone, { to: landlord.email, subject: 'Your email address was changed' });

  await fullName(page).fill('Hannah Okafor-Reid'); // being typed when the other change comes
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange'))); // as when somebody comes back to the tab
  await expect(email(page)).toHaveValue(moved);
  await expect(fullName(page)).toHaveValue('Hannah Okafor-Reid');
  await expect(waiting(page, moved)).toBeHidden();
  await expect(personal(page).getByText('Confirmed', { exact: true })).toBeVisible();

  expectConsoleError(/status of 422/);
  await phone.goto(address);
  await expect(phone.getByText(EXPIRED)).toBeVisible();
  await phone.getByRole('link', { name: 'Log in' }).click();
  expectConsoleError(/status of 401/);
  for (const [typed, welcome] of [
    [landlord.email, false],
    [moved, true],
  ] as const) {
    await phone.getByRole('form').getByLabel('Email').fill(typed);
    await phone.getByRole('form').getByLabel('Password', { exact: true }).fill(landlord.password);
    await phone.getByRole('button', { name: 'Log in' }).click();
    if (welcome) await expect(title(phone, 'Dashboard')).toBeVisible();
    else await expectRefused(phone, 'Invalid email or password. Please try again.');
  }
});

test('a new address asks for the password, which is not saved, and nothing goes out without it', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const keyboard = keyboardOf(page);
  await page.goto('/dashboard/profile');
  await expect(password(page)).toBeHidden();
  await keyboard.fill(email(page), `moved.${landlord.email}`);
  for (const [typed, sentence] of [
    ['', 'Please enter your password'],
    ['not my password', 'This is not your password'],
  ] as const) {
    await password(page).fill(typed);
    expectConsoleError(/status of 422/);
    await save(page).click();
    await expect(password(page)).toBeFocused();
    await expect(password(page)).toHaveAccessibleDescription(new RegExp(`^${sentence}`));
  }
  await page.reload();
  await expect(email(page)).toHaveValue(landlord.email);
  await expect(password(page)).toBeHidden();
  await expect(waiting(page, `moved.${landlord.email}`)).toBeHidden();
});

test('an address that waits is given up with Cancel, and its letter no longer counts', async ({
  page,
  landlord,
  anotherBrowser,
  expectConsoleError,
}) => {
  const moved = `moved.${landlord.email}`;
  const keyboard = keyboardOf(page);
  await askToMove(page, landlord, moved);
  await keyboard.press(personal(page).getByRole('button', { name: 'Cancel' }));
  await expectSaid(page, `Your email address stays ${landlord.email}`);
  await expect(waiting(page, moved)).toBeHidden();
  await expect(email(page)).toBeFocused();

  const phone = await anotherBrowser();
  await openEmail(phone, { to: moved, subject: CONFIRM });
  expectConsoleError(/status of 422/);
  await phone.getByRole('link', { name: CONFIRM }).click();
  await expect(phone.getByText(EXPIRED)).toBeVisible();
  await page.reload();
  await expect(email(page)).toHaveValue(landlord.email);
});

test('the letter to a new address is sent again on request, and the newest one counts', async ({
  page,
  landlord,
  anotherBrowser,
  expectConsoleError,
}) => {
  const moved = `moved.${landlord.email}`;
  await askToMove(page, landlord, moved);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expectSaid(page, 'The letter is on its way.');
  await expect(waiting(page, moved)).toBeVisible();
  const mend = await fail(page, { method: 'PUT', path: '/api/profile' }, 'too_many_attempts');
  expectConsoleError(/status of 429/);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expectRefused(page, 'Too many attempts. Please wait a little and try again.');
  await mend();

  const phone = await anotherBrowser();
  await phone.goto('/outbox');
  const letters = phone.getByRole('listitem').filter({ hasText: moved }).getByRole('link', { name: CONFIRM });
  await expect(async () => {
    await phone.reload();
    await expect(letters).toHaveCount(2, { timeout: 1000 });
  }).toPass();
  await letters.first().click();
  await phone.getByRole('link', { name: CONFIRM }).click();
  await expect(phone.getByText('Thank you, your new email address is confirmed.')).toBeVisible();
});

test('a link of a letter that cannot be taken just now can be tried again, and one without its token is refused', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const moved = `moved.${landlord.email}`;
  await askToMove(page, landlord, moved);
  await page.goto('/confirm-new-email');
  await expect(page.getByText(EXPIRED)).toBeVisible();
  await openEmail(page, { to: moved, subject: CONFIRM });
  const mend = await fail(page, { path: '/api/profile/confirm-email' }, 'internal');
  expectConsoleError(/status of 500/);
  await page.getByRole('link', { name: CONFIRM }).click();
  await expect(page.getByText('Something went wrong on our side.')).toBeVisible();
  await mend();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Thank you, your new email address is confirmed.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to your profile' }).click();
  await expect(email(page)).toHaveValue(moved);
});

test('what cannot be saved stays as it was typed, with the reason', async ({ page, landlord, expectConsoleError }) => {
  await page.goto('/dashboard/profile');
  for (const [label, typed, sentence] of [
    ['Full Name', 'A', 'Name must be at least 2 characters'],
    ['Full Name', '  ', 'Name must be at least 2 characters'],
    ['Full Name', 'a'.repeat(101), 'Please keep this to 100 characters'],
    ['Email', 'nobody', 'Invalid email address'],
    ['Email', '', 'Invalid email address'],
    ['Email', `${'a'.repeat(250)}@b.uk`, 'Invalid email address'],
  ] as const) {
    await personal(page).getByLabel(label).fill(typed);
    await save(page).click();
    await expect(personal(page).getByLabel(label)).toBeFocused();
    await expect(personal(page).getByLabel(label)).toHaveAccessibleDescription(sentence);
    await personal(page)
      .getByLabel(label)
      .fill(label === 'Email' ? landlord.email : 'Hannah');
  }

  const mend = await fail(page, { method: 'PUT', path: '/api/profile' }, 'internal');
  expectConsoleError(/status of 500/);
  await save(page).click();
  await expectRefused(page, 'Something went wrong on our side. Nothing you entered was changed.');
  await mend();
  const connect = await cutOff(page, { method: 'PUT', path: '/api/profile' });
  expectConsoleError(/ERR_FAILED/);
  await save(page).click();
  await expectRefused(page, 'We cannot reach the server. Please check your connection and try again.');
  await connect();
  await expect(fullName(page)).toHaveValue('Hannah');
  await save(page).click();
  await expectSaid(page, 'Profile updated successfully');
});

test('a profile is saved once, however often the button is pressed, and leaving it unsaved asks first', async ({
  page,
  landlord: _,
}) => {
  await page.goto('/dashboard/profile');
  await fullName(page).fill('Hannah Okafor');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(fullName(page)).toHaveValue('Hannah Okafor');

  let saves = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT') saves += 1;
  });
  const letGo = await delay(page, { method: 'PUT', path: '/api/profile' });
  await save(page).click();
  await expect(personal(page).getByRole('button', { name: 'Saving...' })).toBeVisible();
  await page.keyboard.press('Enter');
  letGo();
  await expectSaid(page, 'Profile updated successfully');
  expect(saves).toBe(1);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await expect(title(page, 'Settings')).toBeVisible();
});

test('a session that has ended is begun again in place, and the name is saved', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  await page.goto('/dashboard/profile');
  await fullName(page).fill('Hannah Okafor');
  await page.context().clearCookies({ name: /session/ });
  expectConsoleError(/status of 401/);
  await save(page).click();
  const dialog = page.getByRole('dialog', { name: 'Log in' });
  await dialog.getByLabel('Password', { exact: true }).fill(landlord.password);
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await expectSaid(page, 'Profile updated successfully');
  await expect(fullName(page)).toHaveValue('Hannah Okafor');
});
