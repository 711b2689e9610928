import { expect } from '@playwright/test';
import { expectToast, title } from '../support/copy.ts';
import { dayFromNow } from '../support/days.ts';
import { addsExpense } from '../support/finance.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { test } from '../support/test.ts';

test('answers the questions of a tax year by keyboard, opens a box, and chooses where a category goes', async ({
  page,
  landlord,
}) => {
  const keyboard = keyboardOf(page);
  const date = dayFromNow(0);
  await addsExpense(landlord, { date, description: 'Council tax while empty', category: 'tax', amount: 19_510 });
  await addsExpense(landlord, { date, description: 'New roof', category: 'maintenance', amount: 640_000 });
  await addsExpense(landlord, { date, description: 'Boiler repair', category: 'maintenance', amount: 38_000 });
  const boxes = page.getByRole('list', { name: 'Boxes' });
  const questions = page.getByRole('list', { name: 'Questions' }).getByRole('listitem');

  await test.step('shows the number of open questions, and a question for each row', async () => {
    await page.goto('/dashboard/finance');
    await page.getByRole('navigation', { name: 'In Finance' }).getByRole('link', { name: 'Tax' }).click();
    await expect(page.getByText('2 transactions (£6,595.10) need an answer.')).toBeVisible();
    await expect(boxes).toContainText('Property repairs and maintenance');
    await page.getByRole('link', { name: 'Answer' }).click();
    await expect(title(page, 'Questions')).toBeVisible();
    await expect(questions.filter({ hasText: 'New roof' })).toContainText('Is it a repair or an improvement?');
    await expect(questions.filter({ hasText: 'Council tax' })).toContainText('Which tax is it?');
  });

  await test.step('answers by keys, undoes, and answers again', async () => {
    const first = (await questions.first().getAttribute('aria-label')) ?? '';
    await page.keyboard.press('2');
    await expect(questions).toHaveCount(1);
    await page.keyboard.press('u');
    await expect(questions).toHaveCount(2);
    const roof = first.includes('New roof');
    // The roof is capital, and the tax belongs to premises.
    await page.keyboard.press(roof ? '2' : '1');
    await expect(questions).toHaveCount(1);
    await page.keyboard.press(roof ? '1' : '2');
    await expect(page.getByText('No questions left')).toBeVisible();
  });

  await test.step('shows the answers in their places, and moves a row', async () => {
    await keyboard.press(page.getByRole('link', { name: /^Open tax year/ }));
    await expect(page.getByText(/need an answer/)).toBeHidden();
    await expect(page.getByRole('region', { name: 'Not in any box' })).toContainText('£6,400.00');
    await keyboard.press(boxes.getByRole('button', { name: /^Box 24/ }));
    await expect(boxes.getByRole('link', { name: 'Council tax while empty' })).toBeVisible();
    await boxes.getByRole('button', { name: 'Move Council tax while empty' }).click();
    await page.getByRole('menuitem', { name: 'Not allowable' }).click();
    await expect(page.getByRole('region', { name: 'Not in any box' })).toContainText('£195.10');
  });

  await test.step('chooses the line of a category, and adds an own one for Finance', async () => {
    await page.getByRole('button', { name: 'Categories' }).click();
    const dialog = page.getByRole('dialog', { name: 'Categories and tax lines' });
    await dialog.getByLabel('Tax line of Maintenance').selectOption('28 · Services and wages');
    await expectToast(page, 'Tax line saved');
    await dialog.getByLabel('Your own category').fill('Key cutting');
    await dialog.getByRole('button', { name: 'Add category' }).click();
    await expect(dialog.getByLabel('Tax line of Key cutting')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(boxes.getByRole('button', { name: /^Box 28/ })).toContainText('£380.00');
    await page.goto('/dashboard/finance?open=new');
    await page.getByRole('dialog').getByLabel('Category').selectOption('Key cutting');
  });
});

test('gives one answer to all payments to the same payee, and undoes it, by keyboard', async ({ page, landlord }) => {
  for (const month of ['05', '06', '07'])
    await addsExpense(landlord, { date: `2026-${month}-12`, description: `EE LIMITED Q01${month}`, category: 'other' });
  await addsExpense(landlord, { date: '2026-05-02', description: 'OPENRENT ADVERT', category: 'other' });
  const questions = page.getByRole('list', { name: 'Questions' }).getByRole('listitem');
  await page.goto('/dashboard/tax/2026-27/questions');
  await expect(questions).toHaveCount(4);
  await page.keyboard.press('a');
  await expect(page.getByLabel('Same answer for all 3 like this')).toBeChecked();
  await page.keyboard.press('7');
  await expect(questions).toHaveCount(1);
  await page.keyboard.press('u');
  await expect(questions).toHaveCount(4);
  await expect(questions.first()).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('7');
  await expect(page.getByText('No questions left')).toBeHidden();
  await expect(questions).toHaveCount(1);
});

test('opens the current tax year instead of an unknown one', async ({ page, landlord }) => {
  await addsExpense(landlord, { date: dayFromNow(0), description: 'Boiler repair', category: 'maintenance' });
  await page.goto('/dashboard/tax/2025');
  await expect(page).toHaveURL('/dashboard/tax');
  await expect(page.getByRole('heading', { level: 1, name: /^Tax year/ })).toBeVisible();
});
