import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EstimateInput, estimateTax, LEFT_OUT, TAX_RATES } from './estimate.ts';

const NOW = TAX_RATES['2026-27'];
const NEXT = TAX_RATES['2027-28'];

function inputOf(some: Partial<EstimateInput>): EstimateInput {
  return {
    nation: 'England',
    rates: NOW,
    gross: 0,
    expenses: 0,
    finance: 0,
    lossesBroughtForward: 0,
    financeBroughtForward: 0,
    otherIncome: 0,
    savings: 0,
    dividends: 0,
    choice: null,
    putAside: 0,
    ...some,
  };
}

function estimated(some: Partial<EstimateInput>) {
  const found = estimateTax(inputOf(some));
  if (!found.ok) throw new Error(found.text);
  return found.estimate;
}

const T102 = { otherIncome: 60_000_00, gross: 20_000_00, finance: 15_000_00, choice: 'expenses' } as const;
const T106 = { otherIncome: 10_000_00, gross: 20_000_00, finance: 5_000_00, choice: 'expenses' } as const;
const T107 = { otherIncome: 45_000_00, gross: 15_000_00, finance: 4_000_00, choice: 'expenses' } as const;
const T109 = { otherIncome: 130_000_00, gross: 10_000_00, finance: 5_000_00, choice: 'expenses' } as const;

describe('the finance reducer', () => {
  it.each([
    // The last two values are the reduction of tax and the costs carried forward.
    ['T95', { otherIncome: 26_000_00, gross: 3_000_00, expenses: 6_500_00, finance: 4_000_00 }, 0, 4_000_00],
    [
      'T96',
      {
        otherIncome: 26_000_00,
        gross: 18_000_00,
        expenses: 1_500_00,
        finance: 6_000_00,
        lossesBroughtForward: 3_500_00,
        financeBroughtForward: 4_000_00,
      },
      2_000_00,
      0,
    ],
    ['T97', { otherIncome: 60_000_00, gross: 9_000_00, expenses: 7_000_00, finance: 2_500_00 }, 400_00, 500_00],
    [
      'T99',
      { rates: { ...NOW, allowance: 12_500_00 }, gross: 18_000_00, finance: 8_000_00, choice: 'expenses' },
      1_100_00,
      2_500_00,
    ],
    ['T100', { gross: 12_000_00, expenses: 1_200_00, finance: 1_400_00 }, 0, 1_400_00],
    ['T101', { gross: 14_000_00, savings: 6_000_00, finance: 5_000_00, choice: 'expenses' }, 286_00, 3_570_00],
    ['T92', { gross: 3_000_00, finance: 900_00, financeBroughtForward: 500_00, choice: 'allowance' }, 0, 500_00],
  ] as const)('%s: %j reduces tax by %i and carries %i forward', (_, some, reduction, carriedForward) => {
    const estimate = estimated(some);
    expect([estimate.reducer.pence, estimate.carriedForward.pence]).toEqual([reduction, carriedForward]);
  });

  it('T95: carries the loss forward', () => {
    const { losses } = estimated({ gross: 3_000_00, expenses: 6_500_00, finance: 4_000_00 });
    expect(losses).toMatchObject({ loss: 3_500_00, carriedForward: 3_500_00 });
  });

  it('T96: marks the lowest of the three limbs', () => {
    const { limbs } = estimated({
      otherIncome: 26_000_00,
      gross: 18_000_00,
      expenses: 1_500_00,
      finance: 6_000_00,
      lossesBroughtForward: 3_500_00,
      financeBroughtForward: 4_000_00,
    });
    expect(limbs.list.map(({ id, pence, lowest }) => [id, pence, lowest])).toEqual([
      ['A', 10_000_00, true],
      ['B', 13_000_00, false],
      ['C', 26_430_00, false],
    ]);
  });

  it('leaves savings interest out of limb C', () => {
    const { limbs } = estimated({ gross: 14_000_00, savings: 6_000_00, dividends: 1_00, finance: 5_000_00 });
    expect(limbs.list.find(({ lowest }) => lowest)).toMatchObject({ id: 'C', pence: 1_430_00 });
  });

  it('T99 and T100: leaves no tax, without a refund', () => {
    const rates = { ...NOW, allowance: 12_500_00 };
    expect(estimated({ rates, gross: 18_000_00, finance: 8_000_00, choice: 'expenses' }).extraTax.wholeTax).toBe(0);
    expect(estimated({ gross: 12_000_00, expenses: 1_200_00, finance: 1_400_00 }).extraTax.wholeTax).toBe(0);
  });

  it('does not refund a penny of rounding', () => {
    const some = { otherIncome: 50_269_98, gross: 3, finance: 3, choice: 'expenses' } as const;
    expect([estimated(some).reducer.pence, estimated(some).extraTax.pence]).toEqual([0, 0]);
  });

  it('is 20% of finance costs in 2026-27 and 22% in 2027-28', () => {
    expect([estimated(T102).reducer.percent, estimated({ ...T102, rates: NEXT }).reducer.percent]).toEqual([20, 22]);
  });
});

describe('the route', () => {
  const T90 = { otherIncome: 30_000_00, gross: 3_000_00, expenses: 200_00, finance: 900_00 };

  it('T90: is expenses by £20.00', () => {
    const { route, bands, reducer } = estimated(T90);
    expect(route).toMatchObject({ route: 'expenses', saves: 20_00, extraTax: { expenses: 380_00, allowance: 400_00 } });
    expect(bands.list.at(-1)).toMatchObject({ income: 'property', percent: 20, taxable: 2_800_00, tax: 560_00 });
    expect(reducer.pence).toBe(180_00);
  });

  it('T91: is the allowance without interest', () => {
    const { route } = estimated({ ...T90, finance: 0 });
    expect(route).toMatchObject({ route: 'allowance', extraTax: { expenses: 560_00, allowance: 400_00 } });
  });

  it('excludes the finance reducer with the allowance', () => {
    const { limbs, reducer, extraTax } = estimated({ ...T90, choice: 'allowance' });
    expect([limbs.list, reducer.pence, extraTax.pence]).toEqual([[], 0, 400_00]);
  });

  it('T88: taxes no income up to £1,000', () => {
    const { route, extraTax, losses } = estimated({ otherIncome: 30_000_00, gross: 800_00, expenses: 100_00 });
    expect([route.fullRelief, extraTax.pence, losses.taxable]).toEqual([true, 0, 0]);
  });
});

describe('extra tax because of property', () => {
  it.each([
    ['T98', { otherIncome: 60_000_00, gross: 10_000_00, expenses: 2_000_00, finance: 5_000_00 }, 2_200_00],
    ['T102', T102, 5_000_00],
    ['T103', { ...T102, rates: NEXT }, 5_100_00],
    ['T104 in 2026-27', { ...T102, finance: 0 }, 8_000_00],
    ['T104 in 2027-28', { ...T102, finance: 0, rates: NEXT }, 8_400_00],
    ['T109 in 2026-27', T109, 3_500_00],
    ['T109 in 2027-28', { ...T109, rates: NEXT }, 3_600_00],
  ] as const)('%s: %j adds %i', (_, some, pence) => {
    expect(estimated(some).extraTax.pence).toBe(pence);
  });

  it('T105: includes the personal allowance lost', () => {
    const { allowance, extraTax } = estimated({
      otherIncome: 100_000_00,
      gross: 10_000_00,
      finance: 6_000_00,
      choice: 'expenses',
    });
    expect(allowance.pence).toBe(7_570_00);
    expect(extraTax).toMatchObject({ wholeTax: 32_232_00, withoutProperty: 27_432_00, pence: 4_800_00 });
  });

  it.each([
    ['T106 in 2026-27', T106, 2_486_00],
    ['T106 in 2027-28', { ...T106, rates: NEXT }, 2_734_60],
    ['T107', T107, 10_632_00],
    ['T108', { ...T107, rates: NEXT }, 10_852_00],
  ])('%s: %j has a whole tax of %i', (_, some, pence) => {
    expect(estimated(some).extraTax.wholeTax).toBe(pence);
  });

  it.each([
    ['T107', NOW, [6_486_00, 1_054_00, 3_892_00], 800_00],
    ['T108', NEXT, [6_486_00, 1_159_40, 4_086_60], 880_00],
  ])('%s: taxes other income first, then property', (_, rates, tax, reduction) => {
    const { bands, reducer } = estimated({ ...T107, rates });
    expect(bands.list.map((band) => band.tax)).toEqual(tax);
    expect(bands.list.map(({ income }) => income)).toEqual(['other', 'property', 'property']);
    expect(reducer.pence).toBe(reduction);
  });

  it('reduces the allowance by £1 for each whole £2, down to nil at £125,140', () => {
    const allowance = (savings: number) => estimated({ savings }).allowance.pence;
    expect([100_001_99, 100_002_00, 125_139_99, 125_140_00, 200_000_00].map(allowance)).toEqual([
      12_570_00, 12_569_00, 1_00, 0, 0,
    ]);
  });

  it('uses all three bands', () => {
    const { bands } = estimated({ gross: 150_000_00, choice: 'expenses' });
    expect(bands.list.map(({ percent, taxable }) => [percent, taxable])).toEqual([
      [20, 37_700_00],
      [40, 87_440_00],
      [45, 24_860_00],
    ]);
  });

  it('is what remains to put aside this month, never below zero', () => {
    const on = (putAside: number) => estimated({ ...T102, putAside }).putAside.pence;
    expect([on(0), on(4_000_00), on(6_000_00)]).toEqual([5_000_00, 1_000_00, 0]);
  });

  it('is never negative, and no more than the profit', () => {
    const pounds = fc.integer({ min: 0, max: 300_000_00 });
    const incomes = fc.record({
      gross: pounds,
      expenses: pounds,
      finance: pounds,
      lossesBroughtForward: pounds,
      financeBroughtForward: pounds,
      otherIncome: pounds,
      savings: pounds,
      dividends: pounds,
      rates: fc.constantFrom(NOW, NEXT),
      choice: fc.constantFrom('expenses', 'allowance', null),
    });
    fc.assert(
      fc.property(incomes, (some) => {
        const { extraTax, losses, bands, carriedForward, reducer, route } = estimated(some);
        expect(extraTax.pence).toBeGreaterThanOrEqual(0);
        expect(extraTax.pence).toBeLessThanOrEqual(losses.taxable + 1);
        expect(bands.list.reduce((sum, { tax }) => sum + tax, 0) - reducer.pence).toBe(extraTax.wholeTax);
        const costs = (route.route === 'expenses' ? some.finance : 0) + some.financeBroughtForward;
        expect(reducer.of + carriedForward.pence).toBe(costs);
      }),
      { numRuns: 500 },
    );
  });
});

describe('sources and sentences', () => {
  it('names the source of each step', () => {
    const { putAside, notes, ...steps } = estimated(T102);
    for (const { source } of Object.values(steps))
      expect(source.link).toMatch(/^https:\/\/www\.(gov|legislation\.gov)\.uk\//);
    expect([putAside.already, notes]).toEqual([0, [LEFT_OUT]]);
  });

  it('notes for Wales in 2027-28 that its rates are not confirmed', () => {
    expect(estimated({ ...T102, nation: 'Wales' }).notes).toEqual([LEFT_OUT]);
    expect(estimated({ ...T102, nation: 'Wales', rates: NEXT }).notes).toEqual([NEXT.notes.Wales, LEFT_OUT]);
  });

  it('T110: gives Scottish taxpayers a sentence without a figure', () => {
    const found = estimateTax(inputOf({ ...T102, nation: 'Scotland' }));
    expect(found.ok ? '' : found.text).toContain('Scottish rates');
    expect(found).not.toHaveProperty('estimate');
  });
});
