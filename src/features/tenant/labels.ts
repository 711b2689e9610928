/** A tenant in the words of the screens: labels, options, and short lines made of their facts. */
import { daysBetween, formatDay, isDay } from '../../shared/dates.ts';
import { formatPence, parsePounds } from '../../shared/money.ts';
import { counted } from '../../shared/text.ts';
import { GUARANTOR_LABELS } from '../guarantor/guarantor.ts';
import {
  daysRemaining,
  depositCap,
  hasMovedOut,
  LEASE_LABELS,
  LEASE_STATES,
  type Lease,
  leaseWarning,
} from './lease.ts';
import { TENANT_SORTS, type Tenant, type TenantInput, type TenantRecord } from './tenant.ts';

/** The sentences of the screens, as the specification has them. */
export const TENANT = {
  added: 'Tenant added successfully!',
  updated: 'Tenant updated successfully!',
  deleted: 'Tenant deleted successfully',
  missing: 'Tenant not found',
  failedToList: 'Failed to load tenants',
  failedToLoad: 'There was an error loading the tenant details.',
  failedToLoadForm: 'Error loading tenant data',
  failedToAdd: 'Failed to add tenant',
  failedToUpdate: 'Failed to update tenant',
  failedToDelete: 'Failed to delete tenant',
  failedToDeleteOnPage: 'There was an error deleting the tenant.',
  signedOutAdd: 'You must be logged in to add a tenant',
  signedOutUpdate: 'You must be logged in to update a tenant',
  signedOutDelete: 'You must be logged in to delete a tenant',
} as const;

/** What each field is called, in the form and wherever a field is named. */
export const FIELD_LABELS = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  propertyId: 'Property',
  leaseStart: 'Lease Start',
  leaseEnd: 'Lease End',
  periodic: 'Periodic tenancy (no fixed end)',
  movedOut: 'Moved Out',
  rentAmount: 'Rent Amount per month',
  depositAmount: 'Security Deposit',
  avatar: 'Photo',
  ...GUARANTOR_LABELS,
} as const satisfies Record<keyof TenantInput, string>;

export const STATE_OPTIONS = LEASE_STATES.map((value) => ({ value, label: LEASE_LABELS[value] }));
export const SORT_OPTIONS = Object.entries(TENANT_SORTS).map(([value, label]) => ({ value, label }));

/** '9 Tenants', '1 Tenant'. */
export function countLine(count: number): string {
  return counted(count, 'Tenant');
}

/** '01 Mar 2026 – 28 Feb 2027', 'From 01 Mar 2026, no fixed end'. */
export function leasePeriod({ leaseStart, leaseEnd }: Pick<Lease, 'leaseStart' | 'leaseEnd'>): string {
  if (leaseEnd === null) return `From ${formatDay(leaseStart)}, no fixed end`;
  return `${formatDay(leaseStart)} – ${formatDay(leaseEnd)}`;
}

/** The end of the lease where a list names it: '28 Feb 2027', 'Periodic'. */
export function leaseEndWords({ leaseEnd }: Pick<Lease, 'leaseEnd'>): string {
  return leaseEnd === null ? 'Periodic' : formatDay(leaseEnd);
}

/** One line on how the tenancy stands: 'Lease ends 28 Feb 2027, 99 days remaining', 'Periodic tenancy', 'Moved out 12 May 2026'. */
export function leaseLine(lease: Lease, today: string): string {
  const { leaseEnd, movedOut } = lease;
  if (movedOut !== null && hasMovedOut(movedOut, today)) return `Moved out ${formatDay(movedOut)}`;
  if (movedOut !== null) return `Moves out ${formatDay(movedOut)}`;
  if (leaseEnd === null) return 'Periodic tenancy';
  const days = daysBetween(today, leaseEnd);
  if (days > 0) return `Lease ends ${formatDay(leaseEnd)}, ${daysRemaining(lease, today)}`;
  return days === 0 ? 'Lease ends today' : `Lease ended ${formatDay(leaseEnd)}`;
}

/** '14 Chandos Terrace, Leeds'; the county, which only older records have, follows where it is not the city again. */
export function homeLine({ address, city, state }: NonNullable<TenantRecord['property']>): string {
  return [address, city, state === city ? '' : state].filter(Boolean).join(', ');
}

/** Whether there is anybody to speak of: a name, a phone or an address. */
export function hasGuarantor(tenant: Pick<Tenant, 'guarantorName' | 'guarantorPhone' | 'guarantorAddress'>): boolean {
  return [tenant.guarantorName, tenant.guarantorPhone, tenant.guarantorAddress].some(Boolean);
}

/** What is strange about the days of a lease as they are typed; undefined while one of them is not there yet. */
export function leaseRemark({ leaseStart, leaseEnd }: { leaseStart: string; leaseEnd: string }): string | undefined {
  return isDay(leaseStart) && isDay(leaseEnd) ? (leaseWarning({ leaseStart, leaseEnd }) ?? undefined) : undefined;
}

/** A remark on a deposit as it is typed, in pounds, for a rent per month as typed; undefined where there is nothing to remark. */
export function depositHint(deposit: string, rent: string): string | undefined {
  const [asked, paid] = [parsePounds(deposit), parsePounds(rent)];
  // Without a rent there is no cap to speak of yet.
  if (!asked.ok || !paid.ok || paid.pence <= 0) return undefined;
  const cap = depositCap(paid.pence);
  if (asked.pence <= cap) return undefined;
  return `Above the cap on deposits in England, which is ${formatPence(cap)} for this rent.`;
}

/** '2 tenants stay, unassigned.'; empty where there are none. */
export function whoStays(count: number): string {
  return count === 0 ? '' : `${counted(count, 'tenant')} ${count === 1 ? 'stays' : 'stay'}, unassigned.`;
}
