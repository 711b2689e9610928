import { expect, type Locator, type Page } from '@playwright/test';
import { unsubscribeUrl } from '../../src/features/profile/unsubscribe.server.ts';
import { serverSecret } from '../../src/server/session/secret.server.ts';
import { newCertificate } from '../../test/fixtures/make.ts';
import { codeOf } from '../../test/fixtures/second-factor.ts';
import { GIVE_PLAN } from '../../test/fixtures/subscriptions.ts';
import { openEmail, title } from '../support/copy.ts';
import { statement } from '../support/database.ts';
import { cutOff, delay, fail, sessionNotInDocument } from '../support/network-faults.ts';
import type { Walk } from './walk.ts';

const DAY = 86_400_000;

const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name });

export const beforeSignIn: Walk = async ({ page, check, server, anotherLandlord, expectConsoleError }) => {
  const person = await anotherLandlord();
  for (const [path, heading] of Object.entries({
    '/': 'Property Management Simplified',
    '/terms': 'Terms',
    '/privacy': 'Privacy',
  })) {
    await page.goto(path);
    await expect(title(page, heading)).toBeVisible();
    await check(path);
  }
  await page.goto('/');
  for (const question of await page.locator('summary').filter({ visible: true }).all()) await question.click();
  expectConsoleError(/status of 422/);
  await button(page, 'Contact Sales').click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await check('the landing with all its answers, and a contact form with fields that are wrong');
  await page.goto('/login');
  await button(page, 'Log in').click();
  await expect(page.getByRole('form').getByLabel('Email')).toBeFocused();
  await check('login with fields that are wrong');
  await page.getByRole('form').getByLabel('Email').fill(person.email);
  await page.getByRole('form').getByLabel('Password', { exact: true }).fill('wrong horse battery');
  expectConsoleError(/status of 401/);
  await button(page, 'Log in').click();
  await expect(page.getByRole('form').getByRole('alert')).toBeVisible();
  await check('login refused');

  await page.goto('/signup');
  await button(page, 'Start Free Trial').click();
  await expect(page.getByRole('form').getByLabel('Name')).toBeFocused();
  await check('sign-up with fields that are wrong');

  await page.goto('/login-code');
  await button(page, 'Log in').click();
  await expect(page.getByRole('form').getByLabel('Code', { exact: true })).toBeFocused();
  await check('a code that is missing');

  await page.goto('/forgot-password');
  await check('/forgot-password');
  await page.getByRole('form').getByLabel('Email').fill(person.email);
  await button(page, 'Send the email').click();
  await expect(page.getByText('If that address has an account')).toBeVisible();
  await check('/forgot-password, asked');
  await page.goto('/outbox');
  await expect(title(page, 'Outbox')).toBeVisible();
  await check('/outbox');
  await page.goto('/offline');
  await check('/offline');
  await page.goto('/outbox');
  await openEmail(page, { to: person.email, subject: 'Choose a new password' });
  await check('an email');
  await page.getByRole('link', { name: 'Choose a new password' }).click();
  await button(page, 'Save new password').click();
  await expect(page.getByRole('form').getByLabel('New password')).toBeFocused();
  await check('a new password that is too short');
  await page.goto('/reset-password');
  await expect(page.getByRole('alert')).toContainText('This link has expired');
  await check('/reset-password without a token');
  expectConsoleError(/status of 422/);
  await page.goto('/confirm-email?token=x');
  await expect(page.getByText('This link has expired or has already been used.')).toBeVisible();
  await check('/confirm-email with a link that has expired');
  const restore = await fail(page, { path: '/api/profile/confirm-email' }, 'internal');
  expectConsoleError(/status of 500/);
  await page.goto('/confirm-new-email?token=x');
  await expect(page.getByText('Something went wrong on our side.')).toBeVisible();
  await check('/confirm-new-email failing');
  await restore();
  expectConsoleError(/status of 404/);
  await page.goto('/unsubscribe?token=x');
  await expect(title(page, 'This link does not work')).toBeVisible();
  await check('the end of emails by a link that is wrong');
  const secret = await serverSecret(undefined, server.dataFolder);
  await page.goto(unsubscribeUrl({ appUrl: server.address, secret }, person.id));
  await expect(button(page, 'Stop these emails')).toBeVisible();
  await check('the question before emails end');
  expectConsoleError(/status of 404/);
  await page.goto('/nothing-here');
  await expect(title(page, 'Oops! Page not found')).toBeVisible();
  await check('an address that does not exist');
};

const search = async ({
  page,
  check,
  expectConsoleError,
}: Pick<Parameters<Walk>[0], 'page' | 'check' | 'expectConsoleError'>) => {
  const field = page.getByRole('combobox', { name: 'Search', exact: true });
  const open = page.getByRole('dialog', { name: 'Search' });
  const asked = async (text: string, status: string) => {
    await page.keyboard.press('Control+k');
    await field.fill(text);
    await expect(open.getByRole('status')).toHaveText(status);
  };
  await asked('a', '1 result');
  await check('the search, with results');
  await page.keyboard.press('Enter');
  await expect(open).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(open.getByRole('group', { name: 'Recent' })).toBeVisible();
  await check('the search, with what was opened last');
  await page.keyboard.press('Escape');
  await asked('zeppelin', 'No results');
  await check('the search that finds nothing');
  const restore = await fail(page, { path: '/api/search' }, 'internal');
  expectConsoleError(/status of 500/);
  await field.fill('zep');
  await expect(open.getByRole('alert')).toBeVisible();
  await check('the search that fails');
  await restore();
  await button(page, 'All shortcuts').click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await check('the list of shortcuts');
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('menuitem', { name: 'Add income' })).toBeVisible();
  await check('what can be added');
  await page.keyboard.press('Escape');
};

const notices = async ({
  page,
  check,
  landlord,
  expectConsoleError,
}: Pick<Parameters<Walk>[0], 'page' | 'check' | 'landlord' | 'expectConsoleError'>) => {
  const PAGE = '/dashboard/notifications';
  const letGo = await delay(page, { path: '/api/notifications' });
  await page.goto(PAGE);
  await expect(page.getByRole('main').getByText('Loading notifications...')).toBeAttached();
  await check('the notices while they are loading');
  letGo();
  await expect(page.getByRole('heading', { name: 'You are up to date' })).toBeVisible();
  await check('no notices');
  const certificate = (name: string, expirationDate: string) => newCertificate({ name, expirationDate });
  await landlord.adds({
    certificates: [certificate('Fire door check', '2026-01-05'), certificate('Alarm check', '2026-02-05')],
  });
  await page.goto(PAGE);
  await check('notices');
  await button(page, 'Notifications, 2 new').click();
  await expect(
    page.getByRole('dialog', { name: 'Notifications' }).getByRole('link', { name: /^Fire door/ }),
  ).toBeVisible();
  await check('the first notices, from the bell');
  await page.keyboard.press('Escape');
  await button(page, /^Snooze: Fire door/).click();
  const snooze = page.getByRole('dialog', { name: 'Snooze until' });
  await snooze.getByLabel('Another date', { exact: true }).fill('05/01/2020');
  await expect(snooze.getByText('Choose a day after today')).toBeVisible();
  await check('the days to snooze a notice to');
  await button(snooze, /^In a week/).click();
  await page.getByRole('tab', { name: /^Snoozed/ }).click();
  await expect(button(page, /^Bring back/)).toBeVisible();
  await check('snoozed notices');
  const restore = await fail(page, { path: '/api/notifications' }, 'internal');
  expectConsoleError(/status of 500/);
  await page.goto(PAGE);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('We could not load your notifications');
  await check('notices that could not be loaded');
  await restore();
};

type Part = Omit<Parameters<Walk>[0], 'anotherLandlord' | 'forward'>;

const secondProofs = async ({ page, check, server, landlord, expectConsoleError }: Part) => {
  const dialog = page.getByRole('dialog');
  await button(page, 'Turn on').click();
  expectConsoleError(/status of 422/);
  await dialog.getByLabel('Your password', { exact: true }).fill('not my password');
  await button(page, 'Continue').click();
  await expect(dialog.getByText('The password is incorrect')).toBeVisible();
  await check('two-factor sign-in, with another password');
  await dialog.getByLabel('Your password', { exact: true }).fill(landlord.password);
  await button(page, 'Continue').click();
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible();
  await check('a key for the authenticator app');
  const key = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Code from the app').fill(codeOf(key));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  await check('the recovery codes');
  await button(page, 'I have saved them').click();
  const passkey = `insert into auth.passkeys (user_id, credential_id, public_key, counter, name, added_at) values ($1, 'AAAA', '', 0, 'My phone', now())`;
  await statement(server, passkey, [landlord.personId]);
  await page.goto('/dashboard/profile');
  await expect(page.getByRole('list', { name: 'Passkeys' })).toBeVisible();
  await check('the profile with two-factor sign-in and a passkey');
  await button(page, 'Add a passkey').click();
  await expect(dialog.getByLabel('Code (optional)')).toBeVisible();
  await check('a passkey to add, with a code');
  await page.keyboard.press('Escape');
  await button(page, 'Remove My phone').click();
  await expect(dialog).toContainText('You will not be able to sign in with ‘My phone’.');
  await check('a passkey to remove');
  await page.keyboard.press('Escape');
  await button(page, 'Download my data').click();
  await expect(dialog.getByLabel('Code (optional)')).toBeVisible();
  await check('the code before everything is downloaded');
  await page.keyboard.press('Escape');
  for (const table of ['passkeys', 'two_factors'])
    await statement(server, `delete from auth.${table} where user_id = $1`, [landlord.personId]);
  await statement(server, 'update auth.users set two_factor_enabled = false where id = $1', [landlord.personId]);
  await page.goto('/dashboard/profile');
};

export const account: Walk = async ({ page, check, server, landlord, forward, expectConsoleError }) => {
  const PROFILE = '/dashboard/profile';
  await sessionNotInDocument(page);
  let letGo = await delay(page, { path: '/api/auth/get-session' });
  await page.goto('/dashboard', { waitUntil: 'load' });
  await expect(page.getByRole('region', { name: 'Three steps to start' })).toBeVisible();
  await check('the dashboard until the session is known');
  letGo();
  await expect(page.getByRole('link', { name: 'Add your first property' })).toBeVisible();
  await check('the dashboard without records');
  await button(page, 'Open a sample account').click();
  await expect(page.getByRole('link', { name: /Total Properties/ })).toContainText('12');
  await expect(page.getByRole('region', { name: 'Needs attention' }).getByRole('link', { name: /^All/ })).toBeVisible();
  await check('the dashboard of a sample account, and what needs attention');
  await button(page, 'Remove sample').click();
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText('Your own account will not change.');
  await check('the question before the sample account is removed');
  await button(asked, 'Remove sample').click();
  await expect(page.getByRole('link', { name: 'Add your first property' })).toBeVisible();
  await button(page, /^Account of/).click();
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
  await check('the user menu');
  await page.keyboard.press('Escape');
  const { width = 1280, height = 800 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: 800, height });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible();
  await check('the tabs that have no room');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width, height });
  await landlord.adds();
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /Total Properties/ })).toContainText('1');
  await check('the dashboard with records');
  await search({ page, check, expectConsoleError });
  await notices({ page, check, landlord, expectConsoleError });
  expectConsoleError(/status of 404/);
  await page.goto('/dashboard/nothing-here');
  await expect(page.getByRole('link', { name: 'Go to your dashboard' })).toBeVisible();
  await check('an address that does not exist, for a landlord');

  letGo = await delay(page, { path: '/api/sessions' });
  await page.goto(PROFILE);
  await expect(page.getByText('Loading your signed-in browsers...')).toBeAttached();
  await check('the profile while browsers are loading');
  letGo();
  await expect(page.getByRole('list', { name: 'Browsers' })).toBeVisible();
  const personal = page.getByRole('form', { name: 'Personal Information' });
  await personal.getByLabel('Full Name').fill('A');
  await personal.getByLabel('Email').fill('nobody');
  await button(page, 'Save Changes').click();
  await button(page, 'Change Password').click();
  await expect(page.getByLabel('Current password').last()).toBeFocused();
  await check('the profile with fields that are wrong');
  await personal.getByLabel('Full Name').fill('Ada');
  await personal.getByLabel('Email').fill(`moved.${landlord.email}`);
  await personal.getByLabel('Current password').fill(landlord.password);
  await button(page, 'Save Changes').click();
  await expect(personal.getByText('by following the link in the email')).toBeVisible();
  await check('the profile with an address that waits');
  letGo = await delay(page, { path: '/api/my-data' });
  // Uses the keyboard, because a toast may cover the button.
  await button(page, 'Delete my account').press('Enter');
  const removal = page.getByRole('dialog', { name: 'Delete my account' });
  await removal.getByRole('button', { name: 'Delete my account' }).click();
  await expect(removal.getByLabel('Your password', { exact: true })).toBeFocused();
  await check('the question before an account is deleted, without a password');
  await removal.getByRole('button', { name: 'Download my data' }).click();
  await expect(removal.getByRole('button', { name: 'Preparing your data...' })).toBeVisible();
  await check('the question before an account is deleted, while a copy is made');
  letGo();
  await expect(removal.getByRole('button', { name: 'Delete my account' })).toBeEnabled();
  const restore = await fail(page, { path: '/api/sessions' }, 'internal');
  expectConsoleError(/status of 500/);
  await page.goto(PROFILE);
  await expect(page.getByRole('alert')).toContainText('We could not load where you are signed in');
  await check('the profile without its browsers');
  await restore();
  await secondProofs({ page, check, server, landlord, expectConsoleError });

  await page.goto('/dashboard/plans?plan=standard');
  await page.getByText('Standard features').click();
  await check('the plans, one of them chosen');
  const provider = await fail(page, { method: 'POST', path: '/api/create-checkout-session' }, 'unavailable');
  expectConsoleError(/status of 503/);
  await button(page, 'Continue with Standard').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await check('the plans without the payment provider');
  await provider();
  await statement(server, GIVE_PLAN, [landlord.id]);
  await page.goto('/dashboard/plans');
  await expect(page.getByText('Current plan')).toBeVisible();
  await check('the plans with one that is active');
  await statement(server, 'delete from subscriptions where user_id = $1', [landlord.id]);

  await page.goto('/dashboard/settings');
  await expect(title(page, 'Settings')).toBeVisible();
  await check('settings');
  await statement(server, 'update profiles set file_bytes = $2 where id = $1', [landlord.id, 2 ** 30]);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Storage' })).toContainText('Full');
  await check('settings, with no room for files left');
  await button(page, 'Create an address').click();
  await expect(button(page, 'Copy')).toBeVisible();
  await check('the address of a calendar feed');
  await button(page, 'Clear All Data').click();
  await expect(page.getByRole('alertdialog', { name: 'Clear All Data' })).toBeVisible();
  await check('the question before data is cleared');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 375, height: 700 });
  await button(page, 'Menu').click();
  await expect(page.getByRole('menuitem', { name: 'Suppliers' })).toBeVisible();
  await check('the menu of a phone');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 800 });

  const connect = await cutOff(page, { path: /\/assets\/FinancePage/ });
  expectConsoleError(/FinancePage|dynamically imported module/);
  expectConsoleError(/ERR_FAILED/);
  await page.getByRole('link', { name: 'Finance' }).click();
  await expect(title(page, 'Unexpected Application Error!')).toBeVisible();
  await check('a screen that breaks');
  await connect();
  const signIn = await fail(page, { path: '/api/auth/get-session' }, 'internal');
  expectConsoleError(/status of 500/);
  await page.goto(PROFILE);
  await expect(page.getByRole('alert')).toContainText('We could not check who is signed in');
  await check('a session that cannot be read');
  await signIn();

  await forward(6 * DAY);
  await page.goto(PROFILE);
  const banner = page.getByRole('complementary', { name: 'Free trial' });
  await expect(banner).toContainText('Your free trial ends in 1 day.');
  await check('the last day of the trial');
  await forward(2 * DAY);
  await page.goto(PROFILE);
  await expect(banner).toContainText('Your trial has expired.');
  await check('the profile after the trial');
  await page.goto('/trial-expired');
  await expect(title(page, 'Your Trial Has Expired')).toBeVisible();
  await check('/trial-expired');
  await page.goto('/dashboard/properties');
  await expect(page.getByText('Your trial has expired.')).toBeVisible();
  await expect(page).toHaveURL('/#pricing');
  await check('the prices after the trial');
};
