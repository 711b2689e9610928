/** The dialogs of transactions, as a landlord finds and fills them. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Transaction } from '../src/features/transaction/transaction.ts';
import { londonDay } from '../src/shared/dates.ts';
import { addsExpense, row } from './finance.ts';
import type { Landlord } from './landlords.ts';
import { title } from './words.ts';

const DAY = 24 * 3600 * 1000;

/** The landlord's day, so many days from today; below zero for the past. */
export const dayFromNow = (days: number): string => londonDay(new Date(Date.now() + days * DAY));

export type DialogTitle = 'Add Expense Transaction' | 'Edit Transaction';

export const dialog = (page: Page, name: DialogTitle): Locator => page.getByRole('dialog', { name, exact: true });

/** A control of the open dialog by its label; ' (optional)' may follow that. */
export const field = (page: Page, label: string): Locator =>
  page.getByRole('form').getByLabel(new RegExp(`^${label}( \\(optional\\))?$`));
export const amount = (page: Page): Locator => field(page, 'Amount \\(£\\)');
export const property = (page: Page): Locator => page.getByRole('combobox', { name: 'Property (optional)' });
export const status = (page: Page, name: 'Paid' | 'To pay'): Locator => page.getByRole('radio', { name });

/** The button that saves, whatever it says just now. */
export const save = (page: Page): Locator => page.getByRole('form').locator('[type=submit]');

/** Opens the dialog on the finance screen. */
export async function openAdd(page: Page): Promise<void> {
  await page.goto('/dashboard/finance');
  await expect(title(page, 'Finance')).toBeVisible();
  await addButton(page).click();
  await expect(dialog(page, 'Add Expense Transaction')).toBeVisible();
}

/** The list with one expense, 'Boiler repair call-out', and the dialog open on it. */
export async function openEdit(page: Page, landlord: Landlord): Promise<Transaction> {
  const before = await addsExpense(landlord);
  await page.goto('/dashboard/finance');
  await row(page, before.description).getByRole('button', { name: /^Edit/ }).click();
  await expect(dialog(page, 'Edit Transaction')).toBeVisible();
  return before;
}

export const addButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Add Transaction', exact: true }).locator('visible=true').first();

export type Typed = { amount: string; category: string; description: string; date: string };

/** A test names only what it is about. */
export async function fillIn(page: Page, given: Partial<Typed> = {}): Promise<void> {
  await amount(page).fill(given.amount ?? '120.49');
  await field(page, 'Category').selectOption({ label: given.category ?? 'Maintenance' });
  await field(page, 'Description').fill(given.description ?? 'Boiler repair call-out');
  if (given.date !== undefined) await field(page, 'Date').fill(given.date);
}

/** Chooses a property, found by a part of its address. */
export async function chooses(page: Page, address: string): Promise<void> {
  await property(page).fill(address);
  await page.getByRole('option').filter({ hasText: address }).click();
  await expect(property(page)).toHaveValue(new RegExp(address));
}

/** A toast of success under the title 'Success', word for word. */
export async function expectSuccess(page: Page, words: string): Promise<void> {
  const toast = page.getByRole('dialog', { name: 'Success', exact: true });
  await expect(toast.getByText(words, { exact: true })).toBeVisible();
}

export const question = (page: Page, name: string): Locator => page.getByRole('alertdialog', { name, exact: true });
