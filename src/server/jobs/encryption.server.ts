/** Sealing: text that must rest in the database unreadable, such as a letter with a reset link waiting in the queue. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export type Seal = {
  seal(text: string): string;
  open(sealed: string): string;
  /** Always the same for a text, and tells nobody else what it is: sealed things are found again by it. */
  mark(text: string): string;
};

/** AES-256-GCM with a key derived from the server's secret for this one purpose. `open` throws on altered text. */
export function createEncryption(secret: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'sealed jobs', 32));
  const markKey = Buffer.from(hkdfSync('sha256', secret, '', 'marks of sealed jobs', 32));
  return {
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
    mark: (text) => createHmac('sha256', markKey).update(text).digest('base64url'),
  };
}
