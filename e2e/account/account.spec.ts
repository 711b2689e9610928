import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { PDF } from '../../test/fixtures/uploads.ts';
import { unzipped } from '../../test/reading/zip.ts';
import { ENDED_ELSEWHERE } from '../support/console-errors.ts';
import { expectErrorToast, expectToast, openEmail, title } from '../support/copy.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { signIn } from '../support/landlords.ts';
import { delay, dropNextResponse, fail } from '../support/network-faults.ts';
import { test } from '../support/test.ts';

const PROFILE = '/dashboard/profile';
const CONFIRM = 'Confirm your new email address';
const WRONG = 'The password is incorrect';

const personal = (page: Page) => page.getByRole('form', { name: 'Personal Information' });
const email = (page: Page) => personal(page).getByLabel('Email', { exact: true });
const save = (page: Page) => personal(page).getByRole('button', { name: 'Save Changes' });
const waiting = (page: Page, address: string) => personal(page).getByText(`Confirm ${address} by following the link`);
const browsers = (page: Page) => page.getByRole('list', { name: 'Browsers' }).getByRole('listitem');
const keys = (page: Page) => page.evaluate(() => Object.keys(localStorage));

async function expectSignedOut(page: Page): Promise<void> {
  await page.reload();
  await expect(title(page, 'Welcome back')).toBeVisible();
}

test('shows a changed name at once, and an error if saving fails', async ({ page, landlord, expectConsoleError }) => {
  await page.goto(PROFILE);
  await test.step('S2.2.1 S2.2.28 S2.3.4 has only the fields for name and email', async () => {
    await expect(page.getByRole('heading', { name: 'Personal Information', exact: true })).toBeVisible();
    await expect(personal(page).getByLabel('Full Name', { exact: true })).toHaveValue(landlord.name);
    await expect(email(page)).toHaveValue(landlord.email);
    await expect(personal(page).getByRole('textbox')).toHaveCount(2);
  });
  await personal(page).getByLabel('Full Name').fill('Hannah Okafor');
  await test.step("S1.8.26 S2.8.18 shows the server’s error, or 'Failed to update profile'", async () => {
    const restore = await fail(page, { path: '/api/profile' }, 'unavailable');
    expectConsoleError(/status of 503/);
    await save(page).click();
    await expectErrorToast(page, 'We cannot reach our database just now. Try again in a moment.');
    await restore();
    await page.route('/api/profile', (route) => route.fulfill({ body: '<p>Not JSON</p>' }), {
      times: 1,
    });
    await save(page).click();
    await expectErrorToast(page, 'Failed to update profile');
  });
  await test.step('S2.1.2 S2.2.29 S2.8.19 saves the name', async () => {
    const letGo = await delay(page, { method: 'PUT', path: '/api/profile' });
    await save(page).click();
    await expect(personal(page).getByRole('button', { name: 'Saving...', exact: true })).toBeVisible();
    letGo();
    await expectToast(page, 'Profile updated successfully');
    await expect(page.getByRole('button', { name: 'Account of Hannah Okafor' })).toBeVisible();
    await page.reload();
    await expect(personal(page).getByLabel('Full Name')).toHaveValue('Hannah Okafor');
  });
});

test('changes the email address after the password and a link, which can be sent again or cancelled', async ({
  page,
  landlord,
  anotherBrowser,
  expectConsoleError,
}) => {
  const moved = `moved.${landlord.email}`;
  const password = personal(page).getByLabel('Current password');
  await page.goto(PROFILE);
  await email(page).fill(moved);
  await password.fill(landlord.password);
  await save(page).click();
  await expectToast(page, 'Profile updated successfully');
  await expect(waiting(page, moved)).toBeVisible();
  await expect(email(page), 'until then').toHaveValue(landlord.email);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expectToast(page, 'Email sent');
  await personal(page).getByRole('button', { name: 'Cancel' }).click();
  await expectToast(page, `Your email address is still ${landlord.email}`);
  await expect(waiting(page, moved)).toBeHidden();
  await expect(email(page)).toBeFocused();
  const phone = await anotherBrowser();
  expectConsoleError(/status of 422/);
  await openEmail(phone, { to: moved, subject: CONFIRM });
  await phone.getByRole('link', { name: CONFIRM }).click();
  await expect(phone.getByText('This link has expired or has already been used.')).toBeVisible();
  await expect(phone.getByRole('link', { name: 'Log in to get a new one' })).toBeVisible();

  const next = `next.${landlord.email}`;
  await email(page).fill(next);
  await password.fill(landlord.password);
  await save(page).click();
  await expect(waiting(page, next)).toBeVisible();
  await personal(page).getByLabel('Full Name').fill('Hannah Okafor');
  await save(page).click();
  await expect(page.getByRole('button', { name: 'Account of Hannah Okafor' })).toBeVisible();
  await expect(waiting(page, next), 'while only the name changes').toBeVisible();
  await openEmail(phone, { to: next, subject: CONFIRM });
  const restore = await fail(phone, { path: '/api/profile/confirm-email' }, 'internal');
  expectConsoleError(/status of 500/);
  await phone.getByRole('link', { name: CONFIRM }).click();
  await expect(phone.getByText('Something went wrong on our side.')).toBeVisible();
  await restore();
  await phone.getByRole('button', { name: 'Retry' }).click();
  await expect(phone.getByText('Thank you. Your new email address is confirmed.')).toBeVisible();

  await personal(page).getByLabel('Full Name').fill('Hannah Okafor-Reid'); // The input is unsaved during the refetch.
  // The page refetches as if the tab had become visible again.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(email(page)).toHaveValue(next);
  await expect(personal(page).getByLabel('Full Name')).toHaveValue('Hannah Okafor-Reid');
  await expect(personal(page).getByText('Confirmed', { exact: true })).toBeVisible();
});

test('signs out other browsers by keyboard: one, all, or with a new password', async ({
  page,
  landlord,
  anotherBrowser,
  server,
  expectConsoleError,
}) => {
  const keyboard = keyboardOf(page);
  const form = page.getByRole('form', { name: 'Password' });
  const [current, wanted] = [form.getByLabel('Current password'), form.getByLabel('New password')];
  const change = form.getByRole('button', { name: 'Change Password' });
  const others = page.getByRole('button', { name: 'Sign out others' });
  const [laptop, phone, tablet] = [await anotherBrowser(), await anotherBrowser(), await anotherBrowser()];
  for (const elsewhere of [laptop, phone, tablet]) await signIn(elsewhere, server.address, landlord);
  for (const open of [laptop, phone]) await open.goto('/dashboard/settings');
  await page.goto(PROFILE);
  await expect(browsers(page)).toHaveCount(4);
  await expect(browsers(page).first()).toContainText('This browser');
  await expect(browsers(page).first().getByRole('button')).toHaveCount(0);
  for (const row of await browsers(page).all()) {
    await expect(row).toContainText(/Chrome on \S+/);
    await expect(row).toContainText(/Signed in \d{2} \w{3} \d{4} at \d{2}:\d{2}, last used \d{2} \w{3} \d{4}/);
  }
  await test.step('signs out one', async () => {
    const newest = browsers(page).nth(1);
    const device = /^Chrome on \S+/.exec(await newest.innerText())?.[0] ?? '';
    const restore = await fail(page, { method: 'DELETE', path: /^\/api\/sessions\// }, 'internal');
    expectConsoleError(/status of 500/);
    await newest.getByRole('button', { name: 'Sign out' }).click();
    await expectErrorToast(page, `We could not sign out ${device}`, 'Something went wrong on our side.');
    await restore();
    await newest.getByRole('button', { name: 'Sign out' }).click();
    await expectToast(page, `Signed out of ${device}`);
    await expect(browsers(page)).toHaveCount(3);
  });
  expectConsoleError(ENDED_ELSEWHERE, 'maybe');
  await test.step('signs out all', async () => {
    await keyboard.press(others);
    await expectToast(page, 'Signed out of all other browsers');
    await expect(browsers(page)).toHaveCount(1);
    await expect(others).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeFocused();
    for (const open of [laptop, phone]) await expectSignedOut(open);
  });
  await test.step('signs them out with a new password', async () => {
    await signIn(phone, server.address, landlord);
    await phone.goto('/dashboard/settings');
    await expect(title(phone, 'Settings')).toBeVisible();
    await keyboard.fill(current, 'not my password');
    await keyboard.fill(wanted, 'a quite new password');
    expectConsoleError(/status of 422/);
    await keyboard.press(change);
    await expect(current).toBeFocused();
    await expect(current).toHaveAccessibleDescription(WRONG);
    await expect(wanted).toHaveValue('a quite new password');
    await keyboard.fill(current, landlord.password);
    await keyboard.press(change);
    await expectToast(page, 'Password changed successfully');
    for (const field of [current, wanted]) await expect(field).toHaveValue('');
    await expectSignedOut(phone);
  });
});

test('downloads all data in a zip, continues on other screens, stops on request, and shows errors', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const MY_DATA = { path: '/api/my-data' };
  const FAILED = 'We could not download your data';
  const part = page.getByRole('region', { name: 'Your data' });
  const download = part.getByRole('button', { name: 'Download my data' });
  const certificate = await landlord.uploads('property-certificates', { name: 'gas.pdf', bytes: PDF });
  await landlord.adds({ address: '8 Laburnum Row' });
  await page.goto(PROFILE);
  const letGo = await delay(page, MY_DATA);
  await download.click();
  await expect(part.getByRole('button', { name: 'Preparing your data...' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await expect(title(page, 'Settings')).toBeVisible();
  await page.goBack();
  await keyboardOf(page).press(part.getByRole('button', { name: 'Stop' }));
  await expect(download).toBeFocused();
  letGo();
  // The server allows one download at a time, and may notice the cancellation late.
  await expect.poll(async () => (await page.request.get(MY_DATA.path)).status()).toBe(200);

  const handedOver: string[] = [];
  page.on('download', (file) => handedOver.push(file.suggestedFilename()));
  const restore = await fail(page, MY_DATA, 'internal');
  expectConsoleError(/status of 500/);
  await download.click();
  await expectErrorToast(page, FAILED, 'Something went wrong on our side.');
  await restore();
  await dropNextResponse(page, MY_DATA);
  await download.click();
  await expectErrorToast(page, FAILED, 'The connection ended before the download was complete. Try again.');
  expect(handedOver).toEqual([]);
  const begun = page.waitForEvent('download');
  await keyboardOf(page).press(download);
  const file = await begun;
  await expectToast(page, 'Data downloaded');
  expect(handedOver).toEqual([expect.stringMatching(/^tenure-data-\d{4}-\d{2}-\d{2}\.zip$/)]);
  const content = await unzipped(await readFile(await file.path()));
  expect(String(content.get('tables/properties.json'))).toContain('8 Laburnum Row');
  expect(content.get(`files/property-certificates/${certificate.url.split('/').at(-1)}`)).toEqual(PDF);
});

test('deletes the account with the password, clears this browser, and signs out other tabs and browsers', async ({
  page,
  landlord,
  anotherBrowser,
  server,
  expectConsoleError,
}) => {
  const DELETED = 'Your account and all its data have been deleted.';
  const dialog = page.getByRole('dialog', { name: 'Delete my account' });
  const ask = page.getByRole('main').getByRole('button', { name: 'Delete my account' });
  const confirm = dialog.getByRole('button', { name: 'Delete my account' });
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  const password = dialog.getByLabel('Your password', { exact: true });
  const keyboard = keyboardOf(page);
  await landlord.adds({ address: '8 Laburnum Row' });
  expectConsoleError(ENDED_ELSEWHERE, 'maybe');
  const phone = await anotherBrowser();
  await signIn(phone, server.address, landlord);
  await phone.goto('/dashboard/properties');
  await expect(phone.getByText('8 Laburnum Row')).toBeVisible();
  const tab = await page.context().newPage();
  await tab.goto('/dashboard/properties/add');
  await tab.getByRole('form').getByLabel('Address', { exact: true }).fill('3 Priory Close');
  await page.goto(PROFILE);
  await expect.poll(() => keys(page)).toContainEqual(expect.stringMatching(/^tenure\.draft\./));
  await keyboard.press(ask);
  await expect(cancel).toBeFocused();
  await expect(dialog).toContainText('all your transactions and bank accounts');
  await keyboard.keys('Enter');
  await expect(dialog).toBeHidden();
  await expect(ask).toBeFocused();
  await keyboard.keys('Enter');
  await keyboard.press(confirm);
  await expect(password).toHaveAccessibleDescription('Enter your password');
  expectConsoleError(/status of 422/);
  await keyboard.fill(password, 'not my password');
  await keyboard.press(confirm);
  await expect(password).toHaveAccessibleDescription(WRONG);
  await keyboard.fill(password, landlord.password);
  const letGo = await delay(page, { path: '/api/my-data' });
  await dialog.getByRole('button', { name: 'Download my data' }).click();
  await expect(dialog.getByRole('button', { name: 'Downloading first...' })).toBeDisabled();
  const copy = page.waitForEvent('download');
  letGo();
  await copy;
  const restore = await fail(page, { path: '/api/account/remove' }, 'unavailable');
  expectConsoleError(/status of 503/);
  await confirm.click();
  await expect(dialog.getByRole('alert')).toContainText('We cannot reach our database just now.');
  expect(await landlord.has(), 'properties').toBe(1);
  await restore();

  await confirm.click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText(DELETED)).toBeVisible();
  expect(await keys(page)).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  await expect(title(tab, 'Welcome back')).toBeVisible();
  await expectSignedOut(phone);
  await page.reload();
  await expect(page.getByText(DELETED), 'shown once').toBeHidden();
});
