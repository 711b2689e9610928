import { expect, type Page } from '@playwright/test';
import { importAccount, importAmbiguousLine, importDuplicate } from '../../test/fixtures/imported.ts';
import { expectToast, title } from '../support/copy.ts';
import { statement } from '../support/database.ts';
import type { Landlord } from '../support/landlords.ts';
import type { RunningServer } from '../support/server.ts';
import { test } from '../support/test.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name });
const count = async (server: RunningServer, { id }: Landlord) =>
  Number((await statement(server, 'select count(*) from transactions where user_id = $1', [id]))[0]?.count);

test('matches bank rows by mouse and keyboard, and undoes each decision', async ({ page, server, landlord }) => {
  const ask = (text: string, values: unknown[]) => statement(server, text, values);
  const bankAccountId = await importAccount(ask, landlord);
  await importDuplicate(ask, landlord, bankAccountId);
  await importAmbiguousLine(ask, landlord, { bankAccountId });
  await importAmbiguousLine(ask, landlord, { bankAccountId, state: 'same', text: 'C FRASER RENT' });
  /** Waits until the previous decision is saved, and undoes it. */
  const undoes = async () => {
    await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeEnabled();
    await page.keyboard.press('z');
  };
  const toMatch = page.getByRole('main').getByRole('link', { name: 'From your bank' });
  await page.goto('/dashboard/finance/import');
  await expect(toMatch).toBeVisible();
  await page.goto('/dashboard/finance?tab=accounts');
  await toMatch.click();
  await expect(title(page, 'From your bank')).toBeFocused();
  await expect(page.getByText('2 to match')).toBeVisible();

  await test.step('merges two payments, and separates them again', async () => {
    const offers = section(page, 'Possible duplicates of payments you entered');
    for (const words of [
      'KIRKSTALL HTG GS-30417',
      'Gas safety inspection',
      '30 Oct 2026 · same amount · 2 days earlier · entered by hand',
    ])
      await expect(offers).toContainText(words);
    await page.keyboard.press('a');
    await expectToast(page, 'Merged into one payment');
    await expect(offers).toBeHidden();
    expect(await count(server, landlord)).toBe(4);
    await undoes();
    await expect(offers).toContainText('Gas safety inspection');
    expect(await count(server, landlord)).toBe(5);
    await offers.getByRole('button', { name: 'Keep both' }).click();
    await expectToast(page, 'Kept as two payments');
    await expect(section(page, 'Left out')).toContainText('you kept it as well as Gas safety inspection');
  });

  await test.step('matches one of several, or adds a new one', async () => {
    const asked = section(page, 'Which one is it?');
    await expect(asked.getByRole('group', { name: 'What is A OSEI, £400.00?' }).getByRole('radio')).toHaveCount(3);
    await expect(asked.getByRole('button', { name: /^Accept/ })).toBeDisabled();
    await page.keyboard.press('3');
    await expect(asked.getByRole('radio', { name: /^A new transaction/ })).toBeChecked();
    await page.keyboard.press('a');
    await expectToast(page, 'Imported as a new transaction');
    await expect(page.getByRole('heading', { name: 'No bank rows to match' })).toBeVisible();
    expect(await count(server, landlord)).toBe(6);
    await undoes();
    await expect(asked).toContainText('A OSEI');
    await page.keyboard.press('i');
    await expect(page.getByRole('heading', { name: 'No bank rows to match' })).toBeVisible();
    expect(await count(server, landlord), 'kept as a new one').toBe(6);
    await undoes();
    await expect(asked).toContainText('A OSEI');
    await asked.getByRole('radio', { name: /05 Nov 2026/ }).check();
    await asked.getByRole('button', { name: /^Accept/ }).click();
    await expectToast(page, 'Matched with the transaction you chose');
    expect(await count(server, landlord)).toBe(5);
  });

  await test.step('leaves one out, and imports it after all', async () => {
    const line = section(page, 'Left out').getByRole('listitem').filter({ hasText: 'matched with C FRASER RENT' });
    // Uses the keyboard, because a mouse over a toast keeps it open.
    await line.getByRole('button', { name: 'Import anyway' }).press('Enter');
    await expect(line).toBeHidden();
    expect(await count(server, landlord)).toBe(6);
  });
});
