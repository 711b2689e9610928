import { describe, expect, it } from 'vitest';
import type { Item } from '../inspection.ts';
import { itemWords, namesakeAt, onlyIn, progressWords, roomBefore, stateOf } from './words.ts';

const item = (overrides: Partial<Item> = {}): Item => ({
  id: '',
  name: 'Walls',
  condition: null,
  clean: null,
  note: '',
  ...overrides,
});

it.each([
  [[], 'No items'],
  [[item(), item({ condition: 'good' })], '1 of 2 items'],
  [[item({ condition: 'worn' })], '1 item'],
  [[item({ condition: 'good', clean: false }), item({ condition: 'missing' }), item()], '2 of 3 items, 2 findings'],
])('shows the progress of a room: %j', (items, expected) => {
  expect(progressWords({ items })).toBe(expected);
});

it.each([
  [{ condition: 'worn', clean: false }, 'Worn, not clean'],
  [{ clean: false }, 'Not clean'],
  [{ condition: 'good' }, 'Good'],
  [{}, ''],
] satisfies [Partial<Item>, string][])('shows %j as %s', (overrides, expected) => {
  expect(itemWords(item(overrides))).toBe(expected);
});

it('opens a planned inspection at its first condition', () => {
  const state = (condition: Item['condition']) =>
    stateOf({ state: 'planned', rooms: [{ items: [item(), item({ condition })] }] });
  expect([state(null), state('good')]).toEqual(['planned', 'open']);
});

describe('the move-in', () => {
  const was = (name: string, note = '') => ({ name, note, items: [], photos: [] });

  it('pairs rooms of one name in their order, ignoring case', () => {
    const rooms = ['Bedroom', 'Hall', 'Bedroom', 'Bedroom'].map((name, place) => ({ id: `${place}`, name }));
    const before = { rooms: [was('bedroom', 'first'), was('Bedroom', 'second')] };
    expect(rooms.map((room) => roomBefore({ before, rooms }, room)?.note)).toEqual([
      'first',
      undefined,
      'second',
      undefined,
    ]);
  });

  it('pairs items of one name in their order', () => {
    const now = ['Window', 'Door', 'window'].map((name) => ({ name }));
    const before = [was('window', 'first'), was('Window', 'second')];
    expect(now.map((_, place) => namesakeAt(now, place, before)?.note)).toEqual(['first', undefined, 'second']);
  });

  it('lists rooms that only it has', () => {
    const named = (...names: string[]) => names.map((name) => ({ name }));
    expect(onlyIn(named('Hall', 'Cellar', 'Bedroom', 'Bedroom'), named('hall', 'Bedroom', 'Kitchen'))).toEqual(
      named('Cellar', 'Bedroom'),
    );
  });
});
