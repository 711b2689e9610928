/** Encrypts text in the database, such as a queued email with a reset link, or an authenticator key. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export type Encryption = {
  encrypt(text: string): string;
  /** Throws for altered text or another secret. */
  decrypt(encrypted: string): string;
  /** Deterministic and irreversible, for lookups. */
  fingerprint(text: string): string;
};

/** AES-256-GCM with keys derived (HKDF) from secret and purpose: renaming a purpose breaks decryption. */
export function createEncryption(
  secret: string,
  purpose: 'jobs' | 'statements' | 'second factor' | 'owners' | 'tax' | 'webhooks',
): Encryption {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `encryption of ${purpose}`, 32));
  const fingerprintKey = Buffer.from(hkdfSync('sha256', secret, '', `fingerprints of ${purpose}`, 32));
  return {
    encrypt(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    decrypt(encrypted) {
      const bytes = Buffer.from(encrypted, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest('base64url'),
  };
}
