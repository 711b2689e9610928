import { createRoute, z } from '@hono/zod-openapi';
import { recordApi } from '../../server/http/record-api.server.ts';
import { RecordId, recordId } from '../../server/http/records.server.ts';
import { answer, body, failures, needs, router } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { withUser } from '../../server/session/session.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { londonDay } from '../../shared/dates.ts';
import { TEXTS } from './listed.ts';
import {
  addRent,
  addTenancy,
  changeTenancy,
  getTenancy,
  listTenancies,
  removeRent,
  removeTenancy,
  separateTenancies,
} from './tenancy.server.ts';
import {
  RentInput,
  SeparateInput,
  Tenancy,
  TenancyChange,
  TenancyInput,
  TenancyQuery,
  TenancyRecord,
} from './tenancy.ts';

const tags = ['Rent'];
const rejections = { ...failures.input, ...failures.signedIn, ...failures.found };
const RentId = RecordId.extend({ rentId: z.string().describe('UUID') });

const addOneRent = createRoute({
  operationId: 'addRent',
  method: 'post',
  ...needs('people.change'),
  path: '/api/tenancies/{id}/rents',
  tags,
  summary: 'Set the rent from a date',
  request: { params: RecordId, body: body(RentInput) },
  responses: { 200: answer(TenancyRecord, 'The updated tenancy'), ...rejections },
});

const removeOneRent = createRoute({
  operationId: 'removeRent',
  method: 'delete',
  ...needs('people.change'),
  path: '/api/tenancies/{id}/rents/{rentId}',
  tags,
  summary: 'Remove a rent, so that the previous one continues',
  request: { params: RentId },
  responses: { 200: answer(TenancyRecord, 'The updated tenancy'), ...rejections },
});

const separate = createRoute({
  operationId: 'separateTenancies',
  method: 'post',
  ...needs('people.change'),
  path: '/api/tenancies/separate',
  tags,
  summary: 'Confirm that a property’s tenancies are separate agreements',
  request: { body: body(SeparateInput) },
  responses: { 204: { description: 'They are no longer suggested for joining' }, ...rejections },
});

export function tenancyApi(services: Services) {
  const today = () => londonDay(services.clock.now());
  return router()
    .openapi(addOneRent, async (c) => {
      const args = { id: recordId(c), input: c.req.valid('json'), today: today() };
      return c.json(await withUser(services, c, 'guarded', (db) => addRent(db, args)), 200);
    })
    .openapi(removeOneRent, async (c) => {
      const args = { id: recordId(c), rentId: recordId(c, 'rentId'), today: today() };
      return c.json(await withUser(services, c, 'guarded', (db) => removeRent(db, args)), 200);
    })
    .openapi(separate, async (c) => {
      const { propertyId } = c.req.valid('json');
      const count = await withUser(services, c, 'guarded', (db) => separateTenancies(db, propertyId));
      if (count === 0) throw new AppError('not_found');
      return c.body(null, 204);
    })
    .route(
      '/',
      recordApi(services, {
        path: '/api/tenancies',
        area: 'people',
        one: 'tenancy',
        many: 'tenancies',
        query: TenancyQuery,
        item: Tenancy,
        record: TenancyRecord,
        input: TenancyInput,
        change: TenancyChange,
        table: {
          list: listTenancies,
          get: getTenancy,
          add: (db, input) => addTenancy(db, { input, today: today() }),
          change: (db, args) => changeTenancy(db, { ...args, today: today() }),
          remove: removeTenancy,
        },
        notFound: TEXTS.notFound,
        nameOf: ({ names }) => names,
      }),
    );
}
