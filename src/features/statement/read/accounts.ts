/** Account numbers are masked as soon as they are read from a file. */
import { maskedNumber, maskedSortCode } from '../../bank/bank-account.ts';
import { type FileAccount, type Fingerprint, severalAccounts } from './statement.ts';

const NUMBERS =
  /(?<![\d£.])(\d\d)[- ]?(\d\d)[- ]?\d\d[ ,-]*\d{4}(\d{4})(?!\d)|(?<![\d£.])(?!(?:19|20)\d{6}(?!\d))\d{4}(\d{4})(?![\d.])/g;

/** Masks account numbers in a text: '20-45-12 12341185' becomes '20-45-** ****1185'. */
export function maskNumbers(text: string): string {
  return text.replace(NUMBERS, (_, first?: string, second?: string, end?: string, alone?: string) =>
    end ? `${first}-${second}-** ****${end}` : `****${alone}`,
  );
}

/** Masks a cell with an account number, with or without its sort code. */
export function maskNumberCell(cell: string): string {
  const digits = cell.replace(/\D/g, '');
  if (digits.length === 14) return `${maskedSortCode(digits)} ${maskedNumber(digits)}`;
  return digits.length > 4 ? maskedNumber(digits) : cell;
}

export function maskSortCodeCell(cell: string): string {
  const digits = cell.replace(/\D/g, '');
  return digits.length === 6 ? maskedSortCode(digits) : cell;
}

/** Accepts '20-45-12 12341185' in one cell or two. The fingerprint is null if the file itself masks the number. */
function fileAccount(given: { sortCode: string; number: string }, fingerprint: Fingerprint): FileAccount | undefined {
  const [code = '', number = ''] = [given.sortCode, given.number].map((cell) => cell.replace(/[^\dA-Z*]/gi, ''));
  const both = /^\d{14}$/.test(number);
  const sortCode = both ? number.slice(0, 6) : /^\d{6}$/.test(code) ? code : '';
  const own = both ? number.slice(6) : number;
  const last = own.toUpperCase().replace(/^.*\*/, '');
  if (last === '') return undefined;
  return {
    accountNumber: maskedNumber(last),
    sortCode: sortCode ? maskedSortCode(sortCode) : null,
    // Spreadsheets drop leading zeros.
    fingerprint: /^\d{5,}$/.test(own) ? fingerprint(sortCode + own.padStart(8, '0')) : null,
  };
}

/** Returns the account named in the file, if any. Refuses several accounts, because an import has one. */
export function oneAccount(
  named: readonly { sortCode: string; number: string }[],
  fingerprint: Fingerprint,
): { account: FileAccount | undefined } | { kind: 'refused'; reason: string } {
  const accounts = new Map<string, FileAccount>();
  for (const one of named) {
    const account = fileAccount(one, fingerprint);
    if (account) accounts.set(account.fingerprint ?? account.accountNumber, account);
  }
  const found = [...accounts.values()];
  if (found.length <= 1) return { account: found[0] };
  const reason = severalAccounts(found.map(({ accountNumber }) => accountNumber));
  return { kind: 'refused', reason };
}
