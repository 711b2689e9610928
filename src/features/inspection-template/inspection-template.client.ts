import { api } from '../../web/http/api.client.ts';
import { recordPaths } from '../../web/records/links.client.ts';
import { recordResource } from '../../web/records/record-resource.client.ts';
import type { Template, TemplateInput, TemplateQuery } from './inspection-template.ts';
import { TEXTS } from './listed.ts';

export const templates = recordResource<Template, Template, TemplateInput, TemplateQuery>({
  noun: 'inspection-templates',
  routes: api['inspection-templates'],
  texts: TEXTS,
});

export const PATHS = recordPaths('/dashboard/inspections/templates', 'repairs.change');
