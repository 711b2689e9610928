/** One guest is free on every plan. */
import type { Role } from '../../../shared/rights.ts';
import { PLANS, type Plan } from '../../billing/plan.ts';
import type { Standing } from '../../subscription/standing.ts';
import type { Member, Seats } from '../team.ts';

const SEATS: Record<Plan['id'], number> = { basic: 1, standard: 1, professional: 5, business: 20, enterprise: 100 };
const TRIAL_SEATS = 5;

type Holder = { role: Role };

/** `plan` is null in a trial. `holders` are active members and invitations that have not expired. */
export function seatsOf(plan: string | null, holders: readonly Holder[]): Seats {
  const known = PLANS.find(({ id }) => id === plan);
  const total = known ? SEATS[known.id] : TRIAL_SEATS;
  const freeGuest = holders.some(({ role }) => role === 'guest');
  const next = PLANS.find(({ id }) => SEATS[id] > total);
  return {
    total,
    used: holders.length - (freeGuest ? 1 : 0),
    freeGuest,
    plan: known?.name ?? 'The trial',
    next: next ? { plan: next.name, total: SEATS[next.id] } : null,
  };
}

/** Whether there is a seat for one more person of this role. */
export function hasSeat(plan: string | null, holders: readonly Holder[], role: Role): boolean {
  const { total, used } = seatsOf(plan, [...holders, { role }]);
  return used <= total;
}

export const seatPlan = ({ status, plan }: Pick<Standing, 'status' | 'plan'>) => (status === 'trialing' ? null : plan);

type Person = Pick<Member, 'role' | 'state' | 'joinedAt' | 'invitedAt' | 'expiresAt'>;

/** Excludes expired invitations, which do not use a seat. */
export const holdersOf = <T extends Person>(people: readonly T[], now: Date): T[] =>
  people.filter(
    ({ state, expiresAt }) => state === 'active' || (state === 'invited' && (expiresAt ?? '') > now.toISOString()),
  );

/**
 * Returns those without a seat: invitations first, then members who joined last, except owners. A lapsed subscription
 * is not a change of plan, so the list is then empty.
 */
export function withoutSeat<T extends Person>(
  standing: Pick<Standing, 'status' | 'plan'>,
  people: readonly T[],
  now: Date,
): T[] {
  if (standing.status === 'expired') return [];
  const plan = seatPlan(standing);
  const holders = holdersOf(people, now);
  const since = ({ state, joinedAt, invitedAt }: T) => (state === 'invited' ? `1${invitedAt}` : `0${joinedAt}`);
  const last = holders
    .filter(({ role, state }) => role !== 'owner' || state === 'invited')
    .toSorted((a, b) => (since(a) < since(b) ? 1 : -1));
  const lacking: T[] = [];
  for (const holder of last) {
    const remaining = holders.filter((other) => !lacking.includes(other));
    const { used, total } = seatsOf(plan, remaining);
    const without = seatsOf(
      plan,
      remaining.filter((other) => other !== holder),
    );
    // Removing the only guest does not free a seat.
    if (used > total && without.used < used) lacking.push(holder);
  }
  return lacking;
}

/** Days from the change of plan until members are paused. */
export const DAYS_TO_CHOOSE = 14;

/** Owners are emailed when this many days are left. */
const EMAIL_DAYS = [DAYS_TO_CHOOSE, 7, 1];

/** An email stays due after a missed day. `emailedWith` is the days left at the latest email, if there was one. */
export function isEmailDue(daysLeft: number, emailedWith: number | null): boolean {
  return EMAIL_DAYS.some((days) => daysLeft <= days && (emailedWith ?? Infinity) > days);
}
