/** /api/suppliers: list, add, read, change, remove, and which properties one looks after. */
import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { PageQuery } from '../../server/http/pages.server.ts';
import { recordRoutes } from '../../server/http/record-routes.server.ts';
import { matchedVersion, RecordId, recordId, tagVersion } from '../../server/http/records.server.ts';
import { failures, router, sendPage } from '../../server/http/routes.server.ts';
import type { AppEnv, Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { clearFilesSoon } from '../file/jobs.server.ts';
import { refuseLostFileIn } from '../file/store.server.ts';
import { addLink, removeLink } from './links.server.ts';
import { listSuppliers } from './list.server.ts';
import { addSupplier, changeSupplier } from './save.server.ts';
import { getSupplier, removeSupplier } from './store.server.ts';
import { Supplier, SupplierFilter, SupplierInput, SupplierRecord } from './supplier.ts';

const tags = ['Suppliers'];

const { list, add, read, change, remove } = recordRoutes({
  path: '/api/suppliers',
  tags,
  one: 'supplier',
  query: SupplierFilter.extend(PageQuery.shape),
  item: Supplier,
  record: SupplierRecord,
  input: SupplierInput,
});

const LinkIds = RecordId.extend({ propertyId: z.string().describe('UUID') });

const link = createRoute({
  method: 'put',
  path: '/api/suppliers/{id}/properties/{propertyId}',
  tags,
  summary: 'Say that a supplier looks after a property',
  request: { params: LinkIds },
  responses: { 204: { description: 'It does' }, ...failures.signedIn, ...failures.found },
});

const unlink = createRoute({
  method: 'delete',
  path: '/api/suppliers/{id}/properties/{propertyId}',
  tags,
  summary: 'Say that a supplier looks after a property no more',
  request: { params: LinkIds },
  responses: { 204: { description: 'It does not' }, ...failures.signedIn, ...failures.found },
});

export function supplierApi(services: Services) {
  return router()
    .openapi(list, async (c) => {
      const page = await readAsUser(services, c, 'guarded', (db) => listSuppliers(db, c.req.valid('query')));
      return sendPage<z.infer<typeof Supplier>>(c, page);
    })
    .openapi(add, async (c) => {
      const input = c.req.valid('json');
      const supplier = await withUser(services, c, 'guarded', (db) => addSupplier(db, input)).catch(refuseLostLogo);
      tagVersion(c, supplier);
      c.header('location', `/api/suppliers/${supplier.id}`);
      return c.json(supplier, 201);
    })
    .openapi(read, async (c) => {
      const id = recordId(c);
      const supplier = await readAsUser(services, c, 'guarded', (db) => getSupplier(db, id));
      if (!supplier) throw new AppError('not_found', { message: 'Supplier not found' });
      tagVersion(c, supplier);
      return c.json(supplier, 200);
    })
    .openapi(change, async (c) => {
      const wanted = { id: recordId(c), version: matchedVersion(c), input: c.req.valid('json') };
      const supplier = await withUser(services, c, 'guarded', (db) => changeSupplier(db, wanted)).catch(refuseLostLogo);
      tagVersion(c, supplier);
      return c.json(supplier, 200);
    })
    .openapi(remove, async (c) => {
      const wanted = { id: recordId(c), version: matchedVersion(c) };
      await withUser(services, c, 'guarded', (db) => removeSupplier(db, wanted));
      // Its logo is nobody's now, and need not wait for the clock.
      await clearFilesSoon(services);
      return c.body(null, 204);
    })
    .openapi(link, async (c) => {
      const ids = linkIds(c);
      await withUser(services, c, 'guarded', (db) => addLink(db, ids));
      return c.body(null, 204);
    })
    .openapi(unlink, async (c) => {
      const ids = linkIds(c);
      await withUser(services, c, 'guarded', (db) => removeLink(db, ids));
      return c.body(null, 204);
    });
}

const refuseLostLogo = refuseLostFileIn('logo');

function linkIds(c: Context<AppEnv>) {
  return { supplier: recordId(c), property: recordId(c, 'propertyId') };
}
