/** API keys: 'tnr_', 40 random characters and a checksum of 6, so that a mistyped key costs no query. */
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { tokenHash } from './cookies.server.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'tnr_';
const RANDOM_LENGTH = 40;
const CHECKSUM_LENGTH = 6;
const HINT_LENGTH = 4;
const FORMAT = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** CRC-32 in base 62, as in GitHub's tokens. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}

/** Creates a key, its hash for the database, and its first characters, by which a person recognises it. */
export function newKey(): { key: string; hash: string; hint: string } {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  const key = `${PREFIX}${random}${checksumOf(random)}`;
  return { key, hash: tokenHash(key), hint: key.slice(0, PREFIX.length + HINT_LENGTH) };
}

/** Returns the hash of a key, or undefined if its format or checksum is wrong. */
export function keyHash(key: string): string | undefined {
  if (!FORMAT.test(key)) return undefined;
  const random = key.slice(PREFIX.length, -CHECKSUM_LENGTH);
  return checksumOf(random) === key.slice(-CHECKSUM_LENGTH) ? tokenHash(key) : undefined;
}
