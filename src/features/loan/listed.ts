/** Options, list query and texts of loans, kept apart from the schemas, which only forms and the API load. */
import { isId, listQuery } from '../../shared/records/list-query.ts';
import { recordTexts } from '../../shared/records/record-texts.ts';

export const KINDS = ['repayment', 'interest-only'] as const;
export const KIND_LABELS = { repayment: 'Repayment', 'interest-only': 'Interest only' } as const;

export const TEXTS = {
  ...recordTexts({ one: 'loan', many: 'loans' }),
  emptyHint: 'Add a mortgage, and we will work out the interest in each payment. Only interest counts for tax.',
  noFixedEnd: 'No fixed rate',
  noValue: 'Not entered',
};

/** Maximum number of payments in one request: ten years. */
export const MAX_LINKS = 120;

export const LOAN_LIST = listQuery({
  filters: { propertyId: isId },
  sorts: { name: 'Lender A to Z', newest: 'Newest first' },
});
