import { expect, it } from 'vitest';
import { type DomesticItem, domesticItemRelief } from './domestic-items.ts';

const item = (cost: number, given: Partial<DomesticItem> = {}): DomesticItem => ({
  kind: 'replacement',
  cost,
  equivalent: cost,
  incidental: 0,
  proceeds: 0,
  rentARoom: false,
  ...given,
});

it.each([
  ['T52', item(550_00, { equivalent: 400_00 }), 36, 400_00],
  ['T53', item(500_00, { proceeds: 200_00 }), 36, 300_00],
  ['T54', item(600_00, { incidental: 30_00 + 20_00, proceeds: 50_00 }), 36, 600_00],
  ['T55', item(900_00, { kind: 'first' }), 36, 0],
  ['T56', item(1_900_00, { kind: 'fitted' }), 25, 1_900_00],
  ['rent-a-room', item(500_00, { rentARoom: true }), 36, 0],
  ['old item sold for more', item(100_00, { proceeds: 150_00 }), 36, 0],
  ['new item cheaper than an equivalent', item(300_00, { equivalent: 400_00 }), 36, 300_00],
] as const)('%s: deducts %j in box %i: %i pence', (_, given, box, pence) => {
  expect(domesticItemRelief(given)).toEqual({ box, pence });
});
