import { expect, type Locator, type Page } from '@playwright/test';
import type { z } from 'zod';
import { FinanceSummary, Transaction, type TransactionInput } from '../../src/features/transaction/transaction.ts';
import { type ImportedRow, importTransaction } from '../../test/fixtures/imported.ts';
import { newTransaction } from '../../test/fixtures/make.ts';
import { statement } from './database.ts';
import { field } from './form.ts';
import { type Landlord, sent } from './landlords.ts';
import type { RunningServer } from './server.ts';

type Given = Partial<z.input<typeof TransactionInput>>;

export async function addsExpense({ page, origin }: Landlord, overrides: Given = {}): Promise<Transaction> {
  const data = newTransaction(overrides);
  return Transaction.parse(await sent(page.request.post('/api/transactions', { data, headers: { origin } })));
}

/** Changes the given version, which may be stale. */
export async function changesTransaction(
  { page, origin }: Landlord,
  { id, version }: Transaction,
  data: Given,
): Promise<Transaction> {
  const headers = { origin, 'if-match': `"${version}"` };
  return Transaction.parse(await sent(page.request.patch(`/api/transactions/${id}`, { data, headers })));
}

export async function removesExpense({ page, origin }: Landlord, { id, version }: Transaction): Promise<void> {
  const headers = { origin, 'if-match': `"${version}"` };
  await page.request.delete(`/api/transactions/${id}`, { headers, failOnStatusCode: true });
}

/** Adds an imported transaction, by default income of £1,450.00. `amount` is in pence. */
export async function importsIncome(
  server: RunningServer,
  landlord: Landlord,
  overrides: ImportedRow = {},
): Promise<Transaction> {
  const usual = { date: '2026-01-15', description: 'Rent, Ada Lovelace', reference: 'LOVELACE 12' };
  const id = await importTransaction((...asked) => statement(server, ...asked), landlord, { ...usual, ...overrides });
  return transactionNow(landlord, { id });
}

/** Adds imported transactions, each £1 more than the last, with every third as income. The newest is 'Entry 1'. */
export async function importsMany(server: RunningServer, landlord: Landlord, count: number): Promise<void> {
  await statement(
    server,
    `insert into public.transactions (user_id, amount, date, description, category, type, source, external_id)
     select $1, case when n % 3 = 0 then n else -n end, date '2026-10-31' - (n / 10), 'Entry ' || n,
            case when n % 3 = 0 then 'rent' else 'maintenance' end, case when n % 3 = 0 then 'income' else 'expense' end,
            'bank', gen_random_uuid()::text
     from generate_series(1, $2::int) n`,
    [landlord.id, count],
  );
}

export async function transactionNow({ page }: Landlord, { id }: { id: string }): Promise<Transaction> {
  return Transaction.parse(await sent(page.request.get(`/api/transactions/${id}`)));
}

export async function summaryNow({ page }: Landlord): Promise<FinanceSummary> {
  return FinanceSummary.parse(await sent(page.request.get('/api/transactions/summary')));
}

export const table = (page: Page): Locator => page.getByRole('table', { name: 'Transactions' });
export const row = (page: Page, description: string): Locator =>
  table(page).getByRole('row').filter({ hasText: description });
export const descriptions = (page: Page): Locator => table(page).locator('[data-name]');
export const card = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Figures' }).locator('> *').filter({ hasText: name });
export const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search transactions' });

/** Runs in the page: scrolls down until the row is loaded. */
export async function scrollToRow(index: number): Promise<void> {
  while (!document.querySelector(`[aria-rowindex="${index}"]`)) {
    window.scrollTo(0, document.documentElement.scrollHeight);
    await new Promise(requestAnimationFrame);
  }
}

export type DialogTitle = 'Add Expense Transaction' | 'Add Income Transaction' | 'Edit Transaction';

export const dialog = (page: Page, name: DialogTitle): Locator => page.getByRole('dialog', { name, exact: true });

export const amount = (page: Page): Locator => field(page, 'Amount \\(£\\)');
export const property = (page: Page): Locator => page.getByRole('combobox', { name: 'Property (optional)' });
export const status = (page: Page, name: 'Paid' | 'To pay'): Locator => page.getByRole('radio', { name });

export const save = (page: Page): Locator => page.getByRole('form').locator('[type=submit]');

export const addButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Add Transaction', exact: true }).locator('visible=true').first();

export type Typed = { amount: string; category: string; description: string; date: string };

export async function fillIn(page: Page, overrides: Partial<Typed> = {}): Promise<void> {
  await amount(page).fill(overrides.amount ?? '120.49');
  await field(page, 'Category').selectOption({ label: overrides.category ?? 'Maintenance' });
  await field(page, 'Description').fill(overrides.description ?? 'Boiler repair call-out');
  if (overrides.date !== undefined) await field(page, 'Date').fill(overrides.date);
}

export async function expectSuccess(page: Page, words: string): Promise<void> {
  const toast = page.getByRole('status', { name: 'Success', exact: true });
  await expect(toast.getByText(words, { exact: true })).toBeVisible();
}

export const question = (page: Page, name: string): Locator => page.getByRole('alertdialog', { name, exact: true });
