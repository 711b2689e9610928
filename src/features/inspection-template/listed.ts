/** List query and texts of templates, apart from the schemas. */
import { listQuery } from '../../shared/records/list-query.ts';
import { recordTexts } from '../../shared/records/record-texts.ts';

/** Maximum rooms of an inspection, and items of a room. */
export const MAX_ROOMS = 60;
export const MAX_ITEMS = 60;

export const TEXTS = {
  ...recordTexts({ one: 'template', many: 'templates' }),
  emptyHint: 'New inspections start with the standard rooms of the property. Add a template for your own.',
};

export const TEMPLATE_LIST = listQuery({ filters: {}, sorts: { name: 'Name A to Z', newest: 'Newest first' } });
