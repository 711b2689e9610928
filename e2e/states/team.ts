/** The states of the team, an invitation's page, and a person's accounts. */
import { expect, type Locator, type Page } from '@playwright/test';
import { openEmail, title } from '../support/copy.ts';
import { statement } from '../support/database.ts';
import { addMember, switchAccount } from '../support/landlords.ts';
import { delay, fail } from '../support/network-faults.ts';
import { addsTenant } from '../support/tenants.ts';
import type { Walk } from './walk.ts';

const TEAM = '/dashboard/team';
const INVITED = 'priya@nair.example';

const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name });

export const team: Walk = async ({ page, check, server, landlord, anotherLandlord, expectConsoleError }) => {
  const letGo = await delay(page, { path: '/api/team' });
  await page.goto(TEAM);
  await expect(page.getByText('Loading your team...')).toBeAttached();
  await check('the team while it is loading');
  letGo();
  await expect(page.getByRole('heading', { name: 'Only you so far' })).toBeVisible();
  await check('a team of one');
  await button(page, 'Invite people').click();
  const dialog = page.getByRole('dialog', { name: 'Invite people' });
  await button(dialog, 'Send invitations').click();
  await expect(dialog.getByText('Choose a role')).toBeVisible();
  await check('an invitation with fields that are wrong');
  await dialog.getByLabel('Email addresses').fill(`${INVITED}\n${landlord.email}`);
  await dialog.getByRole('radio', { name: /^Guest/ }).check();
  await dialog.getByRole('radio', { name: 'Chosen properties' }).check();
  await button(dialog, 'Send invitations').click();
  await expect(dialog.getByText('Enter the last day')).toBeVisible();
  await check('an invitation of a guest without a property and a last day');
  await dialog.getByRole('radio', { name: /^Bookkeeper/ }).check();
  await button(dialog, 'Send invitations').click();
  await expect(dialog.getByText('You are in this account already')).toBeVisible();
  await check('invitations with one refused address');
  await dialog.getByLabel('Email addresses').fill('tom@whitlock.example');
  await button(dialog, 'Send invitations').click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: INVITED })).toBeVisible();
  await check('a team with invitations');
  await button(page, `Actions, ${INVITED}`).click();
  await expect(page.getByRole('menuitem', { name: 'Withdraw invitation' })).toBeVisible();
  await check('the actions for an invitation');
  await page.getByRole('menuitem', { name: 'Withdraw invitation' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Withdraw invitation' })).toBeVisible();
  await check('the question before an invitation is withdrawn');
  await page.keyboard.press('Escape');
  await button(page, 'Change name').click();
  await expect(page.getByRole('dialog', { name: 'Account name' })).toBeVisible();
  await check('the name of an account');
  await page.keyboard.press('Escape');
  const mend = await fail(page, { path: '/api/team' }, 'internal');
  expectConsoleError(/status of 500/);
  await page.goto(TEAM);
  await expect(page.getByRole('alert')).toContainText('We could not load your team');
  await check('a team that could not be loaded');
  await mend();

  await openEmail(page, { to: INVITED, subject: `${landlord.name} has invited you to ${landlord.name} on Tenure` });
  const link = (await page.getByRole('link', { name: 'View the invitation' }).getAttribute('href')) ?? '';
  await page.goto(link);
  await expect(button(page, 'Sign out and continue')).toBeVisible();
  await check('an invitation for another address');
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.goto(link);
  await button(page, /^Sign up and join/).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await check('an invitation with a sign-up that has wrong fields');
  await button(page, 'Decline').click();
  await expect(page.getByRole('alertdialog', { name: 'Decline the invitation' })).toBeVisible();
  await check('the question before an invitation is declined');
  await page.keyboard.press('Escape');
  expectConsoleError(/status of 422/);
  await page.goto('/join?token=x');
  await expect(page.getByText('This invitation has expired.')).toBeVisible();
  await check('an invitation that has expired');
  expectConsoleError(/status of 401/);
  await page.goto('/accounts');
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await check('the accounts of a visitor');

  await page.context().addCookies(cookies);
  const late = await anotherLandlord();
  await addMember(server, landlord, late);
  await statement(
    server,
    `insert into subscriptions (user_id, plan, state, seats_due) values ($1, 'basic', 'active', app.today() + 14)`,
    [landlord.id],
  );
  await page.goto(TEAM);
  await expect(page.getByRole('complementary', { name: 'Seats' })).toBeVisible();
  for (const email of [late.email, INVITED])
    await expect(page.getByRole('row').filter({ hasText: email })).toContainText('No seat from');
  await check('a team with too few seats');

  const other = await anotherLandlord();
  await invites(other.page, landlord.email);
  await statement(server, 'update auth.users set email_verified = true where id = $1', [landlord.personId]);
  await page.goto('/accounts');
  await expect(title(page, 'Choose an account')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Invitations' })).toBeVisible();
  await check('accounts, and an invitation');
  await button(page, /^Accept/).click();
  await expect(page).toHaveURL('/dashboard');
  await button(page, /^Account of/).click();
  await expect(page.getByRole('menuitem', { name: /Bookkeeper/ })).toHaveAttribute('aria-current', 'true');
  await check('the user menu with two accounts');
  await page.keyboard.press('Escape');
  await switchAccount(landlord, landlord);
  expectConsoleError(/status of 409/, 'maybe');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Rent' }).click();
  const leftBehind = page.getByRole('dialog', { name: 'You have switched to another account' });
  await expect(leftBehind).toBeVisible();
  await check('a tab left behind on another account');
  await button(page, 'Switch back').click();
  await expect(leftBehind).toBeHidden();
  await page.goto('/dashboard/activity');
  await expect(page.getByLabel('By', { exact: true })).toBeVisible();
  await check('the activity of several people');
  const { propertyId } = await addsTenant(other);
  await statement(server, `update members set role = 'maintenance' where person_id = $1 and user_id = $2`, [
    landlord.personId,
    other.id,
  ]);
  await page.goto(`/dashboard/properties/${propertyId}`);
  await expect(page.getByRole('region', { name: 'Tenants' }).getByRole('link')).toBeVisible();
  await check('a property of a maintenance member');
  await page.goto('/dashboard/profile');
  await button(page, 'Delete my login').click();
  await expect(page.getByRole('dialog', { name: 'Delete my login' })).toBeVisible();
  await check('the question before a login is deleted');
};

async function invites(page: Page, email: string): Promise<void> {
  await page.goto(TEAM);
  await button(page, 'Invite people').click();
  const dialog = page.getByRole('dialog', { name: 'Invite people' });
  await dialog.getByLabel('Email addresses').fill(email);
  await dialog.getByRole('radio', { name: /^Bookkeeper/ }).check();
  await button(dialog, 'Send invitations').click();
  await expect(dialog).toBeHidden();
}
