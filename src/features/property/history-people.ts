/** Who lives in a property and who looks after it, in the words of its history. */
import { formatDay, londonDay } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import type { HistoryEntry } from './history.ts';

type Change = NonNullable<HistoryEntry['changes']>[number];

/** 'Tenant Ada Lovelace'. */
export function tenantTitle(name: string | null): string {
  return name ? `Tenant ${name}` : 'Tenant';
}

/** What of an entry's changes is this property's history: of a tenant who went to another one, that they went. */
export function ownChanges({ noun, changes }: HistoryEntry): Change[] {
  const left = noun === 'tenant' && changes?.find(({ field, is }) => field === 'propertyId' && is === null);
  return left ? [left] : (changes ?? []);
}

/** 'Tenant Ada Lovelace moved out on 21 Nov 2026': what has more to say than which field changed. Undefined for all else. */
export function tenancyLine({ noun, label, at }: HistoryEntry, { field, was, is }: Change): string | undefined {
  if (noun !== 'tenant') return undefined;
  const tenant = tenantTitle(label);
  if (field === 'propertyId') return is === null ? `${tenant} assigned elsewhere` : `${tenant} assigned`;
  if (field === 'leaseEnd' && is === null) return `${tenant}: tenancy made periodic`;
  if (field !== 'movedOut') return undefined;
  const happened = (day: Change['was']) => typeof day === 'string' && day <= londonDay(new Date(at));
  if (typeof is === 'string') return `${tenant} ${happened(is) ? 'moved out on' : 'moves out on'} ${formatDay(is)}`;
  return happened(was) ? `${tenant} lives here again` : `${tenant} does not move out after all`;
}

/** 'Supplier linked', '3 suppliers unlinked'. */
export function linkLine({ action, count }: HistoryEntry): string {
  const suppliers = count > 1 ? counted(count, 'supplier') : 'Supplier';
  return `${suppliers} ${action === 'removed' ? 'unlinked' : 'linked'}`;
}
