/** Moves between states, with the sides that may make them. `app.may_move` in PostgreSQL has the same moves. */
import type { Side, State } from '../listed.ts';

const LANDLORD = ['landlord'] as const;
const TENANT = ['landlord', 'tenant'] as const;
const SUPPLIER = ['landlord', 'supplier'] as const;
const ALL = ['landlord', 'tenant', 'supplier'] as const;

const MOVES: Record<State, Partial<Record<State, readonly Side[]>>> = {
  reported: { accepted: LANDLORD, declined: LANDLORD, 'on-hold': LANDLORD, cancelled: TENANT },
  accepted: {
    quoting: LANDLORD,
    booked: ALL,
    'in-progress': LANDLORD,
    done: LANDLORD,
    'on-hold': LANDLORD,
    cancelled: LANDLORD,
  },
  quoting: { accepted: LANDLORD, booked: ALL, 'on-hold': LANDLORD, cancelled: LANDLORD },
  booked: {
    booked: ALL,
    accepted: SUPPLIER,
    'in-progress': SUPPLIER,
    done: SUPPLIER,
    'on-hold': LANDLORD,
    cancelled: LANDLORD,
  },
  'in-progress': { done: SUPPLIER, booked: LANDLORD, 'on-hold': LANDLORD, cancelled: LANDLORD },
  done: { closed: LANDLORD, 'in-progress': TENANT },
  closed: { accepted: TENANT },
  'on-hold': { accepted: LANDLORD, declined: LANDLORD, cancelled: LANDLORD },
  declined: { accepted: LANDLORD },
  cancelled: {},
};

export const mayMove = (from: State, to: State, side: Side) => MOVES[from][to]?.includes(side) ?? false;

/** Days after closing in which a repair can be reopened. */
export const CAME_BACK_DAYS = 30;
