import { describe, expect, it } from 'vitest';
import {
  another,
  best,
  byBank,
  byHand,
  owes,
  patel,
  propose,
  row,
  sharers,
} from '../../../../test/fixtures/matching.ts';
import type { Known } from './candidates.ts';
import type { OpenTenancy } from './proposal.ts';

const DAY = '2026-11-01';
const fresh = (name: string, given: Partial<OpenTenancy> = {}) => another('fresh', name, given);
const mensah = another('mensah', 'Kwame Mensah', { address: 'Flat 3, 58 Narborough Road' });
const payers = [{ words: 'j patel', text: 'J PATEL', tenancyId: 'patel' }];
const smiths = { name: 'Smith & Co', feePercent: 10, feeFixed: null, vat: 'none' } as const;
const inAlbert = patel({ address: '14 Albert Street' });
const nextDoor = another('next', 'Ann Lowe', { address: '16 Albert Street' });

describe('finds no certain match', () => {
  it.each<[string, string, OpenTenancy[], Partial<Known>?]>([
    ['a company with the name of a tenant', 'JAMES SMITH CARPETS LTD', [fresh('James Smith')]],
    ['a shop with the name of a tenant', 'JOHN LEWIS & PARTNERS', [fresh('John Lewis')]],
    ['a month that is also a surname', 'RENT PAYMENT MAY', [fresh('Theresa May')]],
    ['a surname that starts with an initial', 'CLARK MARY', [fresh('Chris Lark')]],
    [
      'another payer who writes the month as a tenant did',
      'W JONES NOV26',
      [patel({ paid: byBank('2026-10-30 89500 J PATEL NOV26') })],
    ],
    [
      'another payer who writes the day as a tenant did',
      'W JONES 011126',
      [patel({ paid: byBank('2026-10-30 89500 J PATEL 011126') })],
    ],
    [
      'another payer who writes a flat as a tenant did',
      'W JONES FLAT2',
      [patel({ paid: byBank('2026-10-01 89500 J PATEL FLAT2') })],
    ],
    ['a tenant who pays for another flat', 'J PATEL FLAT 3', [patel(), mensah], { payers }],
    ['a tenant who pays for the house next door', 'J PATEL 16 ALBERT ST', [inAlbert, nextDoor], { payers }],
    ['a tenant who pays for another tenant', 'J PATEL K MENSAH RENT', [patel(), mensah], { payers }],
    ['the same flat of another house', 'FLAT 2 70 NARBOROUGH RD', [patel({ paid: [] })]],
    ['a surname that is the name of an agent', 'P SMITH', [patel({ agent: smiths, paid: [] })]],
    [
      'the landlord with the name of a guarantor',
      'H PATEL',
      [fresh('Rhea Patel', { guarantor: 'Hemant Patel' })],
      { landlord: 'Hemant Patel' },
    ],
    [
      'the landlord with the surname of a tenant',
      'PATEL STANDING ORDER',
      [fresh('Rhea Patel')],
      {
        landlord: 'Hemant Patel',
      },
    ],
    [
      'cash paid in at the post office of a tenant',
      'CASH PAID IN HULL PO',
      [patel({ paid: byBank('2026-10-01 89500 CASH PAID IN HULL PO') })],
    ],
    ['benefits without a name', 'DWP UC', [patel({ paid: byBank('2026-10-01 89500 DWP UC') })]],
  ])('for %s', (_, text, tenancies, given) => {
    const found = propose([row(DAY, 89_500, text)], tenancies, given)[0] ?? [];
    expect(found.filter(({ certain }) => certain)).toEqual([]);
  });

  it('for a transfer from another account of the landlord, except from a known payer', () => {
    const given = row('2026-10-31', -89_500, 'TO CURRENT', { accountId: 'savings' });
    const certain = (text: string, tenancy: OpenTenancy) =>
      propose([given, row(DAY, 89_500, text)], [tenancy])[1]?.[0]?.certain;
    expect(certain('J PATEL RENT', patel({ paid: [] }))).toBe(false);
    expect(certain('J PATEL RENT', patel())).toBe(true);
  });

  it('for a payment recorded by hand if the same amount is still owed', () => {
    const late = patel({ paid: [byHand('2026-10-31', 89_500), ...patel().paid] });
    expect(best(row(DAY, 89_500, 'J PATEL'), [late])).toMatchObject({ kind: 'same-payment', certain: false });
    const half = { ...sharers, owed: owes(65_000), paid: [byHand(DAY, 65_000)] };
    expect(best(row('2026-11-02', 65_000, 'M CHOW'), [half])).toMatchObject({ certain: false });
  });
});

it.each([
  ['JPATEL RENT', 'by an initial joined to the surname', patel({ paid: [] })],
  [
    'J PATEL FLAT 3',
    'despite another flat in the text, as in earlier months',
    patel({
      paid: byBank('2026-10-01 89500 J PATEL FLAT 3'),
    }),
  ],
  [
    'HULL CC HB 55120987',
    'by the number of a council',
    patel({ paid: byBank('2026-10-01 89500 HULL CC HB 55120987') }),
  ],
  ['MAY THERESA RENT', 'by a first name next to a month', patel({ names: ['Theresa May'], paid: [] })],
])('finds %s certain %s', (text, _, tenancy) => {
  expect(best(row(DAY, 89_500, text), [tenancy])).toMatchObject({ certain: true });
});
