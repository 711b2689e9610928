/** /api/journeys, the mileage of a tax year, and the rate. Readable after the trial. */
import { createRoute } from '@hono/zod-openapi';
import { recordApi } from '../../server/http/record-api.server.ts';
import { answer, body, failures, needs, router } from '../../server/http/routes.server.ts';
import type { NounParts } from '../../server/noun-parts.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { personalTaxYear } from '../../shared/tax-years.ts';
import { chooseRate, journeyTable, readYear } from './journey.server.ts';
import { Journey, JourneyInput, JourneyQuery, MileageChoice, MileageQuery, MileageYear } from './journey.ts';
import { TEXTS } from './listed.ts';

const tags = ['Journeys'];

const mileage = createRoute({
  operationId: 'getMileage',
  method: 'get',
  ...needs('tax.see'),
  path: '/api/journeys/mileage',
  tags,
  summary: 'Read the miles of a tax year and their amount',
  request: { query: MileageQuery },
  responses: { 200: answer(MileageYear, 'Totals'), 400: failures.input[400], 401: failures.signedIn[401] },
});

const choose = createRoute({
  operationId: 'chooseMileageRate',
  method: 'put',
  ...needs('tax.change'),
  path: '/api/journeys/rate',
  tags,
  summary: 'Confirm the rate of 55p a mile from 6 April 2026, or use 45p',
  request: { body: body(MileageChoice) },
  responses: { 200: answer(MileageChoice, 'The choice'), ...failures.input, ...failures.signedIn },
});

export function journeyApi(services: Services) {
  // Fixed paths come before '{id}', which would match them.
  return router()
    .openapi(mileage, async (c) => {
      const { year: named, owner } = c.req.valid('query');
      const year = personalTaxYear(named);
      if (!year) throw new AppError('bad_request');
      return c.json(await readAsUser(services, c, 'open', (db) => readYear(db, year, owner)), 200);
    })
    .openapi(choose, async (c) => {
      const choice = c.req.valid('json');
      await withUser(services, c, 'guarded', (db) => chooseRate(db, choice.rate));
      return c.json(choice, 200);
    })
    .route(
      '/',
      recordApi(services, {
        path: '/api/journeys',
        area: 'tax',
        one: 'journey',
        access: 'saves',
        query: JourneyQuery,
        item: Journey,
        record: Journey,
        input: JourneyInput,
        table: journeyTable,
        notFound: TEXTS.notFound,
        nameOf: ({ from, to }) => `${from} to ${to}`,
      }),
    );
}

const SCREENS = '/dashboard/tax/mileage';

export const journeyParts = {
  id: 'journeys',
  paths: ['', '/add', '/edit/$id', '/$id'].map((end) => `${SCREENS}${end}`),
  activity: {
    journey: { icon: 'money', table: 'journeys', href: (id) => id && `${SCREENS}/${id}` },
    'mileage rate': { icon: 'money', words: ({ label }) => `Mileage rate set to ${label} a mile` },
  },
  tables: {
    journeys: 'Your journeys for the lets, with their miles.',
    mileage_choices: 'Whether you use 55p or 45p a mile from 6 April 2026.',
  },
} as const satisfies NounParts;
