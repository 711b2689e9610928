/** Browsers that have signed in to an address before: their attempts count apart, so that the guesses of others cannot slow the landlord down. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import type { AppEnv, Services } from '../../../server/services.server.ts';
import { readCookie } from '../../../server/session/cookies.server.ts';

type Plan = Pick<Services, 'cookies' | 'secret'>;

const HALF_A_YEAR_SECONDS = 182 * 24 * 60 * 60;

/** The device's name, if its cookie proves that it has signed in to this address before. */
export function passKnownDevice(plan: Plan, c: Context<AppEnv>, email: string): string | undefined {
  const [name = '', proof = ''] = (readCookie(c.req.header('cookie'), plan.cookies.device) ?? '').split('.');
  const given = Buffer.from(proof, 'base64url');
  const expected = proofFor(plan.secret, name, email);
  return given.length === expected.length && timingSafeEqual(given, expected) ? name : undefined;
}

/** Marks this browser as one that has signed in to the address. */
export function rememberDevice(plan: Plan, c: Context<AppEnv>, email: string): void {
  const name = passKnownDevice(plan, c, email) ?? randomBytes(16).toString('base64url');
  const value = `${name}.${proofFor(plan.secret, name, email).toString('base64url')}`;
  setCookie(c, plan.cookies.device, value, {
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'Lax',
    secure: plan.cookies.secure,
    maxAge: HALF_A_YEAR_SECONDS,
  });
}

function proofFor(secret: string, name: string, email: string): Buffer {
  return createHmac('sha256', secret).update(`device ${name} ${email.trim().toLowerCase()}`).digest();
}
