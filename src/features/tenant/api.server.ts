/** /api/tenants: list, add, read, change, move out or go on, remove. */
import { createRoute } from '@hono/zod-openapi';
import { asCaller, readAsCaller } from '../../server/door.server.ts';
import { PageQuery, pageOf } from '../../server/pages.server.ts';
import { IfMatch, matchedVersion, RecordId, recordId, tagVersion } from '../../server/records.server.ts';
import { answer, body, failures, router, sendPage } from '../../server/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { clearFilesSoon } from '../file/jobs.server.ts';
import { refuseLostFile } from '../file/named-files.server.ts';
import { listTenants } from './list.server.ts';
import { addTenant, changeTenant, settleTenant } from './save.server.ts';
import { getTenant, removeTenant } from './store.server.ts';
import { Tenant, TenantChange, TenantFilter, TenantInput, TenantRecord } from './tenant.ts';

const tags = ['Tenants'];

const list = createRoute({
  method: 'get',
  path: '/api/tenants',
  tags,
  summary: 'List tenants',
  request: { query: TenantFilter.extend(PageQuery.shape) },
  responses: { 200: answer(pageOf(Tenant), 'One page'), 400: failures.input[400], ...failures.signedIn },
});

const add = createRoute({
  method: 'post',
  path: '/api/tenants',
  tags,
  summary: 'Add a tenant',
  request: { body: body(TenantInput) },
  responses: { 201: answer(TenantRecord, 'The new tenant'), ...failures.input, ...failures.signedIn },
});

const read = createRoute({
  method: 'get',
  path: '/api/tenants/{id}',
  tags,
  summary: 'Read a tenant',
  request: { params: RecordId },
  responses: {
    200: answer(TenantRecord, 'The tenant, its version in ETag'),
    ...failures.signedIn,
    ...failures.found,
  },
});

const changed = {
  200: answer(TenantRecord, 'The changed tenant'),
  ...failures.input,
  ...failures.signedIn,
  ...failures.found,
  ...failures.version,
};

const change = createRoute({
  method: 'put',
  path: '/api/tenants/{id}',
  tags,
  summary: 'Change a tenant',
  request: { params: RecordId, headers: IfMatch, body: body(TenantInput) },
  responses: changed,
});

const settle = createRoute({
  method: 'patch',
  path: '/api/tenants/{id}',
  tags,
  summary: 'Move a tenant out or back in, or make a tenancy periodic',
  request: { params: RecordId, headers: IfMatch, body: body(TenantChange) },
  responses: changed,
});

const remove = createRoute({
  method: 'delete',
  path: '/api/tenants/{id}',
  tags,
  summary: 'Remove a tenant',
  request: { params: RecordId, headers: IfMatch },
  responses: { 204: { description: 'Removed' }, ...failures.signedIn, ...failures.found, ...failures.version },
});

export function tenantApi(services: Services) {
  return router()
    .openapi(list, async (c) => {
      const page = await readAsCaller(services, c, 'guarded', (db) => listTenants(db, c.req.valid('query')));
      return sendPage<Tenant>(c, page);
    })
    .openapi(add, async (c) => {
      const input = c.req.valid('json');
      const tenant = await asCaller(services, c, 'guarded', (db) => addTenant(db, input)).catch(refuseLostFile);
      tagVersion(c, tenant);
      c.header('location', `/api/tenants/${tenant.id}`);
      return c.json(tenant, 201);
    })
    .openapi(read, async (c) => {
      const id = recordId(c);
      const tenant = await readAsCaller(services, c, 'guarded', (db) => getTenant(db, id));
      if (!tenant) throw new AppError('not_found', { message: 'Tenant not found' });
      tagVersion(c, tenant);
      return c.json(tenant, 200);
    })
    .openapi(change, async (c) => {
      const wanted = { id: recordId(c), version: matchedVersion(c), input: c.req.valid('json') };
      const tenant = await asCaller(services, c, 'guarded', (db) => changeTenant(db, wanted)).catch(refuseLostFile);
      tagVersion(c, tenant);
      return c.json(tenant, 200);
    })
    .openapi(settle, async (c) => {
      const wanted = { id: recordId(c), version: matchedVersion(c), change: c.req.valid('json') };
      const tenant = await asCaller(services, c, 'guarded', (db) => settleTenant(db, wanted));
      tagVersion(c, tenant);
      return c.json(tenant, 200);
    })
    .openapi(remove, async (c) => {
      const wanted = { id: recordId(c), version: matchedVersion(c) };
      await asCaller(services, c, 'guarded', (db) => removeTenant(db, wanted));
      // Its photo is nobody's now, and need not wait for the clock.
      await clearFilesSoon(services);
      return c.body(null, 204);
    });
}
