import { recordApi } from '../../server/http/record-api.server.ts';
import type { NounParts } from '../../server/noun-parts.server.ts';
import type { Services } from '../../server/services.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { requestTable } from './request.server.ts';
import { Request, RequestInput, RequestQuery, TEXTS } from './request.ts';

export function requestApi(services: Services) {
  return recordApi(services, {
    path: '/api/requests',
    area: 'people',
    one: 'request',
    query: RequestQuery,
    item: Request,
    record: Request,
    input: RequestInput,
    table: requestTable(() => londonDay(services.clock.now())),
    notFound: TEXTS.notFound,
    nameOf: ({ what }) => what,
  });
}

export const requestParts = {
  id: 'requests',
  activity: { request: { icon: 'person', ofProperty: true } },
  tables: { requests: 'Requests from tenants, applicants and councils, with your answers.' },
} as const satisfies NounParts;
