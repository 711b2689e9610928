/** /api/tenants: list, add, read, change, move out or go on, remove. */
import { createRoute } from '@hono/zod-openapi';
import { PageQuery } from '../../server/http/pages.server.ts';
import { recordRoutes } from '../../server/http/record-routes.server.ts';
import { IfMatch, matchedVersion, RecordId, recordId, tagVersion } from '../../server/http/records.server.ts';
import { answer, body, failures, router, sendPage } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { clearFilesSoon } from '../file/jobs.server.ts';
import { refuseLostFile } from '../file/store.server.ts';
import { listTenants } from './list.server.ts';
import { addTenant, changeTenant, settleTenant } from './save.server.ts';
import { getTenant, removeTenant } from './store.server.ts';
import { Tenant, TenantChange, TenantFilter, TenantInput, TenantRecord } from './tenant.ts';

const tags = ['Tenants'];

const { list, add, read, change, remove } = recordRoutes({
  path: '/api/tenants',
  tags,
  one: 'tenant',
  query: TenantFilter.extend(PageQuery.shape),
  item: Tenant,
  record: TenantRecord,
  input: TenantInput,
});

const settle = createRoute({
  method: 'patch',
  path: '/api/tenants/{id}',
  tags,
  summary: 'Move a tenant out or back in, or make a tenancy periodic',
  request: { params: RecordId, headers: IfMatch, body: body(TenantChange) },
  responses: {
    200: answer(TenantRecord, 'The changed tenant'),
    ...failures.input,
    ...failures.signedIn,
    ...failures.found,
    ...failures.version,
  },
});

export function tenantApi(services: Services) {
  return router()
    .openapi(list, async (c) => {
      const page = await readAsUser(services, c, 'guarded', (db) => listTenants(db, c.req.valid('query')));
      return sendPage<Tenant>(c, page);
    })
    .openapi(add, async (c) => {
      const input = c.req.valid('json');
      const tenant = await withUser(services, c, 'guarded', (db) => addTenant(db, input)).catch(refuseLostFile);
      tagVersion(c, tenant);
      c.header('location', `/api/tenants/${tenant.id}`);
      return c.json(tenant, 201);
    })
    .openapi(read, async (c) => {
      const id = recordId(c);
      const tenant = await readAsUser(services, c, 'guarded', (db) => getTenant(db, id));
      if (!tenant) throw new AppError('not_found', { message: 'Tenant not found' });
      tagVersion(c, tenant);
      return c.json(tenant, 200);
    })
    .openapi(change, async (c) => {
      const wanted = { id: recordId(c), version: matchedVersion(c), input: c.req.valid('json') };
      const tenant = await withUser(services, c, 'guarded', (db) => changeTenant(db, wanted)).catch(refuseLostFile);
      tagVersion(c, tenant);
      return c.json(tenant, 200);
    })
    .openapi(settle, async (c) => {
      const wanted = { id: recordId(c), version: matchedVersion(c), change: c.req.valid('json') };
      const tenant = await withUser(services, c, 'guarded', (db) => settleTenant(db, wanted));
      tagVersion(c, tenant);
      return c.json(tenant, 200);
    })
    .openapi(remove, async (c) => {
      const wanted = { id: recordId(c), version: matchedVersion(c) };
      await withUser(services, c, 'guarded', (db) => removeTenant(db, wanted));
      // Its photo is nobody's now, and need not wait for the clock.
      await clearFilesSoon(services);
      return c.body(null, 204);
    });
}
