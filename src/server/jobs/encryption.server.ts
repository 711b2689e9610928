/** Encryption of text in the database: an email with a reset link that waits to be sent, the key of an authenticator app. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export type Encryption = {
  encrypt(text: string): string;
  /** Throws on altered text and on that of another secret. */
  decrypt(encrypted: string): string;
  /** Always the same for a text, and unreadable: encrypted things are found again by it. */
  fingerprint(text: string): string;
};

/** AES-256-GCM with keys derived (HKDF) from the server's secret for one purpose. Another name of the purpose cannot read what is stored. */
export function createEncryption(secret: string, purpose: 'jobs' | 'statements' | 'second factor'): Encryption {
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
