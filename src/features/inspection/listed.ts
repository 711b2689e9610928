/** Kinds, conditions, labels, list query and texts of inspections, apart from the schemas. */
import { isId, listQuery } from '../../shared/records/list-query.ts';
import { recordTexts } from '../../shared/records/record-texts.ts';

export const KIND_LABELS = { 'move-in': 'Move-in', routine: 'Routine', 'move-out': 'Move-out' } as const;
export type Kind = keyof typeof KIND_LABELS;
export const KINDS = Object.keys(KIND_LABELS) as [Kind, ...Kind[]];

export const CONDITION_LABELS = { good: 'Good', worn: 'Worn', damaged: 'Damaged', missing: 'Missing' } as const;
export type Condition = keyof typeof CONDITION_LABELS;
export const CONDITIONS = Object.keys(CONDITION_LABELS) as [Condition, ...Condition[]];

/** An inspection is planned until its start, then open, then shared while tenants may comment, then locked. */
export const STATE_LABELS = {
  planned: 'Planned',
  open: 'In progress',
  shared: 'With the tenants',
  locked: 'Locked',
} as const;
export type State = keyof typeof STATE_LABELS;
export const STATES = Object.keys(STATE_LABELS) as [State, ...State[]];

/** Days in which tenants may comment. */
export const COMMENT_DAYS = 7;
/** Hours of notice before a routine inspection: Landlord and Tenant Act 1985, section 11(6). */
export const NOTICE_HOURS = 24;

export const TEXTS = {
  ...recordTexts({ one: 'inspection', many: 'inspections' }),
  searchPlaceholder: 'Search inspections...',
  addFirst: 'Add an inspection',
  signInToAdd: 'You must be logged in to add an inspection',
  signInToUpdate: 'You must be logged in to update an inspection',
  signInToView: 'You must be logged in to view inspection details',
  signInToDelete: 'You must be logged in to delete an inspection',
  emptyHint: 'Record the condition of each room when a tenant moves in, and compare it when they move out.',
  soon: 'Give the tenants 24 hours’ notice, or tick that they agreed',
  fixed: 'This inspection is with the tenants, so it cannot be changed.',
  locked: 'This inspection is locked, so it cannot be changed.',
  noRooms: 'Add a room first.',
  commented: 'A tenant has commented, so you cannot change the inspection.',
  hasRepair: 'This finding already has a repair.',
  notShared: 'This inspection is not with the tenants.',
  hasTenants: 'Share it with the tenants first. It is locked when their time for comments ends.',
};

export const INSPECTION_LIST = listQuery({
  filters: { kind: KINDS, state: STATES, propertyId: isId, tenancyId: isId, tenantId: isId },
  sorts: { newest: 'Latest visit first', oldest: 'Earliest visit first' },
});
