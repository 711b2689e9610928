import { recordApi } from '../../server/http/record-api.server.ts';
import type { NounParts } from '../../server/noun-parts.server.ts';
import type { Services } from '../../server/services.server.ts';
import { licenceTable } from './licence.server.ts';
import { Licence, LicenceInput, LicenceQuery } from './licence.ts';
import { KIND_LABELS, TEXTS } from './listed.ts';

export function licenceApi(services: Services) {
  return recordApi(services, {
    path: '/api/licences',
    area: 'properties',
    one: 'licence',
    query: LicenceQuery,
    item: Licence,
    record: Licence,
    input: LicenceInput,
    table: licenceTable,
    notFound: TEXTS.notFound,
    nameOf: ({ kind, council }) => `${KIND_LABELS[kind]}, ${council}`,
    summaries: {
      add: 'Add a licence, whose number and end become those of the compliance item ‘Property licensing’',
    },
  });
}

export const licenceParts = {
  id: 'licences',
  activity: { licence: { icon: 'paper', ofProperty: true } },
  tables: { licences: 'The licences of your properties, and temporary exemption notices.' },
} as const satisfies NounParts;
