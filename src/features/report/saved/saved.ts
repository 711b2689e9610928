import { z } from 'zod';
import { fields, option, text } from '../../../shared/fields.ts';
import { listQuery } from '../../../shared/records/list-query.ts';
import { listSchema } from '../../../shared/records/list-schema.ts';
import { recordTexts } from '../../../shared/records/record-texts.ts';
import { REPORT_NAMES } from '../catalogue.ts';
import { ReportQuery } from '../report.ts';

export const SAVED_TEXTS = {
  ...recordTexts({ one: 'saved report', many: 'saved reports' }),
  added: 'Report saved',
  updated: 'Saved report changed',
  deleted: 'Saved report removed',
};

export const SAVED_LIST = listQuery({ filters: {}, sorts: { name: 'Name A to Z', newest: 'Newest first' } });

export const SAVED = fields({
  name: text('Name', { min: 1, max: 100, message: 'Enter a name' }),
  report: option('Report', REPORT_NAMES, { message: 'Choose a report' }),
});

const query = ReportQuery.describe('Days and filters, as in the address of the report');

export const SavedReportInput = SAVED.input
  .extend({ query, monthly: z.boolean().default(false).describe('Emailed on the first of each month') })
  .meta({ id: 'SavedReportInput' });
export type SavedReportInput = z.infer<typeof SavedReportInput>;

export const SavedReport = SAVED.record
  .extend({
    query: z.record(z.string(), z.string()),
    monthly: z.boolean(),
    savedBy: z.string().nullable().describe('The recipient of the emails; null for a member who has left'),
  })
  .meta({ id: 'SavedReport' });
export type SavedReport = z.infer<typeof SavedReport>;

export const SavedReportQuery = listSchema(SAVED_LIST, { search: 'name', more: {} });
export type SavedReportQuery = z.output<typeof SavedReportQuery>;
