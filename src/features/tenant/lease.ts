/** Rules of leases and deposits. Pure: each rule is told today, the landlord's day. */
import { daysBetween, formatDay } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';

export const LEASE_STATES = ['active', 'expiring', 'expired', 'moved-out'] as const;
export type LeaseState = (typeof LEASE_STATES)[number];

/** Below as many days before its end a lease is 'Expiring Soon'. */
export const EXPIRING_DAYS = 30;

/** The overview counts leases that end from tomorrow to so many days ahead. */
export const ENDING_DAYS = 30;

/** Words and colours of the badge. */
export const LEASE_LABELS = {
  active: 'Active',
  expiring: 'Expiring Soon',
  expired: 'Expired',
  'moved-out': 'Moved out',
} as const satisfies Record<LeaseState, string>;
export const LEASE_COLOURS = { active: 'green', expiring: 'amber', expired: 'red', 'moved-out': 'grey' } as const;

/** Days are YYYY-MM-DD. `leaseEnd` is null for a periodic tenancy. */
export type Lease = { leaseStart: string; leaseEnd: string | null; movedOut: string | null };

/**
 * How the lease stands on `today`. Below 0 days before its end it has expired, below 30 it expires soon. A periodic tenancy has no
 * end to come near: section 4A of the Housing Act 1988, as the Renters' Rights Act 2025 has it from 1 May 2026.
 */
export function leaseState({ leaseEnd, movedOut }: Lease, today: string): LeaseState {
  if (hasMovedOut(movedOut, today)) return 'moved-out';
  const days = leaseEnd === null ? null : daysBetween(today, leaseEnd);
  if (days === null || days >= EXPIRING_DAYS) return 'active';
  return days < 0 ? 'expired' : 'expiring';
}

/** From the day of moving out on. */
export function hasMovedOut(movedOut: string | null, today: string): boolean {
  return movedOut !== null && movedOut <= today;
}

/** '12 days remaining', 'Lease ends today', 'Lease has expired', 'Periodic'. */
export function daysRemaining({ leaseEnd }: Pick<Lease, 'leaseEnd'>, today: string): string {
  if (leaseEnd === null) return 'Periodic';
  const days = daysBetween(today, leaseEnd);
  if (days === 0) return 'Lease ends today';
  return days > 0 ? `${counted(days, 'day')} remaining` : 'Lease has expired';
}

/** '01 Mar 2026 – 28 Feb 2027', 'From 01 Mar 2026, no fixed end'. */
export function leasePeriod({ leaseStart, leaseEnd }: Pick<Lease, 'leaseStart' | 'leaseEnd'>): string {
  if (leaseEnd === null) return `From ${formatDay(leaseStart)}, no fixed end`;
  return `${formatDay(leaseStart)} – ${formatDay(leaseEnd)}`;
}

/** '28 Feb 2027', 'Periodic'. */
export function leaseEndText({ leaseEnd }: Pick<Lease, 'leaseEnd'>): string {
  return leaseEnd === null ? 'Periodic' : formatDay(leaseEnd);
}

/** One line on the tenancy: 'Lease ends 28 Feb 2027, 99 days remaining', 'Periodic tenancy', 'Moved out 12 May 2026'. */
export function leaseLine(lease: Lease, today: string): string {
  const { leaseEnd, movedOut } = lease;
  if (movedOut !== null) return `${hasMovedOut(movedOut, today) ? 'Moved out' : 'Moves out'} ${formatDay(movedOut)}`;
  if (leaseEnd === null) return 'Periodic tenancy';
  const days = daysBetween(today, leaseEnd);
  if (days > 0) return `Lease ends ${formatDay(leaseEnd)}, ${daysRemaining(lease, today)}`;
  return days === 0 ? daysRemaining(lease, today) : `Lease ended ${formatDay(leaseEnd)}`;
}

/** Whether to ask the landlord if the tenancy goes on: its fixed term has passed, and they have not answered yet. */
export function asksForPeriodic(lease: Lease & { periodicDeclined: boolean }, today: string): boolean {
  return leaseState(lease, today) === 'expired' && !lease.periodicDeclined;
}

/** A remark on odd days of a lease, which can be saved all the same. */
export function leaseWarning({ leaseStart, leaseEnd }: Pick<Lease, 'leaseStart' | 'leaseEnd'>): string | null {
  if (leaseEnd === null) return null;
  if (leaseEnd < leaseStart) return 'Lease ends before it starts';
  return leaseEnd === leaseStart ? 'This lease lasts one day only' : null;
}

const WEEKS_A_YEAR = 52;
/** Rent a year from which six weeks may be asked, in pence. */
const HIGHER_RENT = 50_000_00;

/**
 * The cap on a tenancy deposit in pence, floored to the penny, for a rent per month in pence: five weeks' rent where the rent is below
 * £50,000 a year, six weeks' from there. £1,200 a month gives £1,384.61.
 * Source: Tenant Fees Act 2019, section 3 and Schedule 1, paragraph 2 (a week's rent is the annual rent divided by 52).
 */
export function depositCap(monthlyRent: number): number {
  return Math.floor((monthlyRent * 12 * depositWeeks(monthlyRent)) / WEEKS_A_YEAR);
}

/** How many weeks of a rent per month, in pence, may be asked as a deposit. */
export const depositWeeks = (monthlyRent: number): 5 | 6 => (monthlyRent * 12 < HIGHER_RENT ? 5 : 6);
