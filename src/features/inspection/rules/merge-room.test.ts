import { expect, it } from 'vitest';
import type { Item, RoomInput } from '../inspection.ts';
import { mergeRoom, sameRoom } from './merge-room.ts';

const WALLS: Item = {
  id: '10000000-0000-4000-8000-000000000001',
  name: 'Walls',
  condition: null,
  clean: null,
  note: '',
};
const OVEN: Item = { ...WALLS, id: '10000000-0000-4000-8000-000000000002', name: 'Oven' };

const base: RoomInput = { name: 'Kitchen', note: '', items: [WALLS, OVEN] };
const withItems = (...items: Item[]): RoomInput => ({ ...base, items });

it('merges marks of different items and fields without a question', () => {
  const mine = withItems({ ...WALLS, condition: 'worn' }, OVEN);
  const theirs = { ...withItems({ ...WALLS, clean: false }, { ...OVEN, condition: 'good' }), note: 'By the window' };
  expect(mergeRoom({ base, mine, theirs })).toEqual({
    merged: {
      ...base,
      note: 'By the window',
      items: [
        { ...WALLS, condition: 'worn', clean: false },
        { ...OVEN, condition: 'good' },
      ],
    },
    questions: [],
    taken: ['Details', 'Walls: Clean', 'Oven: Condition'],
  });
});

it('has a question for a field that both changed, in words', () => {
  const mine = withItems({ ...WALLS, condition: 'worn' }, OVEN);
  const theirs = withItems({ ...WALLS, condition: 'damaged' }, OVEN);
  const { merged, questions } = mergeRoom({ base, mine, theirs });
  expect(questions.map(({ label, yours, theirs: saved }) => [label, yours, saved])).toEqual([
    ['Walls: Condition', 'Worn', 'Damaged'],
  ]);
  expect(merged).toEqual(mine);
  expect(questions[0]?.take(merged)).toEqual(theirs);
});

it('keeps items that either added, and drops those that either removed without a change by the other', () => {
  const mirror = { ...WALLS, id: '10000000-0000-4000-8000-000000000003', name: 'Mirror' };
  const shelf = { ...WALLS, id: '10000000-0000-4000-8000-000000000004', name: 'Shelf' };
  const { merged, questions, taken } = mergeRoom({
    base,
    mine: withItems(WALLS, mirror),
    theirs: withItems(OVEN, shelf),
  });
  expect([merged.items, questions, taken]).toEqual([[mirror, shelf], [], ['Walls', 'Shelf']]);
});

it('has a question when one removed an item that the other changed', () => {
  const changed = { ...OVEN, condition: 'missing' as const, note: 'Only the frame' };
  const mine = withItems(WALLS);
  const [lost] = mergeRoom({ base, mine, theirs: withItems(WALLS, changed) }).questions;
  expect([lost?.yours, lost?.theirs]).toEqual(['Removed', 'Oven\nMissing\nOnly the frame']);
  expect(lost?.take(mine).items).toEqual([WALLS, changed]);
  const [kept] = mergeRoom({ base, mine: withItems(WALLS, changed), theirs: mine }).questions;
  expect([kept?.theirs, kept?.take(withItems(WALLS, changed)).items]).toEqual(['Removed', [WALLS]]);
});

it('sees no difference in a room whose save had no response', () => {
  const mine = withItems({ ...WALLS, condition: 'worn' }, OVEN);
  const { merged, questions } = mergeRoom({ base, mine, theirs: mine });
  expect([sameRoom(merged, mine), questions]).toEqual([true, []]);
});
