/** Fingerprints of bank accounts. Apart from the SQL, as the thread that reads statement files needs nothing else. */
import { createHmac, hkdfSync } from 'node:crypto';

/** Finds one account again by its whole number, which is not kept. */
export type AccountFingerprint = (number: string) => string;

/** Of '<6 digits sort code><8 digits number>', or of the IBAN where there is no such number. Its key serves this purpose alone. */
export function accountFingerprint(secret: string): AccountFingerprint {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'fingerprints of bank accounts', 32));
  return (number) => createHmac('sha256', key).update(number.replace(/[\s-]/g, '').toUpperCase()).digest('base64url');
}
