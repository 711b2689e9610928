/** The text of API keys: 'tnr_', 40 random characters and 6 of a checksum, so that a mistyped key costs no query. */
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { tokenHash } from './cookies.server.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'tnr_';
const RANDOM = 40;
const CHECKSUM = 6;
const HINT = 4;
const FORMAT = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM + CHECKSUM}}$`);

/** CRC-32 in base 62, as in GitHub's tokens. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM; place++) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}

/** A new key, its hash for the database, and its beginning, by which a person recognises it. */
export function newKey(): { key: string; hash: string; hint: string } {
  const random = Array.from({ length: RANDOM }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  const key = `${PREFIX}${random}${checksumOf(random)}`;
  return { key, hash: tokenHash(key), hint: key.slice(0, PREFIX.length + HINT) };
}

/** The hash of a well-formed key; undefined otherwise. */
export function keyHash(key: string): string | undefined {
  if (!FORMAT.test(key)) return undefined;
  const random = key.slice(PREFIX.length, -CHECKSUM);
  return checksumOf(random) === key.slice(-CHECKSUM) ? tokenHash(key) : undefined;
}
