/** Cookie names, which carry the port so that two servers on one host do not sign each other out, and their signatures. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export type CookieNames = { prefix: string; session: string; device: string; secure: boolean };

/** Names for the product at `appUrl`: 'tenure-3000.session_token', with __Secure- over https as better-auth has it. */
export function cookieNames(appUrl: string): CookieNames {
  const { protocol, port } = new URL(appUrl);
  const secure = protocol === 'https:';
  const prefix = `tenure-${port || (secure ? 443 : 80)}`;
  const start = secure ? '__Secure-' : '';
  return { prefix, secure, session: `${start}${prefix}.session_token`, device: `${start}${prefix}.device` };
}

/** The value of one cookie in a Cookie header, decoded; undefined when it is not there or cannot be decoded. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (!header) return undefined;
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (at < 0 || part.slice(0, at).trim() !== name) continue;
    try {
      return decodeURIComponent(part.slice(at + 1).trim());
    } catch {
      // Not ours: we always encode. Treated as if it had not been sent.
      return undefined;
    }
  }
  return undefined;
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
