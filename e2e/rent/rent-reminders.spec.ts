/** Sending is tested in reminders.api.test.ts. */
import { expect } from '@playwright/test';
import { londonDay } from '../../src/shared/dates.ts';
import { expectToast } from '../support/copy.ts';
import { statement } from '../support/database.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { addsTenancy } from '../support/tenancies.ts';
import { test } from '../support/test.ts';

test('turns on reminders after a preview, shows a refused email, and turns them off for one tenancy', async ({
  page,
  server,
  landlord,
}) => {
  const keyboard = keyboardOf(page);
  const start = `${londonDay(new Date()).slice(0, 8)}01`;
  const { id } = await addsTenancy(landlord, { names: ['Rohan Mehta'], address: '31 Cotham Vale', start });
  await page.goto('/dashboard/rent');
  const dialog = page.getByRole('dialog', { name: 'Reminders by email' });
  const active = dialog.getByLabel('Remind tenants by email');

  await keyboard.press(page.getByRole('button', { name: 'Reminders' }));
  await expect(active).toBeDisabled();
  await keyboard.press(dialog.getByRole('button', { name: 'Preview the email' }));
  await expect(dialog.getByText('Dear Rohan Mehta,')).toBeVisible();
  await keyboard.to(active);
  await keyboard.keys('Space');
  await keyboard.fill(dialog.getByLabel('Days after the due date'), 'three');
  await keyboard.press(dialog.getByRole('button', { name: 'Save' }));
  await expect(dialog.getByLabel('Days after the due date')).toHaveAccessibleDescription('Enter days such as 3, 7, 14');
  await keyboard.fill(dialog.getByLabel('Days after the due date'), '5, 10');
  await keyboard.press(dialog.getByRole('button', { name: 'Save' }));
  await expectToast(page, 'Reminders saved');
  await expect(dialog).toBeHidden();
  await keyboard.press(page.getByRole('button', { name: 'Reminders' }));
  await expect(active).toBeChecked();
  await expect(dialog.getByLabel('Days after the due date')).toHaveValue('5, 10');
  await page.keyboard.press('Escape');

  await statement(
    server,
    `insert into rent_emails (user_id, tenancy_id, due_on, step, recipient, subject, body, state, reason)
     select user_id, id, $2, 5, 'rohan@post.example', 'Rent of £1,200.00 is outstanding', 'Dear Rohan Mehta,', 'refused', '550 No such user'
     from tenancies where id = $1`,
    [id, start],
  );
  await page.reload();
  await expect(
    page.getByText('We could not deliver a reminder to Rohan Mehta (rohan@post.example: 550 No such user)'),
  ).toBeVisible();
  await keyboard.press(page.getByRole('link', { name: 'View tenancy' }));
  const card = page.getByRole('region', { name: 'Reminders' });
  await expect(card).toContainText('Refused by the mail server: 550 No such user');
  const off = card.getByRole('switch', { name: 'Remind by email' });
  await keyboard.to(off);
  await keyboard.keys('Space');
  await expect(off).not.toBeChecked();
  await page.reload();
  await expect(off).not.toBeChecked();
});
