/** Rows that compete, and what is likely but not certain. */
import { describe, expect, it } from 'vitest';
import { another, best, owes, patel, propose, row, sharers } from '../../../../test/fixtures/matching.ts';
import type { BankRow, OpenTenancy } from './proposal.ts';

describe('Rows of one run', () => {
  const certain = (rows: BankRow[], tenancies: OpenTenancy[]) =>
    propose(rows, tenancies).map((found) => found.filter((one) => one.certain).flatMap(({ tenancyIds }) => tenancyIds));

  it('are not both certain for one charge', () => {
    const rows = [row('2026-11-01', 89_500, 'J PATEL'), row('2026-11-04', 89_500, 'J PATEL')];
    expect(certain(rows, [patel()])).toEqual([['patel'], []]);
    expect(propose(rows, [patel()])[1]?.[0]?.reasons).toContain('the second payment of this amount since 1 Nov');
  });

  it('are both certain where each is a part', () => {
    const rows = [row('2026-11-01', 65_000, 'C FRASER'), row('2026-11-01', 65_000, 'M CHOW')];
    expect(certain(rows, [{ ...sharers, owed: owes(130_000) }])).toEqual([['patel'], ['patel']]);
  });

  it('leave a charge to the payer who is known, though another of the name pays first', () => {
    const rows = [row('2026-10-30', 89_500, 'PATEL'), row('2026-11-01', 89_500, 'J PATEL')];
    expect(certain(rows, [patel()])).toEqual([[], ['patel']]);
  });

  it('pay one month after the other, the month that they name', () => {
    const owed = [{ id: 'oct', due: '2026-10-01', left: 89_500 }, ...patel().owed];
    const rows = [row('2026-11-02', 89_500, 'J PATEL OCT'), row('2026-11-03', 89_500, 'J PATEL NOV')];
    const charges = propose(rows, [patel({ owed })]).map(([one]) => one?.parts.map(({ chargeId }) => chargeId));
    expect(charges).toEqual([['oct'], ['nov']]);
  });

  it('pay the month that is late before one that is not yet due', () => {
    expect(best(row('2026-11-20', 89_500, 'J PATEL'), [patel()])?.parts).toMatchObject([{ chargeId: 'nov' }]);
  });

  it('that take money from one account and give it to another are no rent', () => {
    const given = row('2026-10-31', -89_500, 'WHITLOCK', { accountId: 'savings' });
    const taken = row('2026-11-01', 89_500, 'WHITLOCK');
    expect(propose([taken], [patel()])[0]).toHaveLength(1);
    expect(propose([given, taken], [patel()])).toEqual([[], []]);
  });
});

describe('Nothing is certain', () => {
  it('between two tenants whose names and rents fit alike', () => {
    const [found] = propose(
      [row('2026-11-01', 89_500, 'M KHAN')],
      [another('one', 'Maryam Khan'), another('two', 'Mohammed Khan')],
    );
    expect(found?.map((one) => one.certain)).toEqual([false, false]);
  });

  it.each<[string, BankRow]>([
    ['a surname in the name of a company', row('2026-11-01', 89_500, 'PATEL LTD')],
    ['a thing that was sold', row('2026-11-01', 89_500, 'J PATEL SOFA')],
    ['a day long before the rent is due', row('2026-10-24', 89_500, 'J PATEL')],
    ['a day long after', row('2026-11-17', 89_500, 'J PATEL')],
    ['two months of which one is not due yet', row('2026-11-01', 179_000, 'J PATEL')],
  ])('of %s', (_, one) => {
    expect(best(one, [patel({ paid: [] })])).toMatchObject({ tenancyIds: ['patel'], certain: false });
  });

  it('of a part, but where a known payer says that it is rent and it is no rent of another', () => {
    expect(best(row('2026-11-01', 40_000, 'J PATEL'), [patel()])).toMatchObject({ certain: false });
    const rent = row('2026-11-01', 40_000, 'J PATEL RENT');
    expect(best(rent, [patel()])).toMatchObject({ certain: true });
    const other = another('two', 'Sunil Patel', { rent: 40_000, owed: owes(40_000) });
    expect(best(rent, [patel(), other])).toMatchObject({ tenancyIds: ['patel'], certain: false });
  });

  it('of a first rent as high as the deposit, and a deposit is not proposed at all', () => {
    const start = { start: '2026-11-01', paid: [], deposit: 89_500 };
    expect(best(row('2026-10-30', 89_500, 'J PATEL'), [patel(start)])).toMatchObject({ certain: false });
    expect(best(row('2026-10-30', 89_500, 'J PATEL DEPOSIT'), [patel(start)])).toBeUndefined();
    const higher = patel({ ...start, deposit: 103_000 });
    expect(best(row('2026-10-30', 103_000, 'J PATEL'), [higher])).toBeUndefined();
    expect(best(row('2026-10-30', 103_000 + 89_500, 'J PATEL'), [higher])).toBeUndefined();
    const same = another('two', 'Rhys Pugh', { rent: 103_000, owed: owes(103_000) });
    const unnamed = row('2026-10-30', 103_000, 'B OAKDEN');
    expect(best(unnamed, [same])).toBeDefined();
    expect(best(unnamed, [same, higher])).toBeUndefined();
  });

  it('of an amount alone, and nothing is shown where it fits more than three tenancies', () => {
    const homes = ['Rhys Pugh', 'Emma Dawson', 'Piotr Lyle', 'Rosie Stott'].map((name, at) =>
      another('x'.repeat(at + 1), name),
    );
    const one = row('2026-11-01', 89_500, 'B OAKDEN');
    expect(propose([one], homes.slice(1))[0]?.map(({ certain }) => certain)).toEqual([false, false, false]);
    expect(propose([one], homes)).toEqual([[]]);
  });

  it('for a room where the row tells another room of the house', () => {
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
])('%s is no rent, though its amount is one', (text) => {
  expect(best(row('2026-11-01', 89_500, text), [patel()])).toBeUndefined();
});
