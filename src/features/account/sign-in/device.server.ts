/** Known browsers have their own attempt counters, so others' guesses cannot slow the landlord down. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import type { AppEnv, Services } from '../../../server/services.server.ts';
import { readCookie, writeCookie } from '../../../server/session/cookies.server.ts';

type Plan = Pick<Services, 'cookies' | 'secret'>;

const DEVICE_COOKIE_SECONDS = 182 * 24 * 60 * 60;

const NAME = /^[\w-]{22}$/;
/** Addresses remembered by one browser, which a couple may share. */
const MAX_ADDRESSES = 4;

/** Returns the device's name if its cookie ('name.proof.proof') proves an earlier sign-in to this address. */
export function knownDeviceName(plan: Plan, c: Context<AppEnv>, email: string): string | undefined {
  const { name, proofs } = deviceOf(plan, c);
  const expected = proofFor(plan.secret, name, email);
  return proofs.some((proof) => proof.length === expected.length && timingSafeEqual(proof, expected))
    ? name
    : undefined;
}

/** Remembers in the cookie that this browser has signed in with this address. */
export function rememberDevice(plan: Plan, c: Context<AppEnv>, email: string): void {
  const { name, proofs } = deviceOf(plan, c);
  const own = proofFor(plan.secret, name, email);
  const newest = [own, ...proofs.filter((proof) => !proof.equals(own))].slice(0, MAX_ADDRESSES);
  const value = [name, ...newest.map((proof) => proof.toString('base64url'))].join('.');
  writeCookie(plan, c, { name: plan.cookies.device, value, seconds: DEVICE_COOKIE_SECONDS });
}

function deviceOf({ cookies }: Plan, c: Context<AppEnv>): { name: string; proofs: Buffer[] } {
  const [name = '', ...proofs] = (readCookie(c.req.header('cookie'), cookies.device) ?? '').split('.');
  if (!NAME.test(name)) return { name: randomBytes(16).toString('base64url'), proofs: [] };
  return { name, proofs: proofs.slice(0, MAX_ADDRESSES).map((proof) => Buffer.from(proof, 'base64url')) };
}

function proofFor(secret: string, name: string, email: string): Buffer {
  return createHmac('sha256', secret).update(`device ${name} ${email.trim().toLowerCase()}`).digest();
}
