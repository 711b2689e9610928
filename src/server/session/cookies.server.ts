/** Cookie names and signatures. Names include the port, so that servers on one host do not sign each other out. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';

export type CookieNames = {
  session: string;
  device: string;
  /** A sign-in that still needs its code. */
  challenge: string;
  /** A browser that does not need a code. */
  trusted: string;
  secure: boolean;
};

/** Names for `appUrl`: 'tenure-3000.session_token', with __Secure- over https. */
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

type Own = { cookies: CookieNames };

export function writeCookie(
  { cookies }: Own,
  c: Context,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): void {
  const { secure } = cookies;
  setCookie(c, name, value, { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge: seconds });
}

export function clearCookie({ cookies }: Own, c: Context, name: string): void {
  deleteCookie(c, name, { path: '/', secure: cookies.secure });
}

/** The value of a signed cookie ('value.signature', HMAC-SHA-256 in base64); undefined if the signature is invalid. */
export function verifySigned(signed: string | undefined, secret: string): string | undefined {
  if (!signed) return undefined;
  const dot = signed.lastIndexOf('.');
  if (dot < 1) return undefined;
  const value = signed.slice(0, dot);
  const given = Buffer.from(signed.slice(dot + 1), 'base64');
  const expected = createHmac('sha256', secret).update(value).digest();
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : undefined;
}

export function sign(value: string, secret: string): string {
  return `${value}.${createHmac('sha256', secret).update(value).digest('base64')}`;
}

/** The stored form of a session token, so that a leaked table or backup contains no valid cookies. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
