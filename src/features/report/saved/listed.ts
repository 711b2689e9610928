/** The list query and texts of saved reports, which lists load without the schemas. */
import { listQuery } from '../../../shared/records/list-query.ts';
import { recordTexts } from '../../../shared/records/record-texts.ts';

export const SAVED_TEXTS = {
  ...recordTexts({ one: 'saved report', many: 'saved reports' }),
  added: 'Report saved',
  updated: 'Saved report changed',
  deleted: 'Saved report removed',
};

export const SAVED_LIST = listQuery({ filters: {}, sorts: { name: 'Name A to Z', newest: 'Newest first' } });
