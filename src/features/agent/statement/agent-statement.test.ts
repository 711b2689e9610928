import { describe, expect, it } from 'vitest';
import { finish } from '../../../../test/fixtures/matching.ts';
import { linesOf, problems, sumsOf } from './agent-statement.ts';

const LINES = [
  { rent: 120_000, fee: 14_400 },
  { rent: 95_000, fee: 11_400 },
];
const COSTS = [{ amount: 8_500 }];

it('checks rents, fees with costs, and the amount paid out to the penny', () => {
  // £2,150.00 rent − £144.00 and £114.00 fees − £85.00 cost = £1,807.00.
  const right = { rents: 215_000, fees: 34_300, paid: 180_700 };
  expect(sumsOf({ lines: LINES, deductions: COSTS })).toEqual(right);
  const wrong = (stated: Partial<typeof right>) =>
    problems({ lines: LINES, deductions: COSTS, stated: { ...right, ...stated } });
  expect(wrong({})).toEqual([]);
  expect(wrong({ fees: 34_299 })).toEqual([{ field: 'fees', message: 'The lines add up to £343.00' }]);
  expect(wrong({ rents: 0, paid: 1 }).map(({ field }) => field)).toEqual(['rents', 'paid']);
});

describe('a CSV', () => {
  const numbered = (rows: string[][]) => rows.map((cells, place) => ({ line: place + 1, cells }));
  const known = [
    { tenancyId: 'hopper', names: 'Grace Hopper', propertyName: '2 Mill Lane, Leeds' },
    { tenancyId: 'byron', names: 'Ada Byron, Tim Byron', propertyName: '14 Mill Lane, Leeds' },
  ];

  it('is read by its column headings in any order, and by names or addresses', () => {
    const rows = [
      ['Property', 'Tenant', 'Date received', 'Management fee', 'Rent received', 'Net'],
      ['2 Mill Lane', 'Ms G Hopper', '03/02/2025', '-£144.00', '1,200.00', '1,056.00'],
      ['14 Mill Lane', '', '2025-02-04', '', '950', '950'],
    ];
    expect(finish(linesOf(numbered(rows), known))).toEqual({
      lines: [
        { tenancyId: 'hopper', receivedOn: '2025-02-03', rent: 120_000, fee: 14_400 },
        { tenancyId: 'byron', receivedOn: '2025-02-04', rent: 95_000, fee: 0 },
      ],
      unread: [],
    });
  });

  it('reports each unreadable line, and keeps the others', () => {
    const rows = [
      ['Tenant', 'Date', 'Rent', 'Fee'],
      ['Hopper', '31/02/2025', '1200', '0'],
      ['Mill Lane', '03/02/2025', '1200', '0'],
      ['Hopper', '03/02/2025', 'n/a', '0'],
      ['Byron', '03/02/2025', '950', 'ten'],
      ['Byron', '03/02/2025', '950', '95'],
    ];
    const { lines, unread } = finish(linesOf(numbered(rows), known));
    expect(lines).toHaveLength(1);
    expect(unread.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      '2 We could not read the date',
      '3 We could not match this to one of the agent’s tenancies',
      '4 We could not find a rent',
      '5 We could not read the fee',
    ]);
    expect(finish(linesOf(numbered([['Tenant', 'Rent']]), known)).unread[0]?.reason).toContain('date and the rent');
  });

  it('takes the rent received, not the rent due or net, and VAT with the fee', () => {
    const rows = [
      ['Marlow and Reed, statement 12'],
      ['Property name', 'Tenant name', 'Date', 'Net', 'Rent due', 'Rent received', 'Fee', 'VAT'],
      ['Mill Lane', 'Hopper', '3/2/25', '£1,056.00', '1,300.00', '£1,200.00', '(120.00)', '(24.00)'],
      ['Mill Lane', 'Byron', '4/2/25', '', '950', '950', '95', '19'],
      ['Mill Lane', 'Byron', '5/2/25', '', '950', '50.00', '', ''],
    ];
    expect(finish(linesOf(numbered(rows), known))).toEqual({
      lines: [
        { tenancyId: 'hopper', receivedOn: '2025-02-03', rent: 120_000, fee: 14_400 },
        { tenancyId: 'byron', receivedOn: '2025-02-04', rent: 95_000, fee: 11_400 },
        { tenancyId: 'byron', receivedOn: '2025-02-05', rent: 5_000, fee: 0 },
      ],
      unread: [],
    });
  });

  it('does not take a refunded rent for a rent received', () => {
    for (const rent of ['-1200', '(£1,200.00)', '−1,200.00']) {
      const rows = [
        ['Tenant', 'Date', 'Rent'],
        ['Hopper', '03/02/2025', rent],
      ];
      const { lines, unread } = finish(linesOf(numbered(rows), known));
      expect(lines).toEqual([]);
      expect(unread.map(({ reason }) => reason)).toEqual([expect.stringContaining('refund')]);
    }
  });

  it('is read in steps, so that other requests are served in between', () => {
    const rows = [['Tenant', 'Date', 'Rent'], ...Array.from({ length: 7 }, () => ['Hopper', '03/02/2025', '1200'])];
    expect([...linesOf(numbered(rows), known)]).toHaveLength(known.length + 7);
  });
});
