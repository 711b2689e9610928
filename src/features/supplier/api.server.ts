import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { sql } from 'kysely';
import { PageQuery } from '../../server/http/pages.server.ts';
import { recordApi } from '../../server/http/record-api.server.ts';
import { RecordId, recordId } from '../../server/http/records.server.ts';
import { answer, failures, needs, router } from '../../server/http/routes.server.ts';
import { firstList, type NounParts, recordAt, recordPaths } from '../../server/noun-parts.server.ts';
import type { AppEnv, Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { requestFileClearing } from '../file/jobs.server.ts';
import { rejectMissingFileIn } from '../file/store.server.ts';
import { SUPPLIER_LIST, TEXTS } from './listed.ts';
import { listChoices, setLink, supplierTable } from './supplier.server.ts';
import { FoundSupplier, Supplier, SupplierChoice, SupplierInput, SupplierQuery, SupplierRecord } from './supplier.ts';

const path = '/api/suppliers/{id}/properties/{propertyId}';
const tags = ['Suppliers'];
const choices = createRoute({
  operationId: 'listSupplierChoices',
  method: 'get',
  ...needs('suppliers.see'),
  path: '/api/suppliers/choices',
  tags,
  summary: 'List suppliers to choose from, by name; available after the trial, like Finance',
  request: {
    query: z.object({
      q: SupplierQuery.shape.q,
      limit: PageQuery.shape.limit,
      id: z.uuid().optional().describe('Only this one'),
    }),
  },
  responses: {
    200: answer(z.object({ items: z.array(SupplierChoice) }), 'The first matches'),
    400: failures.input[400],
    401: failures.signedIn[401],
  },
});
const request = { params: RecordId.extend({ propertyId: z.string().describe('UUID') }) };
const responses = { 204: { description: 'Done' }, ...failures.signedIn, ...failures.found };
const shared = { path, tags, request, responses } as const;
const link = createRoute({
  operationId: 'linkProperty',
  method: 'put',
  ...needs('suppliers.change'),
  summary: 'Link a property',
  ...shared,
});
const unlink = createRoute({
  operationId: 'unlinkProperty',
  method: 'delete',
  ...needs('suppliers.change'),
  summary: 'Unlink a property',
  ...shared,
});

export function supplierApi(services: Services) {
  const set = (c: Context<AppEnv>, linked: boolean) => {
    const change = { supplier: recordId(c), property: recordId(c, 'propertyId'), linked };
    return withUser(services, c, 'guarded', (db) => setLink(db, change));
  };
  // Registered before '{id}', which would match 'choices' as an id.
  return router()
    .openapi(choices, async (c) => {
      const query = c.req.valid('query');
      return c.json({ items: await readAsUser(services, c, 'open', (db) => listChoices(db, query)) }, 200);
    })
    .route(
      '/',
      recordApi(services, {
        path: '/api/suppliers',
        area: 'suppliers',
        one: 'supplier',
        query: SupplierQuery,
        item: Supplier,
        record: SupplierRecord,
        input: SupplierInput,
        table: supplierTable,
        notFound: TEXTS.notFound,
        nameOf: ({ name }) => name,
        onSaveError: rejectMissingFileIn('logo'),
        onRemoved: () => requestFileClearing(services),
      }),
    )
    .openapi(link, async (c) => {
      await set(c, true);
      return c.body(null, 204);
    })
    .openapi(unlink, async (c) => {
      await set(c, false);
      return c.body(null, 204);
    });
}

export const supplierParts = {
  id: 'suppliers',
  paths: recordPaths('suppliers'),
  first: firstList('suppliers', { list: SUPPLIER_LIST, query: SupplierQuery, table: supplierTable }),
  activity: { supplier: { icon: 'tool', table: 'suppliers', href: recordAt('suppliers') } },
  tables: { suppliers: 'Your suppliers.', supplier_properties: 'Which supplier looks after which property.' },
  search: {
    found: FoundSupplier,
    columns: sql`id, name, phone, service_type as "serviceType" from suppliers`,
    ids: (q) => sql`app.find_suppliers(${q})`,
    order: sql`sort_name`,
  },
} as const satisfies NounParts;
