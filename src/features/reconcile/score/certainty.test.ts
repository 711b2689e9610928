import { describe, expect, it } from 'vitest';
import { another, best, owes, patel, propose, row, sharers } from '../../../../test/fixtures/matching.ts';
import type { BankRow, OpenTenancy } from './proposal.ts';

describe('competing rows', () => {
  const certain = (rows: BankRow[], tenancies: OpenTenancy[]) =>
    propose(rows, tenancies).map((found) => found.filter((one) => one.certain).flatMap(({ tenancyIds }) => tenancyIds));

  it('are not both certain for one charge', () => {
    const rows = [row('2026-11-01', 89_500, 'J PATEL'), row('2026-11-04', 89_500, 'J PATEL')];
    expect(certain(rows, [patel()])).toEqual([['patel'], []]);
    expect(propose(rows, [patel()])[1]?.[0]?.reasons).toContain('the second payment of this amount since 1 Nov');
  });

  it('are both certain if each is a part', () => {
    const rows = [row('2026-11-01', 65_000, 'C FRASER'), row('2026-11-01', 65_000, 'M CHOW')];
    expect(certain(rows, [{ ...sharers, owed: owes(130_000) }])).toEqual([['patel'], ['patel']]);
  });

  it('are the rest of one charge after a part of it', () => {
    const rows = [row('2026-11-01', 40_000, 'J PATEL RENT PART'), row('2026-11-11', 49_500, 'J PATEL REST')];
    const owed = [{ id: 'jun', due: '2026-06-01', left: 89_500 }, ...owes(89_500)];
    const [, [rest] = []] = propose(rows, [patel({ owed })]);
    expect(rest).toMatchObject({ certain: true });
    expect(rest?.reasons).toEqual([
      'the rest of November',
      'Wednesday 11 Nov, 10 days late',
      'the name of Jayesh Patel',
    ]);
  });

  it('leave a charge to the known payer if another payer of that name pays first', () => {
    const rows = [row('2026-10-30', 89_500, 'PATEL'), row('2026-11-01', 89_500, 'J PATEL')];
    expect(certain(rows, [patel()])).toEqual([[], ['patel']]);
  });

  it('pay the months that they name', () => {
    const owed = [{ id: 'oct', due: '2026-10-01', left: 89_500 }, ...patel().owed];
    const rows = [row('2026-11-02', 89_500, 'J PATEL OCT'), row('2026-11-03', 89_500, 'J PATEL NOV')];
    const charges = propose(rows, [patel({ owed })]).map(([one]) => one?.parts.map(({ chargeId }) => chargeId));
    expect(charges).toEqual([['oct'], ['nov']]);
  });

  it('pay a late month before one that is not yet due', () => {
    expect(best(row('2026-11-20', 89_500, 'J PATEL'), [patel()])?.parts).toMatchObject([{ chargeId: 'nov' }]);
  });

  it('are not rent if they move money between accounts', () => {
    const given = row('2026-10-31', -89_500, 'WHITLOCK', { accountId: 'savings' });
    const taken = row('2026-11-01', 89_500, 'WHITLOCK');
    expect(propose([taken], [patel()])[0]).toHaveLength(1);
    expect(propose([given, taken], [patel()])).toEqual([[], []]);
  });
});

describe('finds no certain match', () => {
  it('between two tenants whose names and rents fit equally', () => {
    const [found] = propose(
      [row('2026-11-01', 89_500, 'M KHAN')],
      [another('one', 'Maryam Khan'), another('two', 'Mohammed Khan')],
    );
    expect(found?.map((one) => one.certain)).toEqual([false, false]);
  });

  it.each<[string, BankRow]>([
    ['a surname in the name of a company', row('2026-11-01', 89_500, 'PATEL LTD')],
    ['something that was sold', row('2026-11-01', 89_500, 'J PATEL SOFA')],
    ['a day long before the rent is due', row('2026-10-24', 89_500, 'J PATEL')],
    ['a day long after the rent is due', row('2026-11-17', 89_500, 'J PATEL')],
    ['two months at once, one of them not yet due', row('2026-11-01', 179_000, 'J PATEL')],
  ])('for %s', (_, one) => {
    expect(best(one, [patel({ paid: [] })])).toMatchObject({ tenancyIds: ['patel'], certain: false });
  });

  it('for a part, unless a known payer mentions rent and it is not the rent of another tenant', () => {
    expect(best(row('2026-11-01', 40_000, 'J PATEL'), [patel()])).toMatchObject({ certain: false });
    const rent = row('2026-11-01', 40_000, 'J PATEL RENT');
    expect(best(rent, [patel()])).toMatchObject({ certain: true });
    const other = another('two', 'Sunil Patel', { rent: 40_000, owed: owes(40_000) });
    expect(best(rent, [patel(), other])).toMatchObject({ tenancyIds: ['patel'], certain: false });
  });

  it('for a first rent as high as the deposit without the word rent, and no proposal for a deposit', () => {
    const start = { start: '2026-11-01', paid: [], deposit: 89_500 };
    expect(best(row('2026-10-30', 89_500, 'J PATEL'), [patel(start)])).toMatchObject({ certain: false });
    expect(best(row('2026-10-30', 89_500, 'J PATEL RENT'), [patel(start)])).toMatchObject({ certain: true });
    expect(best(row('2026-10-30', 89_500, 'J PATEL DEPOSIT'), [patel(start)])).toBeUndefined();
    const higher = patel({ ...start, deposit: 103_000 });
    expect(best(row('2026-10-30', 103_000, 'J PATEL'), [higher])).toBeUndefined();
    expect(best(row('2026-10-30', 103_000 + 89_500, 'J PATEL'), [higher])).toBeUndefined();
    const same = another('two', 'Rhys Pugh', { rent: 103_000, owed: owes(103_000) });
    const unnamed = row('2026-10-30', 103_000, 'B OAKDEN');
    expect(best(unnamed, [same])).toBeDefined();
    expect(best(unnamed, [same, higher])).toBeUndefined();
  });

  it('for an amount alone, and no proposal if it fits more than three tenancies', () => {
    const homes = ['Rhys Pugh', 'Emma Dawson', 'Piotr Lyle', 'Rosie Stott'].map((name, at) =>
      another('x'.repeat(at + 1), name),
    );
    const one = row('2026-11-01', 89_500, 'B OAKDEN');
    expect(propose([one], homes.slice(1))[0]?.map(({ certain }) => certain)).toEqual([false, false, false]);
    expect(propose([one], homes)).toEqual([[]]);
  });

  it('for a room if the row names another room of the house', () => {
    const room = (id: string, unit: number) => another(id, 'Ann Lowe', { address: `Room ${unit}, 12 Elm Street` });
    const found = best(row('2026-11-01', 89_500, 'LOWE ROOM 4'), [room('three', 3), room('four', 4)]);
    expect(found).toMatchObject({ tenancyIds: ['four'], certain: true });
  });
});

it.each([
  'INTEREST GROSS',
  'HMRC REPAYMENT',
  'CURRYS REFUND',
  'J PATEL RETURNED',
  'TFR FROM SAVINGS',
  'AVIVA INSURANCE',
])('does not propose %s as rent despite its amount', (text) => {
  expect(best(row('2026-11-01', 89_500, text), [patel()])).toBeUndefined();
});

it('suggests a tenant for the first payment of a council on any day of the month, without being certain', () => {
  const lukasz = patel({ rent: 50_000, owed: [{ id: 'oct', due: '2026-10-10', left: 50_000 }], paid: [] });
  for (const date of ['2026-10-05', '2026-11-02'])
    expect(best(row(date, 46_152, 'LEEDS CITY COUNCIL HB 4417'), [lukasz])).toMatchObject({
      certain: false,
      reasons: ['rent paid every 4 weeks', 'a name not seen before'],
    });
});
