/** The sandbox tax authority's API: tokens, and calls for a person. The adapter uses it unchanged, over HTTP. */
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import { headerProblems } from '../fraud-headers.ts';
import { propertyRoutes } from './property.server.ts';
import { sandboxStore } from './store.server.ts';
import { same, sandboxTaxKeys, sandboxTokens } from './tokens.server.ts';

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
    const sent = new URLSearchParams(await c.req.text());
    const given = (name: string) => sent.get(name) ?? '';
    if (given('client_id') !== keys.clientId || !same(given('client_secret'), keys.clientSecret))
      return c.json({ error: 'invalid_client', error_description: 'invalid client id or secret' }, 401);
    const kind = given('grant_type');
    const made =
      kind === 'authorization_code'
        ? await tokens.exchange(given('code'), given('redirect_uri'))
        : kind === 'refresh_token'
          ? await tokens.refresh(given('refresh_token'))
          : undefined;
    // An expired refresh token too, though HMRC's guide once described another status.
    return made ? c.json(made) : c.json({ error: 'invalid_grant', error_description: 'code or token is invalid' }, 400);
  });

  app.use(async (c, next) => {
    const [, token = ''] = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '') ?? [];
    if (await tokens.holds(token)) return next();
    return c.json({ code: 'INVALID_CREDENTIALS', message: 'Invalid Authentication information provided' }, 401);
  });
  /** Like HMRC's validator of fraud prevention headers. */
  app.get('/test/fraud-prevention-headers/validate', (c) => {
    const problems = headerProblems((name) => c.req.header(name));
    const named = (problem: 'missing' | 'malformed') =>
      problems.filter((one) => one.problem === problem).map(({ header }) => header.toLowerCase());
    const [missing, malformed] = [named('missing'), named('malformed')];
    const errors = [
      ...(missing.length > 0 ? [{ code: 'MISSING_HEADER', message: 'Header required', headers: missing }] : []),
      ...(malformed.length > 0 ? [{ code: 'INVALID_HEADER', message: 'Value is invalid', headers: malformed }] : []),
    ];
    const code = errors.length > 0 ? 'INVALID_HEADERS' : 'VALID_HEADERS';
    return c.json({ specVersion: '3.3', code, errors });
  });
  return app.route('/', propertyRoutes(store, clock));
}
