/** Kept free of SQL, because the worker thread for statement files imports it. */
import { createHmac, hkdfSync } from 'node:crypto';

/** Identifies an account by its full number, which itself is not stored. */
export type AccountFingerprint = (number: string) => string;

/** `number` is '<sort code><account number>', or an IBAN if these are unknown. The key is derived for this use only. */
export function accountFingerprint(secret: string): AccountFingerprint {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'fingerprints of bank accounts', 32));
  return (number) => createHmac('sha256', key).update(number.replace(/[\s-]/g, '').toUpperCase()).digest('base64url');
}
