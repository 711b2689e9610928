import { createRoute, z } from '@hono/zod-openapi';
import { PageQuery, pageOf } from '../../server/http/pages.server.ts';
import { recordApi } from '../../server/http/record-api.server.ts';
import { RecordId, recordId } from '../../server/http/records.server.ts';
import { answer, failures, needs, router } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser } from '../../server/session/session.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { requestFileClearing } from '../file/jobs.server.ts';
import { rejectMissingFile } from '../file/store.server.ts';
import { listHistory } from './history/history.server.ts';
import { HistoryEntry } from './history/history.ts';
import { TEXTS } from './listed.ts';
import { listChoices, propertyTable, readTotals, removeProperty } from './property.server.ts';
import {
  Property,
  PropertyChoice,
  PropertyFilter,
  PropertyInput,
  PropertyQuery,
  PropertyRecord,
  PropertyTotals,
} from './property.ts';
import { addProperty, changeProperty } from './save.server.ts';

const tags = ['Properties'];

const choices = createRoute({
  operationId: 'listPropertyChoices',
  method: 'get',
  ...needs('properties.see'),
  path: '/api/properties/choices',
  tags,
  summary: 'List properties as choices, by address; open after the trial too',
  request: {
    query: z.object({
      q: PropertyQuery.shape.q,
      limit: PageQuery.shape.limit,
      id: z.uuid().optional().describe('Only this property'),
    }),
  },
  responses: {
    200: answer(z.object({ items: z.array(PropertyChoice) }), 'The first matches'),
    400: failures.input[400],
    401: failures.signedIn[401],
  },
});

const totals = createRoute({
  method: 'get',
  ...needs('properties.see'),
  path: '/api/properties/totals',
  operationId: 'getPropertyTotals',
  tags,
  summary: 'Count filtered properties by status, and add up their rents',
  request: { query: PropertyFilter },
  responses: { 200: answer(PropertyTotals, 'The totals'), 400: failures.input[400], ...failures.signedIn },
});

const history = createRoute({
  operationId: 'listPropertyHistory',
  method: 'get',
  ...needs('properties.see'),
  path: '/api/properties/{id}/history',
  tags,
  summary: 'Get the history of a property',
  request: { params: RecordId, query: PageQuery },
  responses: {
    200: answer(pageOf(HistoryEntry).omit({ total: true }), 'One page, newest first'),
    400: failures.input[400],
    ...failures.signedIn,
    ...failures.found,
  },
});

type Extensions = {
  /** Runs in the transaction that removes a property. `today` is the landlord's date. */
  afterRemoval: (db: UserDb, today: string) => Promise<void>;
  /** Nouns shown in a property's history, as named in the activity log. */
  history: readonly string[];
};

export function propertyApi(services: Services, { afterRemoval, history: nouns }: Extensions) {
  const today = () => londonDay(services.clock.now());
  // 'choices' and 'totals' precede '{id}', which would match them as an id.
  return router()
    .openapi(choices, async (c) => {
      const query = c.req.valid('query');
      return c.json({ items: await readAsUser(services, c, 'open', (db) => listChoices(db, query)) }, 200);
    })
    .openapi(totals, async (c) => {
      const filter = c.req.valid('query');
      return c.json(await readAsUser(services, c, 'guarded', (db) => readTotals(db, filter)), 200);
    })
    .openapi(history, async (c) => {
      const args = { id: recordId(c), nouns, ...c.req.valid('query') };
      return c.json(await readAsUser(services, c, 'guarded', (db) => listHistory(db, args)), 200);
    })
    .route(
      '/',
      recordApi(services, {
        path: '/api/properties',
        area: 'properties',
        one: 'property',
        many: 'properties',
        query: PropertyQuery,
        item: Property,
        record: PropertyRecord,
        input: PropertyInput,
        table: {
          ...propertyTable,
          add: (db, input) => addProperty(db, input, today()),
          change: (db, args) => changeProperty(db, args, today()),
          remove: async (db, args) => {
            await removeProperty(db, args);
            await afterRemoval(db, today());
          },
        },
        notFound: TEXTS.notFound,
        nameOf: ({ address, city }) => `${address}, ${city}`,
        onSaveError: rejectMissingFile,
        onRemoved: () => requestFileClearing(services),
      }),
    );
}
