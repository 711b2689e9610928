/** How an agent's statement is checked, and read from CSV. */
import { describe, expect, it } from 'vitest';
import { linesOf, problems, sumsOf } from './agent-statement.ts';

const LINES = [
  { rent: 120_000, fee: 14_400 },
  { rent: 95_000, fee: 11_400 },
];
const COSTS = [{ amount: 8_500 }];

it('rents, fees with costs, and what is paid out are each checked to the penny', () => {
  // 2,150.00 of rent, 144 + 114 of fees and 85 for a lock: 1,807.00.
  const right = { rents: 215_000, fees: 34_300, paid: 180_700 };
  expect(sumsOf({ lines: LINES, deductions: COSTS })).toEqual(right);
  const wrong = (stated: Partial<typeof right>) =>
    problems({ lines: LINES, deductions: COSTS, stated: { ...right, ...stated } });
  expect(wrong({})).toEqual([]);
  expect(wrong({ fees: 34_299 })).toEqual([{ field: 'fees', message: 'The lines come to £343.00' }]);
  expect(wrong({ rents: 0, paid: 1 }).map(({ field }) => field)).toEqual(['rents', 'paid']);
});

describe('a CSV', () => {
  const known = [
    { tenancyId: 'hopper', names: 'Grace Hopper', propertyName: '2 Mill Lane, Leeds' },
    { tenancyId: 'byron', names: 'Ada Byron, Tim Byron', propertyName: '14 Mill Lane, Leeds' },
  ];

  it('is read by the words of its headings, whatever their order, and by names or addresses', () => {
    const rows = [
      ['Property', 'Tenant', 'Date received', 'Management fee', 'Rent received', 'Net'],
      ['2 Mill Lane', 'Ms G Hopper', '03/02/2025', '-£144.00', '1,200.00', '1,056.00'],
      ['14 Mill Lane', '', '2025-02-04', '', '950', '950'],
    ];
    expect(linesOf(rows, known)).toEqual({
      lines: [
        { tenancyId: 'hopper', receivedOn: '2025-02-03', rent: 120_000, fee: 14_400 },
        { tenancyId: 'byron', receivedOn: '2025-02-04', rent: 95_000, fee: 0 },
      ],
      unread: [],
    });
  });

  it('names each line that it cannot take, and keeps the others', () => {
    const rows = [
      ['Tenant', 'Date', 'Rent', 'Fee'],
      ['Hopper', '31/02/2025', '1200', '0'],
      ['Mill Lane', '03/02/2025', '1200', '0'],
      ['Hopper', '03/02/2025', 'n/a', '0'],
      ['Byron', '03/02/2025', '950', 'ten'],
      ['Byron', '03/02/2025', '950', '95'],
    ];
    const { lines, unread } = linesOf(rows, known);
    expect(lines).toHaveLength(1);
    expect(unread.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      '2 The date could not be read',
      '3 None, or more than one, of the agent’s tenancies has this name and property',
      '4 No rent was found',
      '5 The fee could not be read',
    ]);
    expect(linesOf([['Tenant', 'Rent']], known).unread[0]?.reason).toContain('date and the rent');
  });
});
