/** Bank accounts of the browser tests: entered as a landlord would, or made where a journey is about something else. */
import type { Locator, Page } from '@playwright/test';
import { type BankAccountFormValues, BankAccountRecord } from '../src/features/bank/bank-account.ts';
import { statement } from './database.ts';
import { type Landlord, sent } from './landlords.ts';
import type { RunningServer } from './server.ts';

/** The tab of the finance screen on which the panel stands. */
export const BANKS = '/dashboard/finance?tab=accounts';

const USUAL = { institution: 'Aegis Bank', accountNumber: '31415926', sortCode: '271828' };

/** Adds an account by hand; a test names only what it is about. */
export async function addsBankAccount(
  { page, origin }: Landlord,
  given: Partial<BankAccountFormValues> = {},
): Promise<BankAccountRecord> {
  const data = { ...USUAL, ...given };
  return BankAccountRecord.parse(await sent(page.request.post('/api/bank-accounts', { data, headers: { origin } })));
}

/** How many accounts there are on the server. */
export async function bankAccountsOf({ page }: Landlord): Promise<number> {
  return Number((await sent(page.request.get('/api/bank-accounts?limit=1'))).total);
}

type Fetched = {
  institution: string;
  number?: string;
  balance?: string;
  currency?: string;
  connected?: boolean;
  synced?: string | null;
  transactions?: number;
};

/** An account as a bank would have brought it, with so many expenses of one penny. */
export async function bringsAccount(
  server: RunningServer,
  { id }: Pick<Landlord, 'id'>,
  {
    institution,
    number = '****0042',
    balance = '1234.5',
    currency = 'GBP',
    connected = true,
    synced = '2026-11-21T08:14:00Z',
    transactions = 0,
  }: Fetched,
): Promise<void> {
  await statement(
    server,
    `with account as (
       insert into bank_accounts
         (user_id, name, institution, account_number, sort_code, balance, currency, is_connected, last_synced, external_id)
       values ($1, 'Current Account', $2, $3, '20-00-**', $4, $5, $6, $7, gen_random_uuid()) returning id)
     insert into transactions (user_id, bank_account_id, amount, description, date, category, type, external_id)
     select $1, id, -0.01, 'Fee ' || n, '2026-11-01', 'other', 'expense', id || '/' || n
     from account, generate_series(1, $8::int) n`,
    [id, institution, number, balance, currency, connected, synced, transactions],
  );
}

export function panel(page: Page): Locator {
  return page.getByRole('region', { name: 'Connected Banks' });
}

export function row(page: Page, words: string): Locator {
  return panel(page).getByRole('row').filter({ hasText: words });
}

/** The dialog in which an account is entered. */
function connecting(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Connect Bank' });
}

export async function opensConnect(page: Page): Promise<Locator> {
  await panel(page).getByRole('button', { name: 'Connect Bank' }).click();
  return connecting(page);
}

export async function fillsIn(dialog: Locator, given: Partial<typeof USUAL> = {}): Promise<void> {
  const typed = { ...USUAL, ...given };
  await dialog.getByLabel('Bank Name').fill(typed.institution);
  await dialog.getByLabel('Account Number').fill(typed.accountNumber);
  await dialog.getByLabel('Sort Code').fill(typed.sortCode);
}

export function saveButton(dialog: Locator): Locator {
  return dialog.getByRole('button', { name: /^(Connect Bank|Saving\.\.\.)$/ });
}

/** The question before an account is removed. */
export function removing(page: Page): Locator {
  return page.getByRole('alertdialog', { name: 'Remove Bank Account', exact: true });
}
