/** A bank account in the words of the screens: labels, options, and short lines made of its facts. */
import { formatInstantAsDay, formatInstantAsTime } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { capitalise, counted } from '../../shared/text.ts';
import { ACCOUNT_TYPES, type BankAccount, type BankAccountInput } from './bank-account.ts';

/** What each field is called in the form. */
export const FIELD_LABELS = {
  institution: 'Bank Name',
  accountNumber: 'Account Number',
  sortCode: 'Sort Code',
  accountType: 'Account Type',
} as const satisfies Record<keyof BankAccountInput, string>;

export const TYPE_OPTIONS = ACCOUNT_TYPES.map((value) => ({ value, label: capitalise(value) }));

/** '£1,234.50', '−£12.00'; of another currency with its own sign: '€12.00', 'US$12.00', 'CHF 12.00'. */
export function balanceLine({ balance, currency }: Pick<BankAccount, 'balance' | 'currency'>): string {
  if (currency === 'GBP') return formatPence(balance);
  const shown = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
  return shown.format(balance / 100).replace('-', '−');
}

/** '21 Nov 2026, 08:14' in the landlord's time. */
export function syncedLine({ lastSynced, manual }: Pick<BankAccount, 'lastSynced' | 'manual'>): string {
  if (lastSynced) return `${formatInstantAsDay(lastSynced)}, ${formatInstantAsTime(lastSynced)}`;
  return manual ? 'Never, as it is kept by hand' : 'Not yet';
}

/** How an account stands with its bank, for the icon beside the word. */
export function stateOf({ manual, isConnected }: Pick<BankAccount, 'manual' | 'isConnected'>) {
  if (manual) return { state: 'none', words: 'Entered by hand' } as const;
  return isConnected
    ? ({ state: 'good', words: 'Connected' } as const)
    : ({ state: 'bad', words: 'Disconnected' } as const);
}

/** Which one is meant, for screen readers: 'Personal Account, Aegis Bank, ending in 5678'. */
export function nameOf({ name, institution, accountNumber }: BankAccount): string {
  return `${name}, ${institution}, ${spokenNumber(accountNumber)}`;
}

/** '****5678' as it is said. */
export function spokenNumber(accountNumber: string): string {
  return `ending in ${accountNumber.replaceAll('*', '')}`;
}

/** '12-34-**' as it is said. */
export function spokenSortCode(sortCode: string): string {
  return `beginning with ${sortCode.slice(0, 5)}`;
}

/** In the question before an account is removed, and once it is done: '12 transactions stay, without the account.' */
export function whatStays(transactions: number): string {
  if (transactions === 0) return 'No transactions came from it.';
  return `${counted(transactions, 'transaction')} ${transactions === 1 ? 'stays' : 'stay'}, without the account.`;
}
