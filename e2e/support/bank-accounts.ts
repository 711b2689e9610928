import type { Locator, Page } from '@playwright/test';
import { type BankAccountFormValues, BankAccountRecord } from '../../src/features/bank/bank-account.ts';
import { type ImportedAccount, importAccount } from '../../test/fixtures/imported.ts';
import { statement } from './database.ts';
import { type Landlord, sent } from './landlords.ts';
import type { RunningServer } from './server.ts';

export const BANKS = '/dashboard/finance?tab=accounts';

const DEFAULTS = { institution: 'Aegis Bank', accountNumber: '31415926', sortCode: '271828' };

export async function addsBankAccount(
  { page, origin }: Landlord,
  overrides: Partial<BankAccountFormValues> = {},
): Promise<BankAccountRecord> {
  const data = { ...DEFAULTS, ...overrides };
  return BankAccountRecord.parse(await sent(page.request.post('/api/bank-accounts', { data, headers: { origin } })));
}

export async function bankAccountsOf({ page }: Landlord): Promise<number> {
  return Number((await sent(page.request.get('/api/bank-accounts?limit=1'))).total);
}

export async function importsAccount(
  server: RunningServer,
  owner: Landlord,
  overrides: ImportedAccount,
): Promise<void> {
  await importAccount((...asked) => statement(server, ...asked), owner, overrides);
}

export function panel(page: Page): Locator {
  return page.getByRole('region', { name: 'Connected Banks' });
}

export function row(page: Page, words: string): Locator {
  return panel(page).getByRole('row').filter({ hasText: words });
}

function connecting(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Connect Bank' });
}

export async function opensConnect(page: Page): Promise<Locator> {
  await panel(page).getByRole('button', { name: 'Connect Bank' }).click();
  return connecting(page);
}

export async function fillsIn(dialog: Locator, overrides: Partial<typeof DEFAULTS> = {}): Promise<void> {
  const typed = { ...DEFAULTS, ...overrides };
  await dialog.getByLabel('Bank name').fill(typed.institution);
  await dialog.getByLabel('Account number').fill(typed.accountNumber);
  await dialog.getByLabel('Sort code').fill(typed.sortCode);
}

export function saveButton(dialog: Locator): Locator {
  return dialog.getByRole('button', { name: /^(Connect Bank|Saving\.\.\.)$/ });
}

export function removing(page: Page): Locator {
  return page.getByRole('alertdialog', { name: 'Remove Bank Account', exact: true });
}
