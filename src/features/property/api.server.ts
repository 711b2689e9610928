/** /api/properties: list, choose from, add, read, change, remove, and what has happened to one. */
import { createRoute, z } from '@hono/zod-openapi';
import { PageQuery, pageOf } from '../../server/http/pages.server.ts';
import { recordRoutes } from '../../server/http/record-routes.server.ts';
import { matchedVersion, RecordId, recordId, tagVersion } from '../../server/http/records.server.ts';
import { answer, failures, router, sendPage } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { clearFilesSoon } from '../file/jobs.server.ts';
import { refuseLostFile } from '../file/store.server.ts';
import { listHistory } from './history/history.server.ts';
import { HistoryEntry } from './history/history.ts';
import { getProperty, listChoices, listProperties, removeProperty } from './property.server.ts';
import {
  PROPERTY_MESSAGES,
  Property,
  PropertyChoice,
  PropertyFilter,
  PropertyInput,
  PropertyRecord,
} from './property.ts';
import { addProperty, changeProperty } from './save.server.ts';

const tags = ['Properties'];

const { list, add, read, change, remove } = recordRoutes({
  path: '/api/properties',
  tags,
  one: 'property',
  many: 'properties',
  query: PropertyFilter.extend(PageQuery.shape),
  item: Property,
  record: PropertyRecord,
  input: PropertyInput,
});

const choices = createRoute({
  method: 'get',
  path: '/api/properties/choices',
  tags,
  summary: 'List properties to choose from, by address; open after the trial too, as Finance is',
  request: {
    query: z.object({
      q: PropertyFilter.shape.q,
      limit: PageQuery.shape.limit,
      id: z.uuid().optional().describe('Only this one'),
    }),
  },
  responses: {
    200: answer(z.object({ items: z.array(PropertyChoice) }), 'The first of them'),
    400: failures.input[400],
    401: failures.signedIn[401],
  },
});

const history = createRoute({
  method: 'get',
  path: '/api/properties/{id}/history',
  tags,
  summary: 'Read what has happened to a property',
  request: { params: RecordId, query: PageQuery },
  responses: {
    200: answer(pageOf(HistoryEntry).omit({ total: true }), 'One page, newest first'),
    400: failures.input[400],
    ...failures.signedIn,
    ...failures.found,
  },
});

export function propertyApi(services: Services) {
  return router()
    .openapi(list, async (c) => {
      const page = await readAsUser(services, c, 'guarded', (db) => listProperties(db, c.req.valid('query')));
      return sendPage<z.infer<typeof Property>>(c, page);
    })
    .openapi(choices, async (c) => {
      const asked = c.req.valid('query');
      return c.json({ items: await readAsUser(services, c, 'open', (db) => listChoices(db, asked)) }, 200);
    })
    .openapi(add, async (c) => {
      const input = c.req.valid('json');
      const property = await withUser(services, c, 'guarded', (db) => addProperty(db, input)).catch(refuseLostFile);
      tagVersion(c, property);
      c.header('location', `/api/properties/${property.id}`);
      return c.json(property, 201);
    })
    .openapi(read, async (c) => {
      const id = recordId(c);
      const property = await readAsUser(services, c, 'guarded', (db) => getProperty(db, id));
      if (!property) throw new AppError('not_found', { message: PROPERTY_MESSAGES.missing });
      tagVersion(c, property);
      return c.json(property, 200);
    })
    .openapi(change, async (c) => {
      const wanted = { id: recordId(c), version: matchedVersion(c), input: c.req.valid('json') };
      const property = await withUser(services, c, 'guarded', (db) => changeProperty(db, wanted)).catch(refuseLostFile);
      tagVersion(c, property);
      return c.json(property, 200);
    })
    .openapi(remove, async (c) => {
      const wanted = { id: recordId(c), version: matchedVersion(c) };
      await withUser(services, c, 'guarded', (db) => removeProperty(db, wanted));
      // Its files are nobody's now, and need not wait for the clock.
      await clearFilesSoon(services);
      return c.body(null, 204);
    })
    .openapi(history, async (c) => {
      const wanted = { id: recordId(c), ...c.req.valid('query') };
      return c.json(await readAsUser(services, c, 'guarded', (db) => listHistory(db, wanted)), 200);
    });
}
