import { describe, expect, it } from 'vitest';
import { splitSums } from '../../owner/rules/shares.ts';
import { chooseRoute, profitBy } from './allowance.ts';
import { offsetLosses } from './losses.ts';

describe('profitBy', () => {
  it.each([
    ['T87', 'allowance', 1_200_00, 0, 200_00],
    ['T89', 'expenses', 1_000_00, 5_000_00, -4_000_00],
    ['never a loss', 'allowance', 800_00, 5_000_00, 0],
  ] as const)('%s: by %s, income %i and expenses %i give %i', (_, route, gross, expenses, profit) => {
    expect(profitBy(route, { gross, expenses })).toBe(profit);
  });

  it('T89: makes the loss of an elected year reduce the next profit', () => {
    const { route } = chooseRoute({ gross: 1_000_00, choice: 'expenses', tax: { expenses: 0, allowance: 0 } });
    const first = offsetLosses({ result: profitBy(route, { gross: 1_000_00, expenses: 5_000_00 }), broughtForward: 0 });
    const result = profitBy('expenses', { gross: 8_000_00, expenses: 4_000_00 });
    expect(offsetLosses({ result, broughtForward: first.carriedForward })).toMatchObject({
      taxable: 0,
      carriedForward: 0,
    });
  });

  it('T86: is chosen by each owner for their own share', () => {
    const shares = [
      { property: 'flat', owner: 'peter', from: '2026-04-06', numerator: 9, denominator: 10 },
      { property: 'flat', owner: 'tom', from: '2026-04-06', numerator: 1, denominator: 10 },
    ];
    const sum = (line: string, pence: number) => ({ property: 'flat', line, day: '2026-05-01', pence });
    const sums = [sum('rent', 15_000_00), sum('repairs', 5_000_00)];
    const parts = splitSums({ sums, shares, owners: ['peter', 'tom'] });
    const profit = (owner: string, route: 'expenses' | 'allowance') => {
      const of = (line: string) => parts.find((part) => part.owner === owner && part.line === line)?.pence ?? 0;
      return profitBy(route, { gross: of('rent'), expenses: of('repairs') });
    };
    expect([profit('peter', 'expenses'), profit('tom', 'allowance')]).toEqual([9_000_00, 500_00]);
  });
});

describe('chooseRoute', () => {
  const tax = { expenses: 380_00, allowance: 400_00 };

  it.each([
    [
      'T88, income up to £1,000',
      { gross: 800_00, choice: null, tax: { expenses: 140_00, allowance: 0 } },
      'allowance',
      true,
    ],
    [
      'income of exactly £1,000',
      { gross: 1_000_00, choice: null, tax: { expenses: 0, allowance: 0 } },
      'allowance',
      true,
    ],
    ['income of £1,000.01', { gross: 1_000_01, choice: null, tax: { expenses: 0, allowance: 0 } }, 'expenses', false],
    ['an election for expenses', { gross: 800_00, choice: 'expenses', tax }, 'expenses', false],
    ['less tax by expenses', { gross: 3_000_00, choice: null, tax }, 'expenses', false],
    ['T94, a claim with expenses in the books', { gross: 3_000_00, choice: 'allowance', tax }, 'allowance', false],
  ] as const)('%s: %j gives %s', (_, given, route, fullRelief) => {
    expect(chooseRoute(given)).toMatchObject({ route, fullRelief });
  });

  it('compares the tax of both routes', () => {
    const gross = 3_000_00;
    expect(chooseRoute({ gross, choice: null, tax }).saves).toBe(20_00);
    expect(chooseRoute({ gross, choice: 'allowance', tax }).saves).toBe(-20_00);
  });
});
