import { expect, it } from 'vitest';
import { allocate } from './allocate.ts';

const CHARGES = [
  { id: 'jan', left: 500 },
  { id: 'feb', left: 800 },
  { id: 'mar', left: 800 },
];

it.each([
  ['the oldest first', 1_000, {}, [500, 500, 0], 0],
  ['what is over as credit', 2_200, {}, [500, 800, 800], 100],
  ['what was chosen, and of the rest the oldest first', 1_000, { mar: 700 }, [300, 0, 700], 0],
  ['nothing of a charge for which nothing was chosen', 1_000, { jan: 0 }, [0, 800, 200], 0],
  ['no more than was chosen, though that is more than there is', 600, { mar: 700 }, [0, 0, 700], -100],
] as const)('pays %s', (_, amount, chosen, pays, credit) => {
  const found = allocate(CHARGES, amount, new Map(Object.entries(chosen)));
  expect([found.paid.map((charge) => charge.pays), found.credit]).toEqual([pays, credit]);
});
