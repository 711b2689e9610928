/** Seats of an account: how many people may work in it. One guest is free on every plan. */
import type { Role } from '../../shared/rights.ts';
import { PLANS, type Plan } from '../billing/plan.ts';
import type { Seats } from './team.ts';

const SEATS: Record<Plan['id'], number> = { basic: 1, standard: 1, professional: 5, business: 20, enterprise: 100 };
const TRIAL_SEATS = 5;

type Holder = { role: Role };

/** `plan` is null in a trial. `holders`: active members and invitations that have not expired. */
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
