import { sql } from 'kysely';
import { byName, jsonColumn, newestFirst, recordTable } from '../../server/db/record-table.server.ts';
import type { Template, TemplateInput, TemplateQuery } from './inspection-template.ts';

export const templateTable = recordTable<TemplateInput, Template, Template, TemplateQuery>({
  table: 'inspection_templates',
  noun: 'inspection template',
  columns: { name: 'name', rooms: jsonColumn('rooms') },
  orders: { name: byName, newest: newestFirst },
  find: (q) => sql`app.find_inspection_templates(${q})`,
});
