/** Texts about a repair: its age, visit, next step, and the entries of its story. Instants are ISO 8601. */
import { formatDay, formatInstant, formatInstantAsDay, formatInstantAsTime } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { counted } from '../../../shared/text.ts';
import { STATE_LABELS, STATES, type State, URGENCY_LABELS, type Urgency } from '../listed.ts';
import type { Repair, RepairEvent, TimeSlot } from '../repair.ts';
import { CAME_BACK_DAYS, mayMove } from './moves.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Returns 'just now', '2 hours' or '4 days', from the report until the closing, or until `now`. */
export function ageOf({ reportedAt, closedAt }: Pick<Repair, 'reportedAt' | 'closedAt'>, now: string): string {
  const age = Math.max(0, Date.parse(closedAt ?? now) - Date.parse(reportedAt));
  if (age < HOUR_MS) return 'just now';
  if (age < DAY_MS) return counted(Math.floor(age / HOUR_MS), 'hour');
  return counted(Math.floor(age / DAY_MS), 'day');
}

/** Returns '14 Jan 2027, 08:00 to 10:00'. */
export function visit(from: string, until: string): string {
  return `${formatInstantAsDay(from)}, ${formatInstantAsTime(from)} to ${formatInstantAsTime(until)}`;
}

export const instantWords = (at: string) => formatInstant(at);

export const showTimes = (times: readonly TimeSlot[]) =>
  times.map(({ day, from, until }) => `${formatDay(day)}, ${from} to ${until}`).join('; ');

/** The last line of a card: the visit, or the side that the repair waits for. */
export function waitingWords(repair: Repair): string {
  const { unconfirmed, state, waitsFor, quotes, bookedFrom, bookedUntil, supplier } = repair;
  if (unconfirmed) return 'Unconfirmed: who is it?';
  if (state === 'quoting') {
    const given = `${quotes.given} of ${counted(quotes.asked, 'quote')} received`;
    return waitsFor === 'landlord' ? `${given}, waiting for you` : given;
  }
  const isOn = waitsFor === 'supplier' || (waitsFor === 'landlord' && !supplier);
  if (state === 'booked' && bookedFrom && bookedUntil && isOn) return visit(bookedFrom, bookedUntil);
  return sideWords(repair);
}

/** Returns 'Waiting for you', 'Waiting for Harbour Plumbing Ltd', or the label of a state that waits for no side. */
export function sideWords({ state, waitsFor, supplier, tenant }: Repair): string {
  if (waitsFor === 'landlord') return 'Waiting for you';
  if (waitsFor === 'tenant') return `Waiting for ${tenant?.name || 'the tenant'}`;
  return waitsFor === 'supplier' ? `Waiting for ${supplier?.name ?? 'the supplier'}` : STATE_LABELS[state];
}

/** Moves that the landlord can make now. A closed repair can be reopened only within `CAME_BACK_DAYS`. */
export function movesOf(repair: Pick<Repair, 'state' | 'unconfirmed' | 'closedAt'>, now: string): State[] {
  const { state, unconfirmed, closedAt } = repair;
  const moves = STATES.filter((to) => mayMove(state, to, 'landlord'));
  if (unconfirmed) return moves.filter((to) => to === 'declined' || to === 'cancelled');
  if (closedAt && Date.parse(now) - Date.parse(closedAt) > CAME_BACK_DAYS * DAY_MS) return [];
  return moves;
}

const SHORT: Partial<Record<State, { to: State; key: string; verb: string }>> = {
  reported: { to: 'accepted', key: 'a', verb: 'Accept' },
  accepted: { to: 'booked', key: 'b', verb: 'Book' },
  quoting: { to: 'booked', key: 'b', verb: 'Book' },
  booked: { to: 'done', key: 'd', verb: 'Done' },
  'in-progress': { to: 'done', key: 'd', verb: 'Done' },
};

/** The move that has a button and a key on the board. */
export function boardMove(repair: Repair, now: string) {
  const short = SHORT[repair.state];
  return short && movesOf(repair, now).includes(short.to) ? short : undefined;
}

const FIELD_LABELS: Record<string, string> = {
  title: 'Title',
  category: 'Category',
  urgency: 'Urgency',
  room: 'Room',
  description: 'Details',
};

const MOVED: Record<State, string> = {
  reported: 'Reported',
  accepted: 'Accepted',
  quoting: 'Getting quotes',
  booked: 'Booked a visit',
  'in-progress': 'In progress',
  done: 'Done',
  closed: 'Closed',
  'on-hold': 'Put on hold',
  declined: 'Declined',
  cancelled: 'Cancelled',
};

const CHANGED_MOVES: Record<string, string> = {
  'done in-progress': 'Not fixed',
  'closed accepted': 'Came back',
  'on-hold accepted': 'Resumed',
  'declined accepted': 'Accepted after all',
  'booked accepted': 'Cancelled the visit',
  'booked booked': 'Booked another visit',
};

/** The entry as a text, without the person's own text. Empty for a message. */
export function eventWords({ kind, was, isNow, text }: Pick<RepairEvent, 'kind' | 'was' | 'isNow' | 'text'>): string {
  switch (kind) {
    case 'reported':
      return 'Reported the problem';
    case 'moved':
      return CHANGED_MOVES[`${was} ${isNow}`] ?? MOVED[isNow as State];
    case 'message':
      return '';
    case 'file':
      return 'Added a file';
    case 'changed':
      return changeWords(text, was, isNow);
    case 'asked':
      return `Asked ${isNow} for a quote`;
    case 'quoted':
      return `Gave a quote of ${formatPence(Math.round(Number(isNow) * 100))}, VAT included`;
    case 'refused':
      return 'Cannot do this job';
    case 'given':
      return `${isNow} has the job`;
    case 'lost':
      return `${isNow}: did not get the job`;
    case 'proposed':
      return `Proposed ${visit(isNow ?? '', was ?? '')}`;
    case 'matched':
      return isNow ? `Reported by ${isNow}` : 'Reported by someone else';
    case 'billed':
      return billWords(was, isNow, text);
    case 'recharged':
      return was === 'reduction' ? `Reduced the rent by ${isNow}` : `Charged the tenant ${isNow}`;
  }
}

function changeWords(name: string, was: string | null, isNow: string | null): string {
  const label = FIELD_LABELS[name] ?? 'Repair';
  if (name !== 'urgency') return `${label} changed`;
  const words = (value: string | null) => URGENCY_LABELS[value as Urgency]?.toLowerCase();
  return `Urgency changed from ${words(was)} to ${words(isNow)}`;
}

function billWords(was: string | null, isNow: string | null, number: string): string {
  if (was === null) return `Invoice ${isNow}`;
  return isNow === 'accepted' ? `Accepted invoice ${number}` : `Refused invoice ${number}`;
}

/** The person's own text. For changes and invoices, it is part of `eventWords`. */
export const ownText = ({ kind, text, was }: Pick<RepairEvent, 'kind' | 'text' | 'was'>) =>
  kind === 'changed' || (kind === 'billed' && was !== null) ? '' : text;

type Seen = Pick<RepairEvent, 'tenantSees' | 'suppliersSee' | 'supplierSees'>;

/** Other people who see an entry; undefined if only the landlord sees it. */
export function seenBy({ tenantSees, suppliersSee, supplierSees }: Seen): string | undefined {
  const supplier = suppliersSee ? 'suppliers' : supplierSees && (supplierSees.name || 'the supplier');
  const who = [tenantSees && 'the tenant', supplier].filter(Boolean);
  return who.length > 0 ? `Seen by ${who.join(' and ')}` : undefined;
}

/** Groups consecutive files of one person, which the same people see, into one entry. */
export function grouped(events: readonly RepairEvent[]): RepairEvent[][] {
  const groups: RepairEvent[][] = [];
  for (const event of events) {
    const last = groups.at(-1)?.[0];
    const joins =
      last?.kind === 'file' &&
      event.kind === 'file' &&
      last.side === event.side &&
      last.name === event.name &&
      seenBy(last) === seenBy(event) &&
      event.text === '';
    if (joins) groups.at(-1)?.push(event);
    else groups.push([event]);
  }
  return groups;
}
