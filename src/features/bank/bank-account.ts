/** A bank account: what a landlord enters by hand, and what they see. The full number is masked before anything keeps it. */
import { z } from 'zod';
import { line } from '../../shared/text.ts';

export const ACCOUNT_TYPES = ['personal', 'business'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** What an account that was entered by hand is called. */
export const ACCOUNT_NAMES: Record<AccountType, string> = {
  personal: 'Personal Account',
  business: 'Business Account',
};

/** What people put between the digits of '12-34-56' and '1234 5678': spaces and dashes of any kind. */
function bare(typed: string): string {
  return typed.replace(/[\s\p{Pd}\u2212]/gu, '');
}

function digits(count: number, sentence: string) {
  return z
    .string({ error: sentence })
    .transform(bare)
    .pipe(z.string().regex(new RegExp(`^[0-9]{${count}}$`), sentence));
}

export const BankAccountInput = z
  .object({
    // The only text here that is kept as it was typed: no number of an account or sort code gets in this way.
    institution: line({ min: 1, max: 100, message: 'Bank name is required' }).refine(
      (name) => !/\p{Nd}{6}/u.test(name.replace(/[^\p{L}\p{Nd}]/gu, '')),
      'Please enter the name of the bank only, without numbers',
    ),
    accountNumber: digits(8, 'Account number must be 8 digits'),
    sortCode: digits(6, 'Sort code must be 6 digits'),
    accountType: z.enum(ACCOUNT_TYPES, { error: 'Account type is required' }).default('personal'),
  })
  .meta({ id: 'BankAccountInput' });
export type BankAccountInput = z.infer<typeof BankAccountInput>;
/** The same as it is typed. */
export type TypedBankAccount = z.input<typeof BankAccountInput>;

/** A bank account as its panel shows it. */
export const BankAccount = z
  .object({
    id: z.uuid(),
    name: z.string(),
    institution: z.string(),
    accountNumber: z.string().describe('Masked: ****5678'),
    sortCode: z.string().nullable().describe('Masked: 12-34-**'),
    balance: z.number().int().describe('Pence (of `currency`)'),
    currency: z.string(),
    lastSynced: z.string().nullable().describe('Instant, ISO 8601; null where nothing was ever fetched'),
    isConnected: z.boolean(),
    manual: z.boolean().describe('Entered by hand, not fetched from a bank'),
    createdAt: z.string().describe('Instant, ISO 8601'),
    version: z.number().int().describe('Rises by one with each change; the ETag'),
  })
  .meta({ id: 'BankAccount' });
export type BankAccount = z.infer<typeof BankAccount>;

/** The same with what stays when it is removed. */
export const BankAccountRecord = BankAccount.extend({
  transactions: z.number().int().describe('How many transactions came from it'),
}).meta({ id: 'BankAccountRecord' });
export type BankAccountRecord = z.infer<typeof BankAccountRecord>;

/** Four asterisks and the last four digits. */
export function maskedNumber(accountNumber: string): string {
  return `****${accountNumber.slice(-4)}`;
}

/** Two digits, two digits, asterisks. */
export function maskedSortCode(sortCode: string): string {
  return `${sortCode.slice(0, 2)}-${sortCode.slice(2, 4)}-**`;
}
