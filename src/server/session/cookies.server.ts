/** Cookie names and signatures. Names include the port, so that servers on one host do not sign each other out. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';

export type CookieNames = {
  session: string;
  device: string;
  /** Holds a sign-in that still needs its second factor. */
  challenge: string;
  /** Marks a browser that needs no second factor. */
  trusted: string;
  secure: boolean;
};

/** Returns names such as 'tenure-3000.session_token', with `__Secure-` over https. */
export function cookieNames(appUrl: string): CookieNames {
  const { protocol, port } = new URL(appUrl);
  const secure = protocol === 'https:';
  const start = `${secure ? '__Secure-' : ''}tenure-${port || (secure ? 443 : 80)}`;
  return {
    secure,
    session: `${start}.session_token`,
    device: `${start}.device`,
    challenge: `${start}.two_factor`,
    trusted: `${start}.trust_device`,
  };
}

export function readCookie(header: string | undefined, name: string): string | undefined {
  return header && parse(header, name)[name];
}

type HasCookies = { cookies: CookieNames };

export function writeCookie(
  { cookies }: HasCookies,
  c: Context,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): void {
  const { secure } = cookies;
  setCookie(c, name, value, { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge: seconds });
}

export function clearCookie({ cookies }: HasCookies, c: Context, name: string): void {
  deleteCookie(c, name, { path: '/', secure: cookies.secure });
}

/** Returns the value of 'value.signature' (HMAC-SHA-256 in base64), or undefined if the signature is invalid. */
export function verifySigned(signed: string | undefined, secret: string): string | undefined {
  if (!signed) return undefined;
  const dot = signed.lastIndexOf('.');
  if (dot < 1) return undefined;
  const value = signed.slice(0, dot);
  const actual = Buffer.from(signed.slice(dot + 1), 'base64');
  const expected = createHmac('sha256', secret).update(value).digest();
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? value : undefined;
}

export function sign(value: string, secret: string): string {
  return `${value}.${createHmac('sha256', secret).update(value).digest('base64')}`;
}

/** Hashes a token for storage, so that a leaked table or backup contains no valid cookies or API keys. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
