/** The sandbox tax authority's API: tokens, and calls for a person. The adapter uses it over HTTP, like HMRC's. */
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import { constantTimeEqual } from '../../sandbox.server.ts';
import { headerProblems } from '../fraud-headers.ts';
import { propertyRoutes } from './property.server.ts';
import { sandboxStore } from './store.server.ts';
import { sandboxTaxKeys, sandboxTokens } from './tokens.server.ts';

export type SandboxTaxPlan = { pool: pg.Pool; clock: Clock; secret: string; pagesUrl: string };

export function sandboxTaxApi({ pool, clock, secret }: Omit<SandboxTaxPlan, 'pagesUrl'>): Hono {
  const store = sandboxStore(pool, clock);
  const tokens = sandboxTokens({ secret, clock, store });
  const keys = sandboxTaxKeys(secret);
  const app = new Hono();
  app.onError((error) => {
    throw error;
  });
  app.notFound((c) => c.json({ code: 'MATCHING_RESOURCE_NOT_FOUND', message: 'No such resource' }, 404));
  app.use(bodyLimit({ maxSize: 64 * 1024 }));

  app.post('/oauth/token', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const field = (name: string) => form.get(name) ?? '';
    if (field('client_id') !== keys.clientId || !constantTimeEqual(field('client_secret'), keys.clientSecret))
      return c.json({ error: 'invalid_client', error_description: 'invalid client id or secret' }, 401);
    const kind = field('grant_type');
    const issued =
      kind === 'authorization_code'
        ? await tokens.exchange(field('code'), field('redirect_uri'))
        : kind === 'refresh_token'
          ? await tokens.refresh(field('refresh_token'))
          : undefined;
    return issued
      ? c.json(issued)
      : c.json({ error: 'invalid_grant', error_description: 'code or token is invalid' }, 400);
  });

  app.use(async (c, next) => {
    const [, token = ''] = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '') ?? [];
    if (await tokens.isValid(token)) return next();
    return c.json({ code: 'INVALID_CREDENTIALS', message: 'Invalid Authentication information provided' }, 401);
  });
  /** Imitates HMRC's validator of fraud prevention headers. */
  app.get('/test/fraud-prevention-headers/validate', (c) => {
    const problems = headerProblems((name) => c.req.header(name));
    const headersWith = (problem: 'missing' | 'malformed') =>
      problems.filter((entry) => entry.problem === problem).map(({ header }) => header.toLowerCase());
    const [missing, malformed] = [headersWith('missing'), headersWith('malformed')];
    const errors = [
      ...(missing.length > 0 ? [{ code: 'MISSING_HEADER', message: 'Header required', headers: missing }] : []),
      ...(malformed.length > 0 ? [{ code: 'INVALID_HEADER', message: 'Value is invalid', headers: malformed }] : []),
    ];
    const code = errors.length > 0 ? 'INVALID_HEADERS' : 'VALID_HEADERS';
    return c.json({ specVersion: '3.3', code, errors });
  });
  return app.route('/', propertyRoutes(store, clock));
}
