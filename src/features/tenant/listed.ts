/** List query and messages of tenants, separate from the field schemas to keep bundles small. */
import { listQuery } from '../../shared/records/list-query.ts';
import { recordTexts } from '../../shared/records/record-texts.ts';
import { ENDING_DAYS, LEASE_LABELS, LEASE_STATES } from './lease.ts';

export const TEXTS = {
  ...recordTexts({ one: 'tenant', many: 'tenants' }),
  emptyHint: 'Start with a name and the property they live in. You can change the details later.',
  searchPlaceholder: 'Search name, email, phone or property',
  deleteFailedInList: 'Failed to delete tenant',
  noProperty: 'No property assigned',
};

export const TENANT_LIST = listQuery({
  filters: { state: [...LEASE_STATES, 'ending'] },
  sorts: { name: 'Name A to Z', leaseEnd: 'Lease end, soonest first', newest: 'Newest first' },
});

export const STATE_OPTIONS = [
  ...LEASE_STATES.map((value) => ({ value, label: LEASE_LABELS[value] as string })),
  { value: 'ending', label: `Ends in 1 to ${ENDING_DAYS} days` },
];

type Residence = { propertyId: string | null; movedOut: string | null };

/** Ids of properties moved into or out of; `before` is undefined after adding, `after` after deleting. */
export function affectedProperties(before: Residence | undefined, after: Residence | undefined): string[] {
  if (before?.propertyId === after?.propertyId && before?.movedOut === after?.movedOut) return [];
  const homes = [before?.propertyId, after?.propertyId].filter((id) => typeof id === 'string');
  return [...new Set(homes)];
}
