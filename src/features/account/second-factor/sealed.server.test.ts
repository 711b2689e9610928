/** What was kept before is read, and nobody alters it. */
import { expect, it } from 'vitest';
import { hchacha20, opened, sealed } from './sealed.server.ts';

const SECRET = 'a secret of more than thirty-two characters';
// Made by better-auth 1.6.34 with this secret.
const KEPT =
  'ac488002c74b180116ef249f16cba7a7df2c346668ff6bee8242a6bf8721355618cb7237468e8e873ba6b6215aa866ead3034087c6ef4e003921fe8903f51421fcc2eaf6';

const REFUSED = 'unable to authenticate data';

it('makes the key of the draft’s example (2.2.1)', () => {
  const key = Buffer.from(Array.from({ length: 32 }, (_, place) => place));
  const nonce = Buffer.from('000000090000004a0000000031415927', 'hex');
  expect(hchacha20(key, nonce).toString('hex')).toBe(
    '82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc',
  );
});

it('opens what an earlier version sealed, and what it seals itself', () => {
  expect(opened(SECRET, KEPT)).toBe('["aB3dE-f6Hi9","schlüssel"]');
  const text = 'the key of an app 😀';
  expect(opened(SECRET, sealed(SECRET, text))).toBe(text);
  expect(sealed(SECRET, text)).not.toBe(sealed(SECRET, text));
});

it('opens nothing that was altered, or sealed with another secret', () => {
  const kept = sealed(SECRET, 'text');
  for (const wrong of [kept.replace(/.$/, (last) => (last === '0' ? '1' : '0')), kept.slice(2)])
    expect(() => opened(SECRET, wrong)).toThrow(REFUSED);
  expect(() => opened(`${SECRET}.`, kept)).toThrow(REFUSED);
});
