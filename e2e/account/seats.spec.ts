import { expect, type Page } from '@playwright/test';
import { openEmail, title } from '../support/copy.ts';
import { statement } from '../support/database.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { addMember, switchAccount } from '../support/landlords.ts';
import { test } from '../support/test.ts';

const row = (page: Page, name: string) => page.getByRole('main').getByRole('row').filter({ hasText: name });

test('pauses those who have no seat 14 days after a change of plan, and resumes them on a larger one', async ({
  page,
  landlord,
  anotherLandlord,
  server,
  forward,
  expectConsoleError,
}) => {
  const [tom, ana] = [await anotherLandlord({ name: 'Tom Reid' }), await anotherLandlord({ name: 'Ana Ruiz' })];
  for (const person of [tom, ana]) {
    await addMember(server, landlord, person);
    await switchAccount(person, landlord);
  }
  const seats = page.getByRole('complementary', { name: 'Seats' });
  await page.setViewportSize({ width: 375, height: 760 });
  const keyboard = keyboardOf(page);

  await test.step('shows the owner the day, and on the team who has no seat, by keyboard on a phone', async () => {
    await page.goto('/dashboard/plans');
    await page.getByRole('button', { name: 'Subscribe to Basic' }).click();
    await page.getByRole('button', { name: 'Succeed' }).click();
    await expect(seats).toContainText(/Members will be paused on \d\d \w{3} \d{4}\./);
    await openEmail(page, { to: landlord.email, subject: `14 days to choose who stays in ${landlord.name}` });
    await expect(page.getByText('those who joined last: Ana Ruiz and Tom Reid.')).toBeVisible();
    await page.goto('/dashboard/finance');
    await keyboard.press(seats.getByRole('link', { name: 'Choose who stays' }));
    await expect(title(page, 'Team')).toBeVisible();
    for (const { name } of [tom, ana]) await expect(row(page, name)).toContainText(/No seat from \d\d \w{3} \d{4}/);
  });

  await test.step('a member sees no ribbon, and is paused after 14 days', async () => {
    await tom.page.goto('/dashboard/properties');
    await expect(title(tom.page, 'Properties')).toBeVisible();
    await expect(tom.page.getByRole('complementary')).toHaveCount(0);
    await forward(14 * 24 * 3600 * 1000);
    await statement(server, `insert into pgboss.job (name, data) values ('settle-seats', '{"payload":{}}')`);
    expectConsoleError(/status of 403/, 'maybe');
    await expect(tom.page.getByText(`Your access to ‘${landlord.name}’ is paused.`)).toBeVisible();
    await expect(row(page, tom.name)).toContainText('Paused, no seat');
    await expect(seats).toBeHidden();
  });

  await test.step('a larger plan resumes the member', async () => {
    await page.goto('/dashboard/plans');
    await page.getByRole('button', { name: 'Manage card, invoices or plan' }).click();
    await page.getByLabel('Plan').selectOption({ label: 'Professional, £49.99' });
    await page.getByRole('button', { name: 'Change plan' }).click();
    await page.getByRole('link', { name: 'Back to Tenure' }).click();
    await page.goto('/dashboard/team');
    await expect(page.getByRole('region', { name: 'Seats' })).toContainText('3 of 5 seats in use.');
    await tom.page.goto('/dashboard/properties');
    await expect(title(tom.page, 'Properties')).toBeVisible();
  });
});
