import { expect, it } from 'vitest';
import { best, patel, row, sharers } from '../../../../test/fixtures/matching.ts';
import { addDays } from '../../../shared/dates.ts';
import type { BankRow, OpenTenancy } from './proposal.ts';

const weekly = (overrides: Partial<OpenTenancy>) => patel({ rent: 14_000, period: 7, ...overrides });
const weeks = (from: string, count: number): OpenTenancy['owed'] =>
  Array.from({ length: count }, (_, week) => ({ id: `w${week}`, due: addDays(from, 7 * week), left: 14_000 }));
const TERM = { start: '2026-09-05', owed: weeks('2026-09-05', 12), deposit: 50_000 };

it.each<[string, BankRow, OpenTenancy, boolean, string[]]>([
  [
    'several weeks at once',
    row('2026-11-28', 42_000, 'J PATEL'),
    weekly({ owed: weeks('2026-10-10', 8) }),
    true,
    ['the 3 charges from 14 Nov to 28 Nov together', 'on the day it is due', 'paid by J PATEL before'],
  ],
  [
    'a term in advance',
    row('2026-09-04', 168_000, 'JAYESH PATEL'),
    weekly({ ...TERM, paid: [] }),
    false,
    ['12 times the rent of £140.00', '1 day before it is due', 'the name of Jayesh Patel'],
  ],
  [
    'a term in advance by one of two sharers',
    row('2026-09-04', 91_000, 'MEI CHOW'),
    { ...sharers, ...TERM, rent: 14_000, period: 7 },
    false,
    ['13 times a share of £70.00', '1 day before it is due', 'the name of Mei Chow'],
  ],
  [
    'more than is owed by a tenant who is months behind',
    row('2026-12-26', 200_000, 'J PATEL'),
    weekly({ owed: weeks('2026-10-03', 13) }),
    false,
    ['£180.00 more than is owed', 'on the day it is due', 'paid by J PATEL before'],
  ],
])('proposes %s', (_, one, tenancy, certain, reasons) => {
  expect(best(one, [tenancy])).toMatchObject({ kind: 'rent', certain, reasons });
});

it.each([
  ['a deposit of five weeks’ rent', 84_000, 70_000],
  ['an unknown deposit', 84_000, 0],
])('proposes nothing for a first payment that may include %s', (_, amount, deposit) => {
  expect(best(row('2026-09-04', amount, 'JAYESH PATEL'), [weekly({ ...TERM, paid: [], deposit })])).toBeUndefined();
});
