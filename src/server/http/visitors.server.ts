/** Visitors get 401 before any validation error, so that landlords' routes reveal nothing. */
import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import { isRefusal } from '../../shared/app-error.ts';
import type { ErrorCode } from '../../shared/error-codes.ts';
import type { Need } from '../../shared/rights.ts';
import type { AppEnv, Services } from '../services.server.ts';
import { readAsUser } from '../session/session.server.ts';
import { asAppError } from './errors.server.ts';

const EARLY: ReadonlySet<ErrorCode> = new Set([
  'bad_request',
  'invalid_input',
  'not_found',
  'unsupported_media_type',
  'version_required',
]);

export type LandlordRoutes = ReadonlyMap<string, Need | undefined>;
type Described = { paths?: Record<string, object> | undefined };

type Operation = { security?: object[]; 'x-need'?: Need };

/** The rights that routes need, by 'PUT /api/properties/:id'; undefined for routes of a session or of visitors. */
export function routeNeeds({ paths = {} }: Described, isWanted = (_: Operation) => true): LandlordRoutes {
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, Operation>)
        .filter(([, operation]) => isWanted(operation))
        .map(
          ([method, operation]) =>
            [`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`, operation['x-need']] as const,
        ),
    ),
  );
}

/** Those with `security`. */
export const landlordRoutes = (described: Described): LandlordRoutes =>
  routeNeeds(described, ({ security = [] }) => security.length > 0);

/** Replaces an early error with `unauthenticated` on one of `landlordRoutes` without a session. */
export async function unauthenticatedFirst(
  services: Services,
  c: Context<AppEnv>,
  { error, routes }: { error: Error; routes: LandlordRoutes },
): Promise<Error> {
  if (!EARLY.has(asAppError(error).code)) return error;
  const route = matchedRoutes(c)
    .map(({ method, path }) => `${method} ${path}`)
    .find((name) => routes.has(name));
  if (!route) return error;
  const need = routes.get(route);
  // A body is checked before the route, which sets its need.
  c.set('need', need ?? 'self');
  try {
    return await readAsUser(services, c, 'open', async () => error);
  } catch (refusal) {
    // A session's routes are also for people whose access to the account has ended, and for pages of another account.
    const isOfSession = isRefusal(refusal, 'no_account') || isRefusal(refusal, 'account_switched');
    return !need && isOfSession ? error : (refusal as Error);
  }
}
