import { expect, type Page } from '@playwright/test';
import { newPerson } from '../../test/fixtures/make.ts';
import { expectErrorToast, expectToast, openEmail, title } from '../support/copy.ts';
import { statement } from '../support/database.ts';
import { dayFromNow } from '../support/days.ts';
import { field } from '../support/form.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { addMember, switchAccount } from '../support/landlords.ts';
import { fillInSupplier, saveButton, suppliersOf } from '../support/suppliers.ts';
import { addsTenant } from '../support/tenants.ts';
import { test } from '../support/test.ts';

const TEAM = '/dashboard/team';
const VIEW = 'View the invitation';

const row = (page: Page, name: string) => page.getByRole('main').getByRole('row').filter({ hasText: name });

async function chooses(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions, ${name}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

test('invites a bookkeeper, who signs up, gets another role and loses access', async ({
  page,
  landlord,
  anotherBrowser,
  expectConsoleError,
}) => {
  const person = newPerson({ name: 'Priya Nair' });
  await landlord.adds({ address: '8 Laburnum Row' });

  await test.step('invites by email, after a wrong address', async () => {
    await page.goto(TEAM);
    await expect(page.getByRole('heading', { name: 'Only you so far' })).toBeVisible();
    await page.getByRole('button', { name: 'Invite people' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite people' });
    const emails = dialog.getByLabel('Email addresses');
    await emails.fill('priya');
    await dialog.getByRole('button', { name: 'Send invitations' }).click();
    await expect(emails).toHaveAccessibleDescription(/^Enter a valid email address: priya/);
    await expect(emails).toBeFocused();
    await expect(dialog.getByText('Choose a role')).toBeVisible();
    await emails.fill(person.email);
    await dialog.getByRole('radio', { name: /^Bookkeeper/ }).check();
    await dialog.getByRole('button', { name: 'Send invitations' }).click();
    await expectToast(page, 'Invitation sent');
    await expect(dialog).toBeHidden();
    await expect(row(page, person.email)).toContainText('Bookkeeper');
    await expect(row(page, person.email)).toContainText(/Invited .*, link valid until /);
    await expect(page.getByRole('region', { name: 'Seats' })).toContainText('2 of 5 seats in use.');
  });

  const member = await anotherBrowser();
  const invitation = await test.step('the link shows the invitation before anything is accepted', async () => {
    await openEmail(member, {
      to: person.email,
      subject: `${landlord.name} has invited you to ${landlord.name} on Tenure`,
    });
    const link = member.getByRole('link', { name: VIEW });
    const address = (await link.getAttribute('href')) ?? '';
    await link.click();
    await expect(title(member, `Join ${landlord.name}`)).toBeVisible();
    await expect(member.getByRole('main')).toContainText('Bookkeeper');
    await expect(member.getByRole('main')).toContainText('You can see and change rent, money');
    return address;
  });

  await test.step('signs up with the invited address and sees the account', async () => {
    const form = member.getByRole('form', { name: 'Sign up' });
    await expect(form.getByLabel('Email')).toHaveValue(person.email);
    await expect(form.getByLabel('Email')).not.toBeEditable();
    await form.getByLabel('Name').fill(person.name);
    await form.getByLabel('Password', { exact: true }).fill(person.password);
    await form.getByRole('checkbox', { name: /^I accept the terms/ }).check();
    // The dashboard may request cards of areas that the role cannot see.
    expectConsoleError(/status of 403/, 'maybe');
    await form.getByRole('button', { name: `Sign up and join ${landlord.name}` }).click();
    await expect(title(member, 'Dashboard')).toBeVisible();
    await member.goto('/dashboard/properties');
    await expect(member.getByRole('main').getByText('8 Laburnum Row').first()).toBeVisible();
    await member.goto(TEAM);
    await expect(row(member, landlord.name)).toContainText('Owner');
    await expect(member.getByRole('button', { name: 'Invite people' })).toBeHidden();
  });

  await test.step('the owner changes the role', async () => {
    await page.goto(TEAM);
    await expect(row(page, person.name)).toContainText('Bookkeeper');
    await chooses(page, person.name, 'Change access');
    const dialog = page.getByRole('dialog', { name: `Access of ${person.name}` });
    await expect(dialog.getByRole('radio', { name: /^Bookkeeper/ })).toBeChecked();
    await dialog.getByRole('radio', { name: /^Manager/ }).check();
    await dialog.getByRole('button', { name: 'Change access' }).click();
    await expectToast(page, 'Access changed');
    await expect(row(page, person.name)).toContainText('Manager');
    await expectToast(member, 'Your role has changed');
  });

  await test.step('the owner removes the person, whose open page ends', async () => {
    await chooses(page, person.name, 'Remove');
    const question = page.getByRole('alertdialog', { name: `Remove ${person.name}` });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Remove' }).click();
    await expectToast(page, `${person.name} removed`);
    await expect(page.getByRole('heading', { name: 'Only you so far' })).toBeVisible();
    await expect(title(member, 'You are not in any account')).toBeVisible();
    await expect(member.getByRole('main')).toContainText(`Your access to ‘${landlord.name}’ has ended.`);
    await expect(member.getByRole('button', { name: 'Start your own account' })).toBeVisible();
  });

  await test.step('the invitation cannot be used again', async () => {
    await member.goto(invitation);
    await expect(member.getByText('This invitation has already been used.')).toBeVisible();
  });

  await test.step('deletes the login, after a wrong password', async () => {
    await member.goto('/accounts');
    await member.getByRole('button', { name: 'Delete my login' }).click();
    const dialog = member.getByRole('dialog', { name: 'Delete my login' });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    const password = dialog.getByLabel('Your password');
    await password.fill(`${person.password}?`);
    expectConsoleError(/status of 422/, 'maybe');
    await dialog.getByRole('button', { name: 'Delete my login' }).click();
    await expect(password).toHaveAccessibleDescription('The password is incorrect');
    await password.fill(person.password);
    await dialog.getByRole('button', { name: 'Delete my login' }).click();
    await expect(member.getByText('Your login has been deleted.')).toBeVisible();
  });
});

test('limits a maintenance worker to some of many properties, and filters the activity by person', async ({
  page,
  landlord,
  anotherLandlord,
  server,
}) => {
  const tenant = await addsTenant(landlord, { name: 'Grace Hopper', phone: '0113 496 0123' });
  await page.goto('/dashboard/activity');
  await expect(page.getByRole('list', { name: 'Activity' })).toContainText('Tenant Grace Hopper added');
  await expect(page.getByLabel('By', { exact: true })).toBeHidden();

  const worker = await anotherLandlord({ name: 'Sam Ode' });
  await statement(
    server,
    `insert into properties (user_id, address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, size)
     select $1, 'Flat ' || n, 'Leeds', 'Leeds', 'LS1 1AA', 'flat', 1, 1, 950, 1 from generate_series(1, 119) n`,
    [landlord.id],
  );
  await statement(
    server,
    `with added as (
       insert into members (user_id, person_id, name, email, role, whole, state, joined_at)
       select $1, id, name, email, 'maintenance', false, 'active', app.instant() from auth.users where id = $2 returning id
     )
     insert into app.member_properties (member_id, user_id, property_id)
     select added.id, $1, properties.id from added, properties where user_id = $1 and address ~ '^Flat (\\d|\\d\\d|100)$'`,
    [landlord.id, worker.personId],
  );
  await statement(server, 'update auth.sessions set account_id = $1 where user_id = $2', [
    landlord.id,
    worker.personId,
  ]);

  await test.step('chooses a property by keyboard, after the first hundred', async () => {
    await page.goto(TEAM);
    await chooses(page, worker.name, 'Change access');
    const dialog = page.getByRole('dialog', { name: `Access of ${worker.name}` });
    await expect(dialog).toContainText('100 properties');
    const keyboard = keyboardOf(page);
    await keyboard.fill(dialog.getByLabel('Add a property'), 'flat');
    await expect(dialog).toContainText('Type more to find others.');
    await keyboard.fill(dialog.getByLabel('Add a property'), tenant.propertyName ?? '');
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
    await keyboard.keys('Enter');
    await expect(dialog.getByRole('list', { name: 'Chosen properties' }).getByRole('listitem').first()).toContainText(
      tenant.propertyName ?? '',
    );
    await keyboard.press(dialog.getByRole('button', { name: 'Change access' }));
    await expectToast(page, 'Access changed');
  });

  await test.step('the worker sees how many properties there are, and phones their tenants', async () => {
    const theirs = worker.page;
    await theirs.goto('/dashboard');
    await expect(theirs.getByRole('main')).toContainText('101 of 120 properties');
    await theirs.goto(`/dashboard/properties/${tenant.propertyId}`);
    const card = theirs.getByRole('region', { name: 'Tenants' });
    await expect(card).toContainText('Grace Hopper');
    await expect(card.getByRole('link', { name: '0113 496 0123' })).toHaveAttribute('href', 'tel:01134960123');
  });

  await test.step('the owner filters the activity by person, with a link to it', async () => {
    await page.goto('/dashboard/activity');
    await page.getByLabel('By', { exact: true }).selectOption('Tenure');
    await expect(page).toHaveURL('/dashboard/activity?by=tenure');
    await expect(page.getByRole('list', { name: 'Activity' })).toContainText('Tenure added 119 properties');
    await expect(page.getByRole('list', { name: 'Activity' })).not.toContainText('Grace Hopper');
    await page.getByLabel('By', { exact: true }).selectOption('Sam Ode (maintenance)');
    await expect(page).toHaveURL(`/dashboard/activity?by=${worker.personId}`);
    await expect(page.getByText('No activity yet')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('By', { exact: true })).toHaveValue(worker.personId);
    await page.getByRole('button', { name: 'Show everything' }).click();
    await expect(page.getByRole('list', { name: 'Activity' })).toContainText(
      `${landlord.name} added tenant Grace Hopper`,
    );
  });
});

test('keeps the form of a tab left behind on another account, and switches back or opens the other one', async ({
  page,
  landlord,
  anotherLandlord,
  server,
  expectConsoleError,
}) => {
  const other = await anotherLandlord({ name: 'Whitlock Lettings' });
  await addMember(server, other, landlord);
  await page.goto('/dashboard/suppliers/add');
  await fillInSupplier(page);
  const tab = await page.context().newPage();
  const leftBehind = (one: Page) => one.getByRole('dialog', { name: 'You have switched to another account' });
  const switchesTo = async (name: string) => {
    await tab.goto('/dashboard');
    await tab.getByRole('button', { name: /^Account of/ }).click();
    await tab.getByRole('menuitem', { name }).click();
    await expect(title(tab, 'Dashboard')).toBeVisible();
  };
  // Requests of a tab that shows another account are refused.
  expectConsoleError(/status of 409/);

  await test.step('shows both accounts, and saves nothing', async () => {
    await switchesTo(other.name);
    await expect(leftBehind(page)).toContainText(`This tab shows ${landlord.name}. ${other.name} is now open`);
    await expect(leftBehind(page).getByRole('button', { name: 'Switch back' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(leftBehind(page)).toBeHidden();
    await page.setViewportSize({ width: 375, height: 800 });
    await saveButton(page).click();
    await expectErrorToast(page, 'Failed to add supplier', 'Your changes were not saved.');
    await expect(leftBehind(page)).toHaveCount(1);
    expect(await suppliersOf(other)).toBe(0);
  });

  await test.step('switches back by keyboard, and saves the form', async () => {
    await expect(leftBehind(page).getByRole('button', { name: 'Switch back' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(leftBehind(page)).toBeHidden();
    await expect(field(page, 'Company Name')).toHaveValue('Harbour Plumbing Ltd');
    await saveButton(page).click();
    await expectToast(page, 'Supplier added successfully!');
    expect([await suppliersOf(landlord), await suppliersOf(other)]).toEqual([1, 0]);
  });

  await test.step('opens the other account when access to the first has ended', async () => {
    await statement(server, `update members set state = 'left' where user_id = $1 and person_id = $2`, [
      other.id,
      landlord.personId,
    ]);
    expectConsoleError(/status of 404/);
    await leftBehind(tab).getByRole('button', { name: 'Switch back' }).click();
    await expectErrorToast(tab, 'You are no longer a member of this account. Ask one of its owners.');
    await leftBehind(tab)
      .getByRole('button', { name: `Go to ${landlord.name}` })
      .click();
    await expect(title(tab, 'Dashboard')).toBeVisible();
    await tab.goto('/dashboard/suppliers');
    await expect(tab.getByRole('main')).toContainText('Harbour Plumbing Ltd');
  });
});

test('ends the access of an accountant after the last day, also on an open page', async ({
  landlord,
  anotherLandlord,
  server,
  forward,
  expectConsoleError,
}) => {
  const accountant = await anotherLandlord({ name: 'Ines Bauer' });
  await addMember(server, landlord, accountant);
  await statement(server, `update members set role = 'guest', ends_on = $3 where person_id = $1 and user_id = $2`, [
    accountant.personId,
    landlord.id,
    dayFromNow(1),
  ]);
  await switchAccount(accountant, landlord);
  const theirs = accountant.page;
  await theirs.goto('/dashboard/tax');
  await expect(theirs.getByRole('heading', { level: 1, name: /^Tax year/ })).toBeVisible();
  await expect(theirs.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tenants' })).toHaveCount(0);
  expectConsoleError(/status of 40[13]/, 'maybe');
  await forward(2 * 24 * 3600 * 1000);
  const ended = theirs.getByText(`Your access to ‘${landlord.name}’ has ended.`);
  const link = theirs.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Suppliers' });
  // A background request may be the first to be refused.
  await Promise.any([link.click(), ended.waitFor()]);
  await expect(ended).toBeVisible();
});
