/** Authenticator apps of tests: codes of the key that the server gave. */
import { codeAt } from '../src/features/account/second-factor/second-factor.server.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of this half minute, or of the one `later`. */
export function codeOf(key: string, later = 0): string {
  const bits = [...key].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))).toString();
  return codeAt(secret, Math.floor(Date.now() / 30_000) + later);
}
