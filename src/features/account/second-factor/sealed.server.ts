/**
 * Text under the server's secret, as two-factor sign-in has always kept it: XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03), which Node
 * has not by itself: it takes the first part of a long nonce for a key of its own, and ChaCha20-Poly1305 (RFC 8439) does the rest.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const CIPHER = 'chacha20-poly1305';
const NONCE_BYTES = 24;
const TAG = { authTagLength: 16 };

/** Nonce, text and tag, in hexadecimal. */
export function sealed(secret: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(secret, nonce), shortNonce(nonce), TAG);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('hex');
}

/** Throws on altered text and on that of another secret. */
export function opened(secret: string, text: string): string {
  const bytes = Buffer.from(text, 'hex');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, keyFor(secret, nonce), shortNonce(nonce), TAG);
  decipher.setAuthTag(bytes.subarray(-TAG.authTagLength));
  const body = bytes.subarray(NONCE_BYTES, -TAG.authTagLength);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}

const keyFor = (secret: string, nonce: Buffer) =>
  hchacha20(createHash('sha256').update(secret).digest(), nonce.subarray(0, 16));

const shortNonce = (nonce: Buffer) => Buffer.concat([Buffer.alloc(4), nonce.subarray(16)]);

/** The places of the state that each quarter round takes: its columns, then its diagonals. */
const ROUNDS = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;

/** A key of 32 bytes from a key of 32 and a nonce of 16 bytes (draft, 2.2). */
export function hchacha20(key: Buffer, nonce: Buffer): Buffer {
  const bytes = Buffer.concat([Buffer.from('expand 32-byte k'), key, nonce]);
  const state = Uint32Array.from({ length: 16 }, (_, place) => bytes.readUInt32LE(place * 4));
  const word = (place: number) => state[place] ?? 0;
  const step = (sum: number, other: number, turned: number, left: number) => {
    state[sum] = word(sum) + word(other);
    const mixed = word(turned) ^ word(sum);
    state[turned] = (mixed << left) | (mixed >>> (32 - left));
  };
  for (let double = 0; double < 10; double++) {
    for (const [a, b, c, d] of ROUNDS) {
      step(a, b, d, 16);
      step(c, d, b, 12);
      step(a, b, d, 8);
      step(c, d, b, 7);
    }
  }
  const made = Buffer.alloc(32);
  for (const [place, from] of [0, 1, 2, 3, 12, 13, 14, 15].entries()) made.writeUInt32LE(word(from), place * 4);
  return made;
}
