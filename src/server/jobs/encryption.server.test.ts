import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEncryption } from './encryption.server.ts';

const SECRET = 'a secret of more than thirty-two characters';
const { encrypt, decrypt } = createEncryption(SECRET, 'jobs');

it('decrypts to the original text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(decrypt(encrypt(text))).toBe(text);
    }),
  );
});

it('hides the text and differs each time', () => {
  const [one, two] = [encrypt('a reset link'), encrypt('a reset link')];
  expect(one).not.toBe(two);
  expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('reset');
});

it('rejects text with a changed bit or from another secret', () => {
  const encrypted = Buffer.from(encrypt('a reset link'), 'base64url');
  for (let at = 0; at < encrypted.length; at++) {
    const changed = Buffer.from(encrypted);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => decrypt(changed.toString('base64url'))).toThrow(/authenticate/);
  }
  expect(() => createEncryption(`${SECRET}!`, 'jobs').decrypt(encrypted.toString('base64url'))).toThrow(/authenticate/);
  expect(() => decrypt('')).toThrow(/Invalid/);
});
