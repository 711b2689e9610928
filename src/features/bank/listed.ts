/** Separate from the schemas, because Finance loads these texts first. */
import { recordTexts } from '../../shared/records/record-texts.ts';
import { counted } from '../../shared/text.ts';

export const TEXTS = {
  ...recordTexts({ one: 'bank account', many: 'bank accounts' }),
  panel: 'Connected Banks',
  add: 'Connect Bank',
  added: 'Bank account connected',
  renameTitle: 'Rename Bank Account',
  rename: 'Rename',
  addFailedTitle: 'Connection failed',
  addFailed: 'Could not connect your bank account. Please try again.',
  listFailed: 'Failed to load bank accounts',
  listFailedHint: 'Please try refreshing the page.',
  deleted: 'Bank account removed',
  deleteFailed: 'We could not remove the bank account',
  signInToDelete: 'You must be logged in to remove a bank account',
};

export const RETURN_REF = 'gocardless';

export function keptTransactions(transactions: number): string {
  if (transactions === 0) return 'This account has no transactions.';
  return `We keep ${counted(transactions, 'transaction')}, without the account.`;
}

/** Returns '****5678', or '' if the number is unknown, as in many statements. */
export function shownNumber(accountNumber: string): string {
  return /^\**$/.test(accountNumber) ? '' : accountNumber;
}

/** Returns 'ending in 5678' for '****5678'. */
export function numberForScreenReader(accountNumber: string): string {
  return shownNumber(accountNumber) && `ending in ${accountNumber.replaceAll('*', '')}`;
}
