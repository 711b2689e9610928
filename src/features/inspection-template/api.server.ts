import { recordApi } from '../../server/http/record-api.server.ts';
import type { NounParts } from '../../server/noun-parts.server.ts';
import type { Services } from '../../server/services.server.ts';
import { templateTable } from './inspection-template.server.ts';
import { Template, TemplateInput, TemplateQuery } from './inspection-template.ts';
import { TEXTS } from './listed.ts';

export function inspectionTemplateApi(services: Services) {
  return recordApi(services, {
    path: '/api/inspection-templates',
    area: 'repairs',
    one: 'inspection template',
    query: TemplateQuery,
    item: Template,
    record: Template,
    input: TemplateInput,
    table: templateTable,
    notFound: TEXTS.notFound,
    nameOf: ({ name }) => name,
  });
}

const SCREENS = '/dashboard/inspections/templates';

export const inspectionTemplateParts = {
  id: 'inspection-templates',
  paths: ['', '/add', '/edit/$id', '/$id'].map((end) => `${SCREENS}${end}`),
  activity: {
    'inspection template': {
      icon: 'paper',
      table: 'inspection_templates',
      href: (id) => id && `${SCREENS}/${id}`,
    },
  },
  tables: { inspection_templates: 'Your templates of inspections.' },
} as const satisfies NounParts;
