import { createRoute, z } from '@hono/zod-openapi';
import { recordApi } from '../../server/http/record-api.server.ts';
import { IfMatch, matchedVersion, RecordId, recordId, tagVersion } from '../../server/http/records.server.ts';
import { answer, body, failures, needs } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { requestFileClearing } from '../file/jobs.server.ts';
import { rejectMissingFileIn } from '../file/store.server.ts';
import { TEXTS } from './listed.ts';
import { addTenant, changeTenant, listContacts, removeTenant, settleTenant, tenantTable } from './tenant.server.ts';
import { Tenant, TenantChange, TenantContact, TenantInput, TenantQuery, TenantRecord } from './tenant.ts';

const settle = createRoute({
  operationId: 'settleTenant',
  method: 'patch',
  ...needs('people.change'),
  path: '/api/tenants/{id}',
  tags: ['Tenants'],
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

const contacts = createRoute({
  operationId: 'listTenantContacts',
  method: 'get',
  ...needs('contacts.see'),
  path: '/api/properties/{id}/contacts',
  tags: ['Tenants'],
  summary: 'List names and phone numbers of a property’s current tenants',
  request: { params: RecordId },
  responses: {
    200: answer(z.object({ items: z.array(TenantContact) }), 'By name'),
    ...failures.signedIn,
    ...failures.found,
  },
});

export function tenantApi(services: Services) {
  const today = () => londonDay(services.clock.now());
  return recordApi(services, {
    path: '/api/tenants',
    area: 'people',
    one: 'tenant',
    query: TenantQuery,
    item: Tenant,
    record: TenantRecord,
    input: TenantInput,
    table: {
      ...tenantTable,
      add: (db, input) => addTenant(db, { input, today: today() }),
      change: (db, args) => changeTenant(db, { ...args, today: today() }),
      remove: (db, args) => removeTenant(db, { ...args, today: today() }),
    },
    notFound: TEXTS.notFound,
    nameOf: ({ name }) => name,
    onSaveError: rejectMissingFileIn('avatar'),
    onRemoved: () => requestFileClearing(services),
  })
    .openapi(settle, async (c) => {
      const args = { id: recordId(c), version: matchedVersion(c), change: c.req.valid('json') };
      const tenant = await withUser(services, c, 'guarded', (db) => settleTenant(db, { ...args, today: today() }));
      tagVersion(c, tenant);
      return c.json(tenant, 200);
    })
    .openapi(contacts, async (c) => {
      const id = recordId(c);
      return c.json({ items: await readAsUser(services, c, 'guarded', (db) => listContacts(db, id)) }, 200);
    });
}
