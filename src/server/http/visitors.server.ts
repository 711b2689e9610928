/** Visitors get 401 instead of validation errors, so that landlords' routes do not reveal their fields. */
import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import { isRefusal } from '../../shared/app-error.ts';
import type { ErrorCode } from '../../shared/error-codes.ts';
import type { Need } from '../../shared/rights.ts';
import type { AppEnv, Services } from '../services.server.ts';
import { readAsUser } from '../session/session.server.ts';
import { asAppError } from './errors.server.ts';

const VALIDATION_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'bad_request',
  'invalid_input',
  'not_found',
  'unsupported_media_type',
  'version_required',
]);

export type LandlordRoutes = ReadonlyMap<string, Need | undefined>;
type Described = { paths?: Record<string, object> | undefined };

type Operation = { security?: object[]; 'x-need'?: Need };

/** Returns the rights that routes need, by 'PUT /api/properties/:id'; undefined for routes without a declared right. */
export function routeNeeds({ paths = {} }: Described, isIncluded = (_: Operation) => true): LandlordRoutes {
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, Operation>)
        .filter(([, operation]) => isIncluded(operation))
        .map(
          ([method, operation]) =>
            [`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`, operation['x-need']] as const,
        ),
    ),
  );
}

/** `routeNeeds` of the routes that require authentication. */
export const landlordRoutes = (described: Described): LandlordRoutes =>
  routeNeeds(described, ({ security = [] }) => security.length > 0);

/** Replaces a validation error on one of `routes` with `unauthenticated` if there is no session. */
export async function unauthenticatedFirst(
  services: Services,
  c: Context<AppEnv>,
  { error, routes }: { error: Error; routes: LandlordRoutes },
): Promise<Error> {
  if (!VALIDATION_ERRORS.has(asAppError(error).code)) return error;
  const route = matchedRoutes(c)
    .map(({ method, path }) => `${method} ${path}`)
    .find((name) => routes.has(name));
  if (!route) return error;
  const need = routes.get(route);
  // The body is validated before the route sets the right that it needs.
  c.set('need', need ?? 'self');
  try {
    return await readAsUser(services, c, 'open', async () => error);
  } catch (refusal) {
    // Routes without a right also serve people whose access has ended, and pages of another account.
    const isAccountRefusal = isRefusal(refusal, 'no_account') || isRefusal(refusal, 'account_switched');
    return !need && isAccountRefusal ? error : (refusal as Error);
  }
}
