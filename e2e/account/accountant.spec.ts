import { expect } from '@playwright/test';
import { newPerson } from '../../test/fixtures/make.ts';
import { expectToast, openEmail, title } from '../support/copy.ts';
import { dayFromNow } from '../support/days.ts';
import { addsExpense } from '../support/finance.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { test } from '../support/test.ts';

const PHONE = { width: 375, height: 812 };

test('an owner invites an accountant, who reads the boxes of a tax year and downloads it', async ({
  page,
  landlord,
  anotherBrowser,
  expectConsoleError,
}) => {
  const person = newPerson({ name: 'Ines Bauer' });
  const date = dayFromNow(0);
  await addsExpense(landlord, {
    date,
    type: 'income',
    category: 'rent',
    description: 'Rent G Hopper',
    amount: 120_000,
  });
  await page.setViewportSize(PHONE);

  await test.step('the owner chooses a guest, a last day and a tax year', async () => {
    const keyboard = keyboardOf(page);
    await page.goto('/dashboard/team');
    await keyboard.press(page.getByRole('button', { name: 'Invite people' }));
    const dialog = page.getByRole('dialog', { name: 'Invite people' });
    await keyboard.fill(dialog.getByLabel('Email addresses'), person.email);
    await keyboard.to(dialog.getByRole('radio', { name: /^Manager/ }));
    await keyboard.keys('ArrowDown', 'ArrowDown', 'ArrowDown');
    await expect(dialog.getByRole('radio', { name: /^Guest/ })).toBeChecked();
    const [year, month, day] = dayFromNow(30).split('-');
    await keyboard.fill(dialog.getByRole('textbox', { name: 'Last day' }), `${day}/${month}/${year}`);
    await keyboard.to(dialog.getByRole('radio', { name: 'All tax years' }));
    await keyboard.keys('ArrowDown');
    await keyboard.to(dialog.getByRole('checkbox', { name: '2026–27' }));
    await keyboard.keys('Space');
    await keyboard.press(dialog.getByRole('button', { name: 'Send invitations' }));
    await expectToast(page, 'Invitation sent');
  });

  const theirs = await anotherBrowser({ viewport: PHONE });
  await test.step('the accountant opens the link and signs up', async () => {
    const keyboard = keyboardOf(theirs);
    await openEmail(theirs, {
      to: person.email,
      subject: `${landlord.name} has invited you to ${landlord.name} on Tenure`,
    });
    await keyboard.press(theirs.getByRole('link', { name: 'View the invitation' }));
    const form = theirs.getByRole('form', { name: 'Sign up' });
    await keyboard.fill(form.getByLabel('Name'), person.name);
    await keyboard.fill(form.getByLabel('Password', { exact: true }), person.password);
    await keyboard.to(form.getByRole('checkbox', { name: /^I accept the terms/ }));
    await keyboard.keys('Space');
    // The dashboard may request cards of areas that the role cannot see.
    expectConsoleError(/status of 403/, 'maybe');
    await keyboard.press(form.getByRole('button', { name: `Sign up and join ${landlord.name}` }));
    await expect(title(theirs, 'Dashboard')).toBeVisible();
  });

  await test.step('and reads the boxes without the tenant’s name, and downloads the zip', async () => {
    const keyboard = keyboardOf(theirs);
    await theirs.goto('/dashboard/tax/2026-27');
    const boxes = theirs.getByRole('list', { name: 'Boxes' });
    await keyboard.press(boxes.getByRole('button', { name: /^Box 20/ }));
    await expect(boxes.getByRole('link', { name: 'Rent', exact: true })).toBeVisible();
    await expect(theirs.getByText('Hopper')).toBeHidden();
    const downloading = theirs.waitForEvent('download');
    await keyboard.press(theirs.getByRole('link', { name: 'For your accountant' }));
    expect((await downloading).suggestedFilename()).toBe('tenure-tax-year-2026-27.zip');
  });
});
