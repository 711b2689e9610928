/** Account numbers and sort codes are masked before they are stored. */
import { z } from 'zod';
import type { AccountDetails } from '../../outside/bank/bank.ts';
import { formatInstantAsDay, formatInstantAsTime } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { line } from '../../shared/schemas.ts';
import { capitalise } from '../../shared/text.ts';
import { numberForScreenReader, shownNumber } from './listed.ts';

const ACCOUNT_TYPES = ['personal', 'business'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export const ACCOUNT_NAMES: Record<AccountType, string> = {
  personal: 'Personal Account',
  business: 'Business Account',
};

/** Removes spaces and dashes of any kind, as in '12-34-56' and '1234 5678'. */
function withoutSeparators(typed: string): string {
  return typed.replace(/[\s\p{Pd}\u2212]/gu, '');
}

function digits(count: number, sentence: string) {
  return z
    .string({ error: sentence })
    .transform(withoutSeparators)
    .pipe(z.string().regex(new RegExp(`^[0-9]{${count}}$`), sentence));
}

/** A name is stored as typed, so it must not contain an account number or sort code. */
function nameWithoutNumber(required: string, sentence: string) {
  return line({ min: 1, max: 100, message: required }).refine(
    (name) => !/\p{Nd}{6}/u.test(name.replace(/[^\p{L}\p{Nd}]/gu, '')),
    sentence,
  );
}

export const BankAccountInput = z
  .object({
    institution: nameWithoutNumber('Bank name is required', 'Enter only the bank’s name, without numbers'),
    accountNumber: digits(8, 'Account number must be 8 digits'),
    sortCode: digits(6, 'Sort code must be 6 digits'),
    accountType: z.enum(ACCOUNT_TYPES, { error: 'Account type is required' }).default('personal'),
  })
  .meta({ id: 'BankAccountInput' });
export type BankAccountInput = z.infer<typeof BankAccountInput>;
export type BankAccountFormValues = z.input<typeof BankAccountInput>;

export const BankAccountChange = z
  .object({
    name: nameWithoutNumber('Account name is required', 'Enter only a name, without the account number'),
  })
  .meta({ id: 'BankAccountChange' });
export type BankAccountChange = z.infer<typeof BankAccountChange>;

export const BankAccount = z
  .object({
    id: z.uuid(),
    name: z.string(),
    institution: z.string(),
    accountNumber: z.string().describe('Masked: ****5678'),
    sortCode: z.string().nullable().describe('Masked: 12-34-**'),
    balance: z.number().int().describe('Pence (of `currency`)'),
    currency: z.string(),
    lastSynced: z.string().nullable().describe('Instant, ISO 8601; null where it was never synced'),
    isConnected: z.boolean(),
    lettingsOnly: z.boolean().describe('Whether its rows are never suggested as not for the lets'),
    manual: z.boolean().describe('Entered by hand, not fetched from a bank'),
    createdAt: z.string().describe('Instant, ISO 8601'),
    version: z.number().int().describe('Incremented by each change; the ETag'),
  })
  .meta({ id: 'BankAccount' });
export type BankAccount = z.infer<typeof BankAccount>;

export const BankAccountRecord = BankAccount.extend({
  transactions: z.number().int().describe('Number of its transactions'),
}).meta({ id: 'BankAccountRecord' });
export type BankAccountRecord = z.infer<typeof BankAccountRecord>;

export function maskedNumber(accountNumber: string): string {
  return `****${accountNumber.slice(-4)}`;
}

export function maskedSortCode(sortCode: string): string {
  return `${sortCode.slice(0, 2)}-${sortCode.slice(2, 4)}-**`;
}

/** Returns the fingerprint's input, or null if the bank does not report a number. */
export function wholeNumber({
  sortCode,
  accountNumber,
  iban,
}: Pick<AccountDetails, 'sortCode' | 'accountNumber' | 'iban'>): string | null {
  return sortCode && accountNumber ? `${sortCode}${accountNumber}` : iban;
}

/** Masks account numbers in a name from the bank, and shortens it to 100 characters. */
export function withoutNumber(name: string): string {
  return name.replace(/\d(?:[\s-]?\d){5,}/g, (digits) => `****${digits.replace(/\D/g, '').slice(-4)}`).slice(0, 100);
}

export const FIELD_LABELS = {
  institution: 'Bank name',
  accountNumber: 'Account number',
  sortCode: 'Sort code',
  accountType: 'Account type',
  name: 'Account name',
} as const satisfies Record<keyof (BankAccountInput & BankAccountChange), string>;

export const TYPE_OPTIONS = ACCOUNT_TYPES.map((value) => ({ value, label: capitalise(value) }));

/** Returns '£1,234.50', '−£12.00', or 'US$12.00' in another currency; undefined for a manual account. */
export function balanceLine({ balance, currency, manual }: Pick<BankAccount, 'balance' | 'currency' | 'manual'>) {
  if (manual) return undefined;
  if (currency === 'GBP') return formatPence(balance);
  const shown = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
  return shown.format(balance / 100).replace('-', '−');
}

export function syncedLine({ lastSynced, manual }: Pick<BankAccount, 'lastSynced' | 'manual'>): string {
  if (lastSynced) return `${formatInstantAsDay(lastSynced)}, ${formatInstantAsTime(lastSynced)}`;
  return manual ? 'Never' : 'Not yet';
}

export function stateOf({ manual, isConnected }: Pick<BankAccount, 'manual' | 'isConnected'>) {
  if (manual) return { state: 'none', words: 'Manual account' } as const;
  return isConnected
    ? ({ state: 'good', words: 'Connected' } as const)
    : ({ state: 'bad', words: 'Disconnected' } as const);
}

type Named = Pick<BankAccount, 'name' | 'institution' | 'accountNumber'>;

/** Returns a name for screen readers: 'Personal Account, Aegis Bank, ending in 5678'. */
export function nameOf({ name, institution, accountNumber }: Named): string {
  return [name, institution, numberForScreenReader(accountNumber)].filter(Boolean).join(', ');
}

/** Returns the label of an option: 'Aegis Bank ****5678, Personal Account'. */
export function optionOf({ name, institution, accountNumber }: Named): string {
  return `${[institution, shownNumber(accountNumber)].filter(Boolean).join(' ')}, ${name}`;
}

/** Returns 'beginning with 12-34' for '12-34-**'. */
export function sortCodeForScreenReader(sortCode: string): string {
  return `beginning with ${sortCode.slice(0, 5)}`;
}
