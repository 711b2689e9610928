/** Rules of leases and deposits. `today` is the landlord's date. */
import { daysBetween, formatDay } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';

export const LEASE_STATES = ['active', 'expiring', 'expired', 'moved-out'] as const;
export type LeaseState = (typeof LEASE_STATES)[number];

/** A lease with fewer days left is 'Expiring Soon'. */
export const EXPIRING_DAYS = 30;

/** The overview counts leases that end in 1 to this many days. They also get a notice. */
export const ENDING_DAYS = 30;

export const LEASE_LABELS = {
  active: 'Active',
  expiring: 'Expiring Soon',
  expired: 'Expired',
  'moved-out': 'Moved out',
} as const satisfies Record<LeaseState, string>;
export const LEASE_COLOURS = { active: 'green', expiring: 'amber', expired: 'red', 'moved-out': 'grey' } as const;

/** Dates are YYYY-MM-DD. `leaseEnd` is null for a periodic tenancy. */
export type Lease = { leaseStart: string; leaseEnd: string | null; movedOut: string | null };

/**
 * A lease is 'expiring' with fewer than 30 days left and 'expired' after its end. Periodic tenancies have no end:
 * section 4A of the Housing Act 1988, as amended by the Renters' Rights Act 2025 from 1 May 2026.
 */
export function leaseState({ leaseEnd, movedOut }: Lease, today: string): LeaseState {
  if (hasMovedOut(movedOut, today)) return 'moved-out';
  const days = leaseEnd === null ? null : daysBetween(today, leaseEnd);
  if (days === null || days >= EXPIRING_DAYS) return 'active';
  return days < 0 ? 'expired' : 'expiring';
}

/** Whether the tenant has moved out by `today`. The move-out date counts. */
export function hasMovedOut(movedOut: string | null, today: string): boolean {
  return movedOut !== null && movedOut <= today;
}

export function daysRemaining({ leaseEnd }: Pick<Lease, 'leaseEnd'>, today: string): string {
  if (leaseEnd === null) return 'Periodic';
  const days = daysBetween(today, leaseEnd);
  if (days === 0) return 'Lease ends today';
  return days > 0 ? `${counted(days, 'day')} remaining` : 'Lease has expired';
}

export function leasePeriod({ leaseStart, leaseEnd }: Pick<Lease, 'leaseStart' | 'leaseEnd'>): string {
  if (leaseEnd === null) return `From ${formatDay(leaseStart)}, no fixed end`;
  return `${formatDay(leaseStart)} – ${formatDay(leaseEnd)}`;
}

export function leaseEndText({ leaseEnd }: Pick<Lease, 'leaseEnd'>): string {
  return leaseEnd === null ? 'Periodic' : formatDay(leaseEnd);
}

/** For example, 'Lease ends 28 Feb 2027, 99 days remaining', 'Periodic tenancy' or 'Moved out 12 May 2026'. */
export function leaseLine(lease: Lease, today: string): string {
  const { leaseEnd, movedOut } = lease;
  if (movedOut !== null) return `${hasMovedOut(movedOut, today) ? 'Moved out' : 'Moves out'} ${formatDay(movedOut)}`;
  if (leaseEnd === null) return 'Periodic tenancy';
  const days = daysBetween(today, leaseEnd);
  if (days > 0) return `Lease ends ${formatDay(leaseEnd)}, ${daysRemaining(lease, today)}`;
  return days === 0 ? daysRemaining(lease, today) : `Lease ended ${formatDay(leaseEnd)}`;
}

/** Whether to ask if the tenancy continues: its fixed term has ended without an answer. */
export function needsPeriodicAnswer(lease: Lease & { periodicDeclined: boolean }, today: string): boolean {
  return leaseState(lease, today) === 'expired' && !lease.periodicDeclined;
}

/** Warning about unusual dates, which can still be saved. */
export function leaseWarning({ leaseStart, leaseEnd }: Pick<Lease, 'leaseStart' | 'leaseEnd'>): string | null {
  if (leaseEnd === null) return null;
  if (leaseEnd < leaseStart) return 'The lease ends before it starts';
  return leaseEnd === leaseStart ? 'The lease is only one day long' : null;
}

const WEEKS_A_YEAR = 52;
/** Annual rent in pence from which the cap is six weeks. */
const HIGHER_RENT = 50_000_00;

/**
 * Deposit cap in pence, rounded down, for a monthly rent in pence: five weeks' rent, or six from £50,000 a year. £1,200
 * a month gives £1,384.61. Tenant Fees Act 2019, section 3 and Schedule 1, paragraph 2.
 */
export function depositCap(monthlyRent: number): number {
  return Math.floor((monthlyRent * 12 * depositWeeks(monthlyRent)) / WEEKS_A_YEAR);
}

/** Weeks of rent allowed as a deposit. `monthlyRent` in pence. */
export const depositWeeks = (monthlyRent: number): 5 | 6 => (monthlyRent * 12 < HIGHER_RENT ? 5 : 6);
