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

async function apiKeys(walk: Parameters<Walk>[0]): Promise<void> {
  const { page, check, landlord, expectConsoleError } = walk;
  await page.goto('/dashboard/api');
  await expect(page.getByRole('heading', { name: 'No API keys' })).toBeVisible();
  await check('an account without API keys');
  await button(page, 'Add key').click();
  const dialog = page.getByRole('dialog');
  await button(dialog, 'Add key').click();
  await expect(dialog.getByText('Choose at least one area')).toBeVisible();
  await check('an API key with fields that are wrong');
  await dialog.getByLabel('Name').fill('Zapier');
  await dialog.getByLabel('Rent', { exact: true }).selectOption({ label: 'See' });
  await dialog.getByLabel('Your password').fill(landlord.password);
  await button(dialog, 'Add key').click();
  await expect(page.getByLabel('Key', { exact: true })).toBeVisible();
  await check('an API key that is shown once');
  await button(page, 'I have copied it').click();
  await expect(page.getByRole('row').filter({ hasText: 'Zapier' })).toBeVisible();
  await check('API keys');
  await webhooks(walk);
  const restore = await fail(page, { path: '/api/keys' }, 'internal');
  expectConsoleError(/status of 500/);
  await page.goto('/dashboard/api');
  await expect(page.getByRole('alert')).toContainText('We could not load your keys');
  await check('API keys that could not be loaded');
  await restore();
}

/** Adds a sent delivery, and a delivery that waits after a failure. Parameter: id of the landlord. */
const WITH_DELIVERIES = `
  with delivery as (
    insert into app.webhook_deliveries (user_id, endpoint_id, source, event, record_id, record_version, state, due_at)
    select user_id, id, event, event, gen_random_uuid(), 2, state, app.instant() + interval '1 day'
    from webhook_endpoints, (values ('tenant.added', 'sent'), ('tenant.changed', 'waiting')) made (event, state) where user_id = $1
    returning id, state)
  insert into app.webhook_tries (user_id, delivery_id, at, status, failure, milliseconds)
  select $1, id, app.instant(), case state when 'sent' then 200 end, case state when 'sent' then '' else 'timeout' end, 212 from delivery`;

async function webhooks({ page, check, server, landlord }: Parameters<Walk>[0]): Promise<void> {
  await button(page, 'Add webhook').click();
  const dialog = page.getByRole('dialog', { name: 'Add webhook' });
  await dialog.getByRole('radio', { name: 'Chosen events' }).check();
  await button(dialog, 'Add webhook').click();
  await expect(dialog.getByText('Choose at least one event')).toBeVisible();
  await check('a webhook with fields that are wrong');
  await dialog.getByLabel('Address').fill('http://127.0.0.1:9/hook');
  await dialog.getByRole('radio', { name: 'Everything' }).check();
  await button(dialog, 'Add webhook').click();
  await expect(page.getByLabel('Secret', { exact: true })).toBeVisible();
  await check('the secret of a webhook');
  await button(page, 'I have copied it').click();
  await expect(page.getByText('No events yet')).toBeVisible();
  await check('webhooks');
  await statement(server, WITH_DELIVERIES, [landlord.id]);
  await page.goto('/dashboard/api/deliveries');
  await page.getByText('tenant.changed', { exact: true }).click();
  await expect(page.getByText('No answer in 15 seconds').last()).toBeVisible();
  await check('deliveries of webhooks');
}

export const team: Walk = async (walk) => {
  const { page, check, server, landlord, anotherLandlord, expectConsoleError } = walk;
  await apiKeys(walk);
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
  await dialog.getByRole('radio', { name: 'Chosen tax years' }).check();
  await button(dialog, 'Send invitations').click();
  await expect(dialog.getByText('Enter the last day')).toBeVisible();
  await expect(dialog.getByText('Choose at least one tax year')).toBeVisible();
  await check('an invitation of a guest without a property, a tax year and a last day');
  await dialog.getByRole('radio', { name: /^Bookkeeper/ }).check();
  await button(dialog, 'Send invitations').click();
  await expect(dialog.getByText('You are already in this account')).toBeVisible();
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
  const restore = await fail(page, { path: '/api/team' }, 'internal');
  expectConsoleError(/status of 500/);
  await page.goto(TEAM);
  await expect(page.getByRole('alert')).toContainText('We could not load your team');
  await check('a team that could not be loaded');
  await restore();

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
