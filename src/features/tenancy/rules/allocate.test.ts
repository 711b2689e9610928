import { expect, it } from 'vitest';
import { allocate } from './allocate.ts';

const CHARGES = [
  { id: 'jan', left: 500 },
  { id: 'feb', left: 800 },
  { id: 'mar', left: 800 },
];

it.each([
  ['the oldest first', 1_000, {}, [500, 500, 0], 0],
  ['the rest as credit', 2_200, {}, [500, 800, 800], 100],
  ['the chosen charges, then the oldest of the others', 1_000, { mar: 700 }, [300, 0, 700], 0],
  ['no part of a charge with a chosen amount of zero', 1_000, { jan: 0 }, [0, 800, 200], 0],
  ['only the chosen charges if more was chosen than paid', 600, { mar: 700 }, [0, 0, 700], -100],
] as const)('pays %s', (_, amount, chosen, pays, credit) => {
  const allocation = allocate(CHARGES, amount, new Map(Object.entries(chosen)));
  expect([allocation.paid.map((charge) => charge.pays), allocation.credit]).toEqual([pays, credit]);
});
