/** Encryption of text that waits in the database, such as an email with a reset link. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export type Encryption = {
  encrypt(text: string): string;
  /** Throws on altered text and on that of another secret. */
  decrypt(encrypted: string): string;
  /** Always the same for a text, and unreadable: encrypted things are found again by it. */
  fingerprint(text: string): string;
};

/** AES-256-GCM with a key derived from the server's secret for this one purpose. */
export function createEncryption(secret: string): Encryption {
  // The labels are part of what is stored: jobs that wait, also those in a backup, could not be read with others.
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'sealed jobs', 32));
  const fingerprintKey = Buffer.from(hkdfSync('sha256', secret, '', 'marks of sealed jobs', 32));
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
