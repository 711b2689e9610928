/** Authenticator apps of tests: codes of the key that the server gave. */
import { codeAt } from '../src/features/account/second-factor/second-factor.server.ts';
import { NewSecondFactor } from '../src/features/account/second-factor/second-factor.ts';
import type { Landlord } from './landlords.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of this half minute, or of the one `later`. */
export function codeOf(key: string, later = 0): string {
  const bits = [...key].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))).toString();
  return codeAt(secret, Math.floor(Date.now() / 30_000) + later);
}

/** Turns two-factor sign-in on: by the code before this half minute's, so that this one is still good. */
export async function withSecondFactor(owner: Landlord): Promise<NewSecondFactor> {
  const begun = await owner.post('/api/second-factor/begin', { password: owner.password });
  const made = begun.as(NewSecondFactor);
  const { outcome } = await owner.post('/api/second-factor/confirm', { code: codeOf(made.key, -1) });
  if (outcome !== 'served') throw new Error(`The first code was answered ${outcome}`);
  return made;
}
