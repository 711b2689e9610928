import { createRoute } from '@hono/zod-openapi';
import { IdempotencyKey, keyOf, withIdempotencyKey } from '../../server/http/idempotency.server.ts';
import { RecordId, recordId } from '../../server/http/records.server.ts';
import { answer, body, failures, needs, router } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { withUser } from '../../server/session/session.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { recordOf } from '../tenancy/tenancy.server.ts';
import { TenancyRecord } from '../tenancy/tenancy.ts';
import { endTenancy } from './ending.server.ts';
import { EndInput } from './ending.ts';

const end = createRoute({
  operationId: 'endTenancy',
  method: 'post',
  ...needs('people.change'),
  path: '/api/tenancies/{id}/end',
  tags: ['Rent'],
  summary: 'End a tenancy, moving its tenants out and settling its deposit',
  request: { params: RecordId, headers: IdempotencyKey, body: body(EndInput) },
  responses: { 200: answer(TenancyRecord, 'The tenancy'), ...failures.input, ...failures.signedIn, ...failures.found },
});

export function endingApi(services: Services) {
  const once = withIdempotencyKey(services.secret);
  return router().openapi(end, async (c) => {
    const args = { id: recordId(c), input: c.req.valid('json'), today: londonDay(services.clock.now()) };
    const sent = {
      key: keyOf(c),
      noun: `/api/tenancies/${args.id}/end`,
      input: args.input,
    };
    const after = await withUser(services, c, 'guarded', (db) =>
      once(db, sent, {
        add: () => endTenancy(db, args),
        get: (id) => recordOf(db, id),
        nameOf: ({ names }) => names,
      }),
    );
    return c.json(after, 200);
  });
}
