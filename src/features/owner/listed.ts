/** The list query, options and texts of owners, which lists load without the schemas. */
import { listQuery } from '../../shared/records/list-query.ts';
import { recordTexts } from '../../shared/records/record-texts.ts';

export const OWNER_KINDS = ['person', 'company'] as const;

/** Where a person pays income tax. */
export const NATIONS = ['England', 'Wales', 'Scotland', 'Northern Ireland'] as const;

export const TEXTS = {
  ...recordTexts({ one: 'owner', many: 'owners' }),
  addTitle: 'Add an owner',
  editTitle: 'Change an owner',
  update: 'Save',
  added: 'Owner added',
  updated: 'Owner saved',
  deleted: 'Owner removed',
};

/** In order of adding, the first owner is the default. */
export const OWNER_LIST = listQuery({
  filters: {},
  sorts: { added: 'In order of adding', name: 'Name A to Z' },
});
