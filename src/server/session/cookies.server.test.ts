import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cookieNames, readCookie, sign, verifySigned } from './cookies.server.ts';

const SECRET = 'a secret of more than thirty-two characters';

describe('a signed cookie', () => {
  it('round-trips any value', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (value) => {
        expect(verifySigned(sign(value, SECRET), SECRET)).toBe(value);
      }),
    );
  });

  it('is undefined when altered, truncated or signed with another secret', () => {
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
  it('returns the cookie with exactly that name, decoded', () => {
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
    expect(readCookie(undefined, 'a')).toBeUndefined();
  });
});

describe('cookie names', () => {
  it('include the port, and over https the __Secure- prefix', () => {
    expect(cookieNames('http://localhost:3001')).toMatchObject({ session: 'tenure-3001.session_token', secure: false });
    expect(cookieNames('http://localhost')).toMatchObject({ device: 'tenure-80.device' });
    expect(cookieNames('https://tenure.example')).toMatchObject({
      session: '__Secure-tenure-443.session_token',
      device: '__Secure-tenure-443.device',
      secure: true,
    });
  });
});
