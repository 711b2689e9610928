/** Merges two changes of a room. Items are paired by id, so that changes of different items never conflict. */
import { type Merge, mergeFields, ofPart, type Question, type Versions } from '../../../shared/records/merge.ts';
import { type Item, RoomInput } from '../inspection.ts';
import { CONDITION_LABELS, type Condition } from '../listed.ts';
import { itemWords } from './words.ts';

const asTyped = (value: string) => value;

const ROOM = { name: { label: 'Room', show: asTyped }, note: { label: 'Details', show: asTyped } };

const ITEM = {
  name: { label: 'Item', show: asTyped },
  condition: { label: 'Condition', show: (value: Condition | null) => (value ? CONDITION_LABELS[value] : '') },
  clean: { label: 'Clean', show: (value: boolean | null) => (value === null ? '' : value ? 'Yes' : 'No') },
  note: { label: 'Details', show: asTyped },
};

const REMOVED = 'Removed';

export const inputOf = ({ name, note, items }: RoomInput): RoomInput => ({ name, note, items });

export const sameRoom = (one: RoomInput, other: RoomInput) =>
  JSON.stringify(RoomInput.parse(one)) === JSON.stringify(RoomInput.parse(other));

const sameItem = (one: Item | undefined, other: Item | undefined) =>
  one !== undefined &&
  other !== undefined &&
  (Object.keys(ITEM) as (keyof typeof ITEM)[]).every((name) => one[name] === other[name]);

const shown = (item: Item) => [item.name, itemWords(item), item.note].filter(Boolean).join('\n');

export function mergeRoom({ base, mine, theirs }: Versions<RoomInput>): Merge<RoomInput> {
  const roomMerge = mergeFields<RoomInput>({ base, mine, theirs }, ROOM);
  const questions: Question<RoomInput>[] = roomMerge.questions;
  const taken = roomMerge.taken;
  const byId = (room: RoomInput, id: string) => room.items.find((item) => item.id === id);
  const addQuestion = (item: Item, values: { yours: string; theirs: string }, take: (items: Item[]) => Item[]) =>
    questions.push({ label: item.name, ...values, take: (room) => ({ ...room, items: take(room.items) }) });

  const items = mine.items.flatMap((my): Item[] => {
    const [was, their] = [byId(base, my.id), byId(theirs, my.id)];
    if (!their && sameItem(was, my)) {
      taken.push(my.name);
      return [];
    }
    if (!their) {
      if (was) addQuestion(my, { yours: shown(my), theirs: REMOVED }, (all) => all.filter(({ id }) => id !== my.id));
      return [my];
    }
    const part = mergeFields<Item>({ base: was ?? their, mine: my, theirs: their }, ITEM);
    const lifted = ofPart<RoomInput, Item>(part, my.name, (room, take) => ({
      ...room,
      items: room.items.map((item) => (item.id === my.id ? take(item) : item)),
    }));
    questions.push(...lifted.questions);
    taken.push(...lifted.taken);
    return [part.merged];
  });
  for (const their of theirs.items.filter(({ id }) => !byId(mine, id))) {
    const was = byId(base, their.id);
    if (!was) {
      items.push(their);
      taken.push(their.name);
    } else if (!sameItem(was, their))
      addQuestion(their, { yours: REMOVED, theirs: shown(their) }, (all) => [...all, their]);
  }
  return { merged: { ...roomMerge.merged, items }, questions, taken };
}
