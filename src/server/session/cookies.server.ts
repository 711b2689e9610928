/** Our cookies: their names, which carry the port so that two servers on one host do not sign each other out, and their signatures. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';

export type CookieNames = {
  session: string;
  device: string;
  /** Of a sign-in whose code is still to come. */
  challenge: string;
  /** Of a browser that is not asked for a code. */
  trusted: string;
  secure: boolean;
};

/** Names for the product at `appUrl`: 'tenure-3000.session_token', with __Secure- over https. */
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

/** The value of one cookie in a Cookie header, decoded; undefined when it is not there. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  return header && parse(header, name)[name];
}

type Own = { cookies: CookieNames };

/** Has the browser keep a cookie that no script reads and no other site sends. */
export function keepCookie(
  { cookies }: Own,
  c: Context,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): void {
  const { secure } = cookies;
  setCookie(c, name, value, { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge: seconds });
}

export function dropCookie({ cookies }: Own, c: Context, name: string): void {
  deleteCookie(c, name, { path: '/', secure: cookies.secure });
}

/** The value behind a signed cookie ('value.signature', HMAC-SHA-256 in base64), or undefined when the signature is not ours. */
export function verifySigned(signed: string | undefined, secret: string): string | undefined {
  if (!signed) return undefined;
  const dot = signed.lastIndexOf('.');
  if (dot < 1) return undefined;
  const value = signed.slice(0, dot);
  const given = Buffer.from(signed.slice(dot + 1), 'base64');
  const expected = createHmac('sha256', secret).update(value).digest();
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : undefined;
}

/** 'value.signature', as `verifySigned` reads it. */
export function sign(value: string, secret: string): string {
  return `${value}.${createHmac('sha256', secret).update(value).digest('base64')}`;
}

/** What the database knows of a session's token: who reads it there, or in a backup, cannot make the cookie of it. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
