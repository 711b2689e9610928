import { setTimeout as pause } from 'node:timers/promises';
import { createRoute } from '@hono/zod-openapi';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Files } from '../../outside/files/files.ts';
import type { Services } from '../services.server.ts';
import { answer, router } from './routes.server.ts';

const tags = ['Health'];
const Liveness = z.object({ status: z.literal('ok') });
const Ready = z.object({
  status: z.enum(['ready', 'not ready']),
  missing: z.array(z.string()),
  warnings: z.array(z.string()),
});

const alive = createRoute({
  operationId: 'getHealth',
  method: 'get',
  path: '/healthz',
  tags,
  summary: 'Check that the process is running',
  responses: { 200: answer(Liveness, 'The process is running') },
});

const ready = createRoute({
  operationId: 'getReadiness',
  method: 'get',
  path: '/readyz',
  tags,
  summary: 'Check database, migrations and files, with warnings for the operator',
  responses: { 200: answer(Ready, 'Ready'), 503: answer(Ready, 'Something is missing, by name') },
});

export function healthApi({ notReady, shortOfSpace, warnings }: Services) {
  return router()
    .openapi(alive, (c) => c.json({ status: 'ok' as const }, 200))
    .openapi(ready, async (c) => {
      const [missing, space] = await Promise.all([notReady(), shortOfSpace()]);
      const result = { missing, warnings: [...warnings, ...(space ? [space] : [])] };
      if (result.missing.length > 0) return c.json({ status: 'not ready' as const, ...result }, 503);
      return c.json({ status: 'ready' as const, ...result }, 200);
    });
}

/** Load balancers expect a response within 2 seconds. */
const CHECK_TIMEOUT_MS = 1_500;

export async function failedChecks(plan: {
  pool: pg.Pool;
  files: Files;
  migrations: string[];
  log: Logger;
}): Promise<string[]> {
  const { pool, files, migrations, log } = plan;
  const missing: string[] = [];
  try {
    const applied = await Promise.race([appliedMigrations(pool), pause(CHECK_TIMEOUT_MS, undefined, { ref: false })]);
    if (!applied) missing.push('database');
    else if (migrations.some((name) => !applied.has(name))) missing.push('migrations');
  } catch {
    // The error is not logged here: the response shows it, and the pool has logged the lost connection.
    missing.push('database');
  }
  try {
    await files.check();
  } catch (error) {
    log.warn({ err: error }, 'The file store is not available');
    missing.push('files');
  }
  return missing;
}

async function appliedMigrations(pool: pg.Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>('select app.migration_names() as name');
  return new Set(rows.map(({ name }) => name));
}
