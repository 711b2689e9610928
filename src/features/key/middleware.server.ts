/** Middleware for requests with an API key: no cookie or Origin, a limit for each key, and only routes of records. */
import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { networkOf } from '../../server/http/client-address.server.ts';
import type { LandlordRoutes } from '../../server/http/visitors.server.ts';
import type { AppEnv } from '../../server/services.server.ts';
import { readCookie } from '../../server/session/cookies.server.ts';
import { keyHash } from '../../server/session/key-format.server.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Need } from '../../shared/rights.ts';
import type { AccountServices } from '../account/routes.server.ts';
import { API_VERSIONS } from './key.ts';
import { keyLimits } from './limits.server.ts';

const UNKNOWN = 'This API key does not exist, has ended or was revoked.';
const BOTH = 'Send either an API key or a session cookie, not both.';
const NOT_FOR_KEYS = 'API keys cannot use this.';

const bearerOf = (header: string | undefined) => /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];

/** Sets `apiKey`. `routes` are all documented routes with their rights. */
export function apiKeys(services: AccountServices, routes: LandlordRoutes): MiddlewareHandler<AppEnv> {
  const { attempts, cookies } = services;
  const limits = keyLimits(services);
  return async (c, next) => {
    const key = bearerOf(c.req.header('authorization'));
    if (key === undefined) return next();
    if (readCookie(c.req.header('cookie'), cookies.session)) throw new AppError('bad_request', { message: BOTH });
    const hash = keyHash(key);
    if (!hash) throw new AppError('unauthenticated', { message: UNKNOWN });
    const network = `key ${networkOf(c.var.clientAddress)}`;
    const allowance = await limits.take(hash, (open) => attempts.openLink(network, open));
    if (!allowance) throw new AppError('unauthenticated', { message: UNKNOWN });
    c.set('apiKey', hash);
    const { limit, remaining, reset, retryAfter } = allowance;
    const { outgoing } = c.env;
    outgoing.setHeader('ratelimit-limit', limit);
    outgoing.setHeader('ratelimit-remaining', remaining);
    outgoing.setHeader('ratelimit-reset', reset);
    if (retryAfter !== undefined)
      throw new AppError('too_many_attempts', {
        message: `This API key may make ${limit} requests a minute. Try again in ${retryAfter} seconds.`,
        retryAfter,
      });
    const version = c.req.header('tenure-version');
    if (version !== undefined && !API_VERSIONS.includes(version))
      throw new AppError('bad_request', {
        message: `The API has no version ‘${version.slice(0, 20)}’. Choose one of: ${API_VERSIONS.join(', ')}.`,
      });
    if (!isAllowed(routes, matchedRoutes(c))) throw new AppError('not_allowed', { message: NOT_FOR_KEYS });
    await next();
  };
}

/** Excludes routes about people, the account and sign-in. */
export const isOpenToKeys = (need: Need | undefined) => need !== undefined && need !== 'self' && need !== 'owner';

/** Allows unknown addresses, so that the API returns 404. */
function isAllowed(routes: LandlordRoutes, matched: readonly { method: string; path: string }[]): boolean {
  const names = matched.map(({ method, path }) => `${method} ${path}`);
  const found = names.find((name) => routes.has(name));
  return found === undefined || isOpenToKeys(routes.get(found));
}
