import { expect, it } from 'vitest';
import { DEPOSIT_ITEM_IDS, missingItems } from './prescribed-information.ts';

const facts = { ready: DEPOSIT_ITEM_IDS, amount: 1_384_61, hasAddress: true, payer: '' };

it.each([
  ['none if all are ready', {}, []],
  ['those that are not ready', { ready: ['a', 'c', 'd', 'e', 'f', 'g-iii', 'g-iv', 'g-vi'] }, ['b', 'g-vii']],
  [
    'the payer’s details only if somebody else paid',
    { ready: [], payer: 'A parent' },
    DEPOSIT_ITEM_IDS.filter((item) => item !== 'g-i' && item !== 'g-ii'),
  ],
  [
    'amount and address if they are unknown',
    { ready: [], amount: 0, hasAddress: false },
    DEPOSIT_ITEM_IDS.filter((item) => item !== 'g-v'),
  ],
] as const)('names %s', (_, changes, missing) => {
  expect(missingItems({ ...facts, ...changes })).toEqual(missing);
});
