/** Finding one account again by its whole number, which is not kept. */
import { createHmac, hkdfSync } from 'node:crypto';
import type { AccountDetails } from '../../outside/bank/bank.ts';

export type AccountFingerprint = (number: string) => string;

/** Of '<6 digits sort code><8 digits number>', or of the IBAN where there is no such number. Its key serves this purpose alone. */
export function accountFingerprint(secret: string): AccountFingerprint {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'fingerprints of bank accounts', 32));
  return (number) => createHmac('sha256', key).update(number.replace(/[\s-]/g, '').toUpperCase()).digest('base64url');
}

type Numbers = Pick<AccountDetails, 'sortCode' | 'accountNumber' | 'iban'>;

/** What the fingerprint is of; null where the bank tells no number. */
export function wholeNumber({ sortCode, accountNumber, iban }: Numbers): string | null {
  return sortCode && accountNumber ? `${sortCode}${accountNumber}` : iban;
}

/** A bank's own name of an account, without an account number that may stand in it. */
export function withoutNumber(name: string): string {
  return name.replace(/\d(?:[\s-]?\d){5,}/g, (digits) => `****${digits.replace(/\D/g, '').slice(-4)}`).slice(0, 100);
}
