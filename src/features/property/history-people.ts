/** Who lives in a property and who looks after it, in the words of its history. */
import { formatDay, londonDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { counted } from '../../shared/text.ts';
import type { HistoryEntry } from './history.ts';

type Change = NonNullable<HistoryEntry['changes']>[number];
type Value = Change['was'];

/** 'Tenant Ada Lovelace moved out on 21 Nov 2026'; what is on their own page only, as a phone number, is 'changed'. At least one line. */
export function tenantLines({ action, label, count, changes, at }: HistoryEntry): string[] {
  if (count > 1) return [`${counted(count, 'tenant')} ${action}`];
  const tenant = label ? `Tenant ${label}` : 'Tenant';
  // Who went to another property has left this one, whatever else was changed then.
  if (changes?.some(({ field, is }) => field === 'propertyId' && is === null)) return [`${tenant} assigned elsewhere`];
  const lines = (changes ?? []).flatMap((change) => tenancyWords(change, londonDay(new Date(at))) ?? []);
  return lines.length > 0 ? lines.map((words) => `${tenant}${words}`) : [`${tenant} ${action}`];
}

/** What follows the tenant's name. Undefined for what is no matter of the property. */
function tenancyWords({ field, was, is }: Change, today: string): string | undefined {
  if (field === 'propertyId') return ' assigned';
  if (field === 'movedOut') return movingWords(was, is, today);
  if (field === 'name') return `, called ${text(was)} before`;
  if (field === 'leaseStart') return `: lease start ${day(was)} → ${day(is)}`;
  if (field === 'leaseEnd') return is === null ? ': tenancy made periodic' : `: lease end ${day(was)} → ${day(is)}`;
  if (field === 'rentAmount') return `: rent per month ${money(was)} → ${money(is)}`;
  if (field === 'depositAmount') return `: deposit ${money(was)} → ${money(is)}`;
  return undefined;
}

function movingWords(was: Value, is: Value, today: string): string {
  if (typeof is === 'string') return ` ${is <= today ? 'moved out on' : 'moves out on'} ${formatDay(is)}`;
  return typeof was === 'string' && was <= today ? ' lives here again' : ' does not move out after all';
}

const text = (value: Value) => String(value ?? '');
const day = (value: Value) => (value === null ? 'periodic' : formatDay(text(value)));
const money = (value: Value) => formatPence(Number(value));

/** 'Supplier linked', '3 suppliers unlinked'. */
export function linkLine({ action, count }: HistoryEntry): string {
  const suppliers = count > 1 ? counted(count, 'supplier') : 'Supplier';
  return `${suppliers} ${action === 'removed' ? 'unlinked' : 'linked'}`;
}
