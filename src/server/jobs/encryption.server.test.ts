/** Secrets at rest and in cookies: only who has the server's secret can read or make them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cookieNames, readCookie, sign, verifySigned } from '../session/cookies.server.ts';
import { createEncryption } from './encryption.server.ts';

const SECRET = 'a secret of more than thirty-two characters';

describe('sealed text', () => {
  const seal = createEncryption(SECRET);

  it('opens to what it was, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(seal.open(seal.seal(text))).toBe(text);
      }),
    );
  });

  it('shows nothing of it, and is never the same twice', () => {
    const [one, two] = [seal.seal('a reset link'), seal.seal('a reset link')];
    expect(one).not.toBe(two);
    expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('reset');
  });

  it('does not open when a bit of it was changed, or with another secret', () => {
    const sealed = Buffer.from(seal.seal('a reset link'), 'base64url');
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => seal.open(changed.toString('base64url'))).toThrow(/authenticate/);
    }
    expect(() => createEncryption(`${SECRET}!`).open(sealed.toString('base64url'))).toThrow(/authenticate/);
    expect(() => seal.open('')).toThrow(/Invalid/);
  });
});

describe('a signed cookie', () => {
  it('is read back, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (value) => {
        expect(verifySigned(sign(value, SECRET), SECRET)).toBe(value);
      }),
    );
  });

  it('is nothing when it was changed, cut, or signed by another', () => {
    const signed = sign('token', SECRET);
    const [, signature = ''] = signed.split('.');
    const wrong = [
      '',
      '.',
      `.${signature}`,
      'token',
      'token.',
      `tokem.${signature}`,
      signed.slice(0, -4),
      sign('token', 'x'),
    ];
    expect(wrong.map((one) => verifySigned(one, SECRET))).toEqual(wrong.map(() => undefined));
    expect(verifySigned(undefined, SECRET)).toBeUndefined();
  });
});

describe('a Cookie header', () => {
  it('gives the cookie of exactly that name, decoded', () => {
    const header = 'a=1; tenure.x=a%3Db%20c ;  empty=; b=2=3';
    expect(readCookie(header, 'tenure.x')).toBe('a=b c');
    expect(readCookie(header, 'b')).toBe('2=3');
    expect(readCookie(header, 'empty')).toBe('');
    expect(['tenure', 'x', 'A', ''].map((name) => readCookie(header, name))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(readCookie('a=%E0%A4%A', 'a')).toBeUndefined();
    expect(readCookie(undefined, 'a')).toBeUndefined();
  });
});

describe('cookie names', () => {
  it('carry the port, and over https the mark that browsers enforce', () => {
    expect(cookieNames('http://localhost:3001')).toMatchObject({ session: 'tenure-3001.session_token', secure: false });
    expect(cookieNames('http://localhost')).toMatchObject({ device: 'tenure-80.device' });
    expect(cookieNames('https://tenure.example')).toMatchObject({
      session: '__Secure-tenure-443.session_token',
      device: '__Secure-tenure-443.device',
      secure: true,
    });
  });
});
