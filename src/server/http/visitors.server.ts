/** Visitors get 401 before any validation error, so that landlords' routes reveal nothing. */
import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { ErrorCode } from '../../shared/error-codes.ts';
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

type Described = { paths?: Record<string, object> | undefined };

/** The routes with `security` in a description, such as 'PUT /api/properties/:id'. */
export function landlordRoutes({ paths = {} }: Described): ReadonlySet<string> {
  return new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, { security?: object[] }>)
        .filter(([, { security = [] }]) => security.length > 0)
        .map(([method]) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    ),
  );
}

/** Replaces an early error with `unauthenticated` on one of `landlordRoutes` without a session. */
export async function unauthenticatedFirst(
  services: Services,
  c: Context<AppEnv>,
  { error, routes }: { error: Error; routes: ReadonlySet<string> },
): Promise<Error> {
  if (!EARLY.has(asAppError(error).code)) return error;
  if (!matchedRoutes(c).some(({ method, path }) => routes.has(`${method} ${path}`))) return error;
  // A body is checked before the route, which sets its own.
  if (!c.var.need) c.set('need', 'self');
  try {
    return await readAsUser(services, c, 'open', async () => error);
  } catch (refusal) {
    return refusal as Error;
  }
}
