import { counted } from '../../../shared/text.ts';
import type { InspectionRecord, Item } from '../inspection.ts';
import { CONDITION_LABELS, KIND_LABELS, NOTICE_HOURS, type State } from '../listed.ts';

/** Lists contain counts of rooms and comments; records contain the rooms and comments themselves. */
export const countOf = (value: number | readonly unknown[]) => (typeof value === 'number' ? value : value.length);

export const isFinding = ({ condition, clean }: Pick<Item, 'condition' | 'clean'>) =>
  condition === 'damaged' || condition === 'missing' || clean === false;

type Marked = { items: readonly Pick<Item, 'condition' | 'clean'>[] };

export const isDone = ({ items }: Marked) => items.every(({ condition }) => condition !== null);

/** Returns '3 of 5 items', 'No items', or '5 items, 2 findings'. */
export function progressWords(room: Marked): string {
  const { length } = room.items;
  if (length === 0) return 'No items';
  const marked = room.items.filter(({ condition }) => condition !== null).length;
  const findings = room.items.filter(isFinding).length;
  const items = marked < length ? `${marked} of ${counted(length, 'item')}` : counted(length, 'item');
  return findings > 0 ? `${items}, ${counted(findings, 'finding')}` : items;
}

/** Returns 'Worn, not clean', or '' if neither is recorded. */
export function itemWords({ condition, clean }: Pick<Item, 'condition' | 'clean'>): string {
  const words = [condition && CONDITION_LABELS[condition], clean !== null && (clean ? 'clean' : 'not clean')];
  const [first = '', ...more] = words.filter((word) => typeof word === 'string');
  return [first.charAt(0).toUpperCase() + first.slice(1), ...more].join(', ');
}

/** A planned inspection is open once an item has a condition. */
export function stateOf({ state, rooms }: Pick<InspectionRecord, 'state'> & { rooms: readonly Marked[] }): State {
  const begun = rooms.some(({ items }) => items.some(({ condition }) => condition !== null));
  return state === 'planned' && begun ? 'open' : state;
}

type Named = { name: string };
type Placed = Named & { id: string };

/** The room with the same name at the move-in. Rooms that share a name are paired in order. */
export function roomBefore<Was extends Named>(
  { before, rooms }: { before: { rooms: readonly Was[] } | null; rooms: readonly Placed[] },
  room: Placed,
): Was | undefined {
  const alike = <Of extends Named>(all: readonly Of[]) =>
    all.filter(({ name }) => name.toLowerCase() === room.name.toLowerCase());
  const place = alike(rooms).findIndex(({ id }) => id === room.id);
  return before ? alike(before.rooms)[place] : undefined;
}

/** Elements of `all` without a namesake in `others`, ignoring case. Repeated names are paired one to one. */
export function onlyIn<Of extends Named>(all: readonly Of[], others: readonly Named[]): Of[] {
  const unmatched = others.map(({ name }) => name.toLowerCase());
  return all.filter(({ name }) => {
    const at = unmatched.indexOf(name.toLowerCase());
    if (at >= 0) unmatched.splice(at, 1);
    return at < 0;
  });
}

export const headTitle = (kind: keyof typeof KIND_LABELS) => `${KIND_LABELS[kind]} inspection`;

/** Whether a visit is less than 24 hours after `now`. */
export const isSoon = (startsAt: string, now: string) =>
  Date.parse(startsAt) - Date.parse(now) < NOTICE_HOURS * 3_600_000;
