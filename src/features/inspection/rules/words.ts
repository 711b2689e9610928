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

/** An item without findings. */
export const newItem = (id: string, name: string): Item => ({ id, name, condition: null, clean: null, note: '' });

type Named = { name: string };
type Placed = Named & { id: string };

const sameName = (name: string) => (other: Named) => other.name.toLowerCase() === name.toLowerCase();

/** The namesake of `all[place]` in `others`, ignoring case. Repeated names are paired in order. */
export function namesakeAt<Was extends Named>(
  all: readonly Named[],
  place: number,
  others: readonly Was[],
): Was | undefined {
  const name = all[place]?.name;
  if (name === undefined) return undefined;
  const before = all.slice(0, place).filter(sameName(name)).length;
  return others.filter(sameName(name))[before];
}

/** The room with the same name at the move-in. */
export const roomBefore = <Was extends Named>(
  { before, rooms }: { before: { rooms: readonly Was[] } | null; rooms: readonly Placed[] },
  { id }: Pick<Placed, 'id'>,
): Was | undefined =>
  namesakeAt(
    rooms,
    rooms.findIndex((room) => room.id === id),
    before?.rooms ?? [],
  );

/** Elements of `all` without a namesake in `others`. */
export const onlyIn = <Of extends Named>(all: readonly Of[], others: readonly Named[]): Of[] =>
  all.filter((_, place) => !namesakeAt(all, place, others));

export const headTitle = (kind: keyof typeof KIND_LABELS) => `${KIND_LABELS[kind]} inspection`;

/** Whether a visit is less than 24 hours after `now`. */
export const isSoon = (startsAt: string, now: string) =>
  Date.parse(startsAt) - Date.parse(now) < NOTICE_HOURS * 3_600_000;
