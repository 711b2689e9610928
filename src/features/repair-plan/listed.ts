/** List query and texts of plans, apart from the schemas, which only forms and the API load. */
import { isId, listQuery } from '../../shared/records/list-query.ts';
import { recordTexts } from '../../shared/records/record-texts.ts';

/** Deadlines that need a visit to the property. */
export const DEADLINE_LABELS = {
  gas: 'The gas check',
  electrical: 'The electrical inspection',
  energy: 'The energy certificate',
  alarms: 'The check of the alarms',
  own: 'Your own deadline',
} as const;
export type DeadlineKind = keyof typeof DEADLINE_LABELS;
export const DEADLINE_KINDS = Object.keys(DEADLINE_LABELS) as [DeadlineKind, ...DeadlineKind[]];

/** Days before a deadline on which its repair is added. */
export const LEAD_DAYS = 60;

export const TEXTS = {
  ...recordTexts({ one: 'plan', many: 'plans' }),
  emptyHint:
    'Plan regular work, such as a boiler service, gutter cleaning or alarm tests. We add each repair when it is due.',
};

export const PLAN_LIST = listQuery({
  filters: { propertyId: isId },
  sorts: { name: 'Title A to Z', newest: 'Newest first' },
});
