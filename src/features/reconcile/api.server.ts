/** Bank rows that may be rent. Open after the trial, as rent that comes in is recorded then, too. */
import { createRoute } from '@hono/zod-openapi';
import { answer, body, failures, router } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { withSnapshot, withUser } from '../../server/session/session.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { acceptMatches, dismissMatch } from './accept.server.ts';
import { findMatches } from './matches.server.ts';
import { MatchAcceptance, MatchDismissal, MatchOutcome, RentMatches } from './matches.ts';

const tags = ['Rent'];

const matches = createRoute({
  operationId: 'getRentMatches',
  method: 'get',
  path: '/api/rent/matches',
  tags,
  summary: 'Find bank rows that may be rent, with the reasons',
  responses: { 200: answer(RentMatches, 'The latest first'), 401: failures.signedIn[401] },
});

const accept = createRoute({
  operationId: 'acceptRentMatches',
  method: 'post',
  path: '/api/rent/matches/accept',
  tags,
  summary: 'Put bank rows on the ledgers of tenancies',
  request: { body: body(MatchAcceptance) },
  responses: { 200: answer(MatchOutcome, 'What was done'), ...failures.input, 401: failures.signedIn[401] },
});

const dismiss = createRoute({
  operationId: 'dismissRentMatch',
  method: 'post',
  path: '/api/rent/matches/dismiss',
  tags,
  summary: 'Say that a bank row is not the rent of some tenancies, or take that back',
  request: { body: body(MatchDismissal) },
  responses: {
    204: { description: 'Not proposed, or proposed, again' },
    ...failures.input,
    ...failures.found,
    401: failures.signedIn[401],
  },
});

export function reconcileApi(services: Services) {
  const today = () => londonDay(services.clock.now());
  return router()
    .openapi(matches, async (c) =>
      c.json(await withSnapshot(services, c, 'open', (db) => findMatches(db, today())), 200),
    )
    .openapi(accept, async (c) => {
      const wanted = c.req.valid('json');
      return c.json(await withUser(services, c, 'open', (db) => acceptMatches(db, { ...wanted, today: today() })), 200);
    })
    .openapi(dismiss, async (c) => {
      const wanted = c.req.valid('json');
      await withUser(services, c, 'open', (db) => dismissMatch(db, wanted));
      return c.body(null, 204);
    });
}
