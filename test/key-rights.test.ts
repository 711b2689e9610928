/** Calls every described route with API keys that have only the required right, and with keys that have all others. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createApi, describeApi } from '../src/app/server/app.server.ts';
import { newKey } from '../src/server/session/key-format.server.ts';
import { RIGHTS } from '../src/shared/rights.ts';
import { withKey } from './fixtures/keys.ts';
import { landlord } from './fixtures/landlords.ts';
import { query } from './servers/database.ts';
import { server } from './servers/server.ts';

const { database } = server;
const KEY_RIGHTS = RIGHTS.filter((right) => right !== 'owner');

const description = describeApi(createApi(server.services), server.services);
/** Callbacks are excluded: a redirect from a bank or HMRC opens a page in a browser. */
const described = Object.entries(description.paths ?? {}).filter(
  ([path]) => path.startsWith('/api/') && !path.endsWith('/callback'),
);
const routes = described.flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, { 'x-need'?: string }>).map(([method, operation]) => ({
    route: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path: path.replace(/\{\w+\}/g, () => randomUUID()),
    need: operation['x-need'],
  })),
);
const isClosed = (need: string | undefined) => need === undefined || need === 'self' || need === 'owner';
const owner = landlord();

/** Returns the outcome for a new key, which has made no requests. */
async function outcomeFor(rights: readonly string[], { method, path }: { method: string; path: string }) {
  const { key, hash, hint } = newKey();
  const { id } = await owner;
  await query(
    database,
    `insert into api_keys (user_id, name, key_hash, hint, rights, api_version) values ($1, 'Key', $2, $3, $4, '2026-12-01')`,
    [id, hash, hint, rights],
  );
  return (await withKey(key).send(method, path, method === 'GET' ? {} : { body: {} })).outcome;
}

describe('a key', () => {
  it.each(routes.filter(({ need }) => isClosed(need)))('is refused on $route even with all rights', async (route) => {
    expect(await outcomeFor(KEY_RIGHTS, route)).toBe('403 not_allowed');
  });

  it.each(routes.filter(({ need }) => !isClosed(need)))('needs $need on $route', async ({ need = '', ...route }) => {
    const allowed = await outcomeFor(need === 'any' ? ['rent.see'] : [need, need.replace('.change', '.see')], route);
    expect(['401 unauthenticated', '403 not_allowed', '429 too_many_attempts', '500 internal']).not.toContain(allowed);
    if (need === 'any') return;
    const others = KEY_RIGHTS.filter((right) => right !== need);
    expect(await outcomeFor(others, route)).toBe('403 not_allowed');
  });
});
