import { expect, it } from 'vitest';
import { offsetLosses } from './losses.ts';

it.each([
  // The result and the loss brought forward, then boxes 38 to 41 and 43.
  ['T93', 8_000_00, 20_000_00, [8_000_00, 8_000_00, 0, 0, 12_000_00]],
  ['T89, first year', -4_000_00, 0, [0, 0, 0, 4_000_00, 4_000_00]],
  ['T89, next year', 4_000_00, 4_000_00, [4_000_00, 4_000_00, 0, 0, 0]],
  ['profit above the loss', 8_000_00, 3_000_00, [8_000_00, 3_000_00, 5_000_00, 0, 0]],
  ['a second loss', -1_000_00, 3_000_00, [0, 0, 0, 1_000_00, 4_000_00]],
])('%s: offsets a result of %i with %i brought forward', (_, result, broughtForward, boxes) => {
  const { profit, used, taxable, loss, carriedForward } = offsetLosses({ result, broughtForward });
  expect([profit, used, taxable, loss, carriedForward]).toEqual(boxes);
});
