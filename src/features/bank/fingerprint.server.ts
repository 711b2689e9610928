/** Fingerprints of bank accounts, apart from the SQL, for the thread that reads statement files. */
import { createHmac, hkdfSync } from 'node:crypto';

/** Matches an account by its full number, which is not stored. */
export type AccountFingerprint = (number: string) => string;

/** Of '<sort code><number>', or the IBAN without these. Its key has no other use. */
export function accountFingerprint(secret: string): AccountFingerprint {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'fingerprints of bank accounts', 32));
  return (number) => createHmac('sha256', key).update(number.replace(/[\s-]/g, '').toUpperCase()).digest('base64url');
}
