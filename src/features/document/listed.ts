/** Types, list query and texts of documents, apart from the schemas, which only forms and the API load. */
import { isId, listQuery } from '../../shared/records/list-query.ts';
import { recordTexts } from '../../shared/records/record-texts.ts';

export const DOCUMENT_TYPES = [
  'agreement',
  'written-statement',
  'notice',
  'gas',
  'electrical',
  'epc',
  'inventory',
  'inspection',
  'deposit',
  'right-to-rent',
  'reference',
  'licence',
  'insurance',
  'invoice',
  'letter',
  'photo',
  'other',
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

export const TYPE_LABELS: Record<DocumentType, string> = {
  agreement: 'Agreement',
  'written-statement': 'Written statement',
  notice: 'Notice',
  gas: 'Gas',
  electrical: 'Electrical',
  epc: 'EPC',
  inventory: 'Inventory',
  inspection: 'Inspection',
  deposit: 'Deposit',
  'right-to-rent': 'Right to rent',
  reference: 'Reference',
  licence: 'Licence',
  insurance: 'Insurance',
  invoice: 'Invoice',
  letter: 'Letter',
  photo: 'Photo',
  other: 'Other',
};

/** Kinds of records to which a document may be linked. The API has a field for each kind, such as `propertyId`. */
export const LINK_KINDS = [
  'property',
  'tenant',
  'tenancy',
  'supplier',
  'certificate',
  'transaction',
  'deadline',
  'repair',
] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

export const TEXTS = {
  ...recordTexts({ one: 'document', many: 'documents' }),
  searchPlaceholder: 'Search titles and text...',
  add: 'Add documents',
  addTitle: 'Add documents',
  addFirst: 'Add documents',
  emptyHint:
    'Drop your papers here: agreements, certificates, notices. We read them, so that you can search their text.',
  hidden: 'Hidden. We log each time someone opens it.',
  served: 'This document has been served, so it cannot be deleted. Withdraw it instead.',
  servedVersion: 'This version has been served, so it cannot be deleted. Add a new version instead.',
  lastVersion: 'You cannot delete the only version. Delete the document instead.',
};

export const DOCUMENT_LIST = listQuery({
  filters: {
    type: DOCUMENT_TYPES,
    served: ['yes', 'no'],
    propertyId: isId,
    tenantId: isId,
    tenancyId: isId,
    supplierId: isId,
    repairId: isId,
  },
  sorts: { newest: 'Newest first', name: 'Title A to Z' },
});

/** The record from whose page documents are added, and their type. */
export type AddSearch = Partial<Record<'propertyId' | 'tenantId' | 'tenancyId' | 'supplierId' | 'type', string>>;

/** Why a document's text cannot be searched; undefined if it can. */
export function readingText({
  reading,
  hidden,
  kind,
}: {
  reading: string | null;
  hidden: boolean;
  kind: string;
}): string | undefined {
  if (hidden) return TEXTS.hidden;
  return kind === 'document' ? READING_TEXTS[reading ?? ''] : undefined;
}

const READING_TEXTS: Record<string, string> = {
  no_text: 'No text in this scan: found by its title only',
  locked: 'Locked with a password: found by its title only',
  broken: 'We could not read this file: found by its title only',
  scripted: 'This file contains a script, so we did not read it: found by its title only',
  too_large: 'Too large to read: found by its title only',
};
