import type { Category } from '../../repair/listed.ts';
import type { Item } from '../inspection.ts';

/** Categories by words in the item's name. The first match applies. */
const CATEGORIES: [RegExp, Category][] = [
  [/gas|\bhob\b/, 'gas'],
  [/oven|fridge|freezer|washing|dishwasher|extractor|microwave|dryer/, 'appliance'],
  [/tap|toilet|basin|sink|bath|shower|drain|gutter/, 'water'],
  [/heat|radiator|boiler/, 'heating'],
  [/light|socket|alarm|switch/, 'electrics'],
  [/damp|mould/, 'damp'],
  [/door|lock|window/, 'door'],
  [/roof/, 'roof'],
  [/floor|carpet|stair/, 'floor'],
  [/wall|ceiling|tile|paint/, 'walls'],
  [/garden|fence|gate|path|patio|shed|lawn/, 'garden'],
];

const CONDITION_WORDS = { good: '', worn: 'worn', damaged: 'damaged', missing: 'missing' } as const;

/** The repair for a finding, with a title such as 'Walls: damaged'. */
export function repairOf({ name, condition, clean, note }: Item) {
  const words = condition ? CONDITION_WORDS[condition] : '';
  const problems = [words, clean === false ? 'not clean' : ''].filter(Boolean).join(', ');
  const found = CATEGORIES.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1];
  const onlyDirty = clean === false && !words;
  return {
    title: problems ? `${name}: ${problems}` : name,
    category: onlyDirty ? ('cleaning' as const) : (found ?? ('other' as const)),
    description: note,
  };
}
