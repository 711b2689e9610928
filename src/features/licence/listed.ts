/** Kinds, list query and texts of licences, separate from the schemas to keep bundles small. */
import { isId, listQuery } from '../../shared/records/list-query.ts';
import { recordTexts } from '../../shared/records/record-texts.ts';

export const KINDS = ['mandatory', 'additional', 'selective', 'exemption'] as const;
export type LicenceKind = (typeof KINDS)[number];
export const KIND_LABELS: Record<LicenceKind, string> = {
  mandatory: 'Mandatory HMO licence',
  additional: 'Additional licence',
  selective: 'Selective licence',
  exemption: 'Temporary exemption notice',
};

export const TEXTS = {
  ...recordTexts({ one: 'licence', many: 'licences' }),
  addTitle: 'Add a licence',
  editTitle: 'Change a licence',
  add: 'Add licence',
  update: 'Save',
  added: 'Licence added',
  updated: 'Licence saved',
  deleted: 'Licence removed',
  deleteTitle: 'Remove licence',
  deleteQuestion: 'Remove this licence? The compliance item then uses your next licence, if there is one.',
};

export const LICENCE_LIST = listQuery({
  filters: { propertyId: isId },
  sorts: { ends: 'Ends first', newest: 'Newest first' },
});
