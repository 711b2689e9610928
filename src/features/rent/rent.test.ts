import { expect, it } from 'vitest';
import { rentState } from './listed.ts';
import type { RentLine } from './rent.ts';

const TODAY = '2026-11-25';
const line = (changes: Partial<RentLine>) =>
  rentState(
    {
      due: '2026-11-01',
      charged: 90_000,
      received: 0,
      left: 90_000,
      late: 90_000,
      lastPaid: null,
      owed: 90_000,
      since: '2026-11-01',
      credit: 0,
      disputed: 0,
      ...changes,
    },
    TODAY,
  );

it.each<[string, Partial<RentLine>, string, string, string]>([
  ['the month alone', {}, 'late', '24 days late', ''],
  [
    'three months, from the oldest',
    { owed: 270_000, since: '2026-09-01' },
    'late',
    '85 days late',
    '£2,700.00 owed in total since 01 Sep 2026',
  ],
  [
    'an earlier month while this one is still to come',
    { due: '2026-11-28', late: 0, since: '2026-10-28', owed: 90_500 },
    'late',
    '28 days late',
    '£905.00 owed in total since 28 Oct 2026',
  ],
  ['the rest of a part payment', { received: 60_000, left: 30_000, owed: 30_000 }, 'part', 'Part paid', '24 days late'],
  [
    'part of the month and an older one',
    { received: 60_000, left: 30_000, owed: 120_000, since: '2026-10-01' },
    'part',
    'Part paid',
    '55 days late, £1,200.00 owed in total since 01 Oct 2026',
  ],
  ['rent due today', { due: TODAY, late: 0, since: TODAY }, 'due', 'Due today', ''],
  [
    'rent to come, with credit',
    { due: '2026-11-28', late: 0, owed: 0, since: null, credit: 5_000 },
    'due',
    'Due in 3 days',
    '£50.00 in credit will pay towards it',
  ],
])('describes the status of %s', (_what, changes, tone, words, more) => {
  expect(line(changes)).toEqual({ tone, words, more });
});
