import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPence } from '../../../shared/money.ts';
import { TAX_LINE_IDS, type TaxLine } from '../../transaction/listed.ts';
import { figuresOf } from './boxes.ts';
import { bridge } from './bridge.ts';
import { type Claim, heldBack } from './hmrc-body.ts';
import { DEFAULT_LINES, isLarge } from './lines.ts';
import { QUESTIONS } from './questions.ts';
import { lineSums, lineTotals, type TaxGroup, waitingRows, waitingText } from './sums.ts';
import { taxYearOf } from './tax-year.ts';

/** Returns income for an amount above zero, and an expense for an amount below zero. */
function row(category: string, pounds: number, more: Partial<TaxGroup> = {}): TaxGroup {
  const pence = Math.round(pounds * 100);
  const type = pence > 0 ? 'income' : 'expense';
  const ownLine = null;
  const facts = { type, category, refund: false, ownLine, isLarge: isLarge(pence), status: 'completed' } as const;
  return { ...facts, rows: 1, pence, ...more };
}
const refund = (category: string, pounds: number) => row(category, pounds, { refund: true });

const NO_CHOICES = new Map<string, TaxLine>();
const sumsOf = (rows: TaxGroup[], residentialPercent = 100) =>
  lineSums(rows, { choices: NO_CHOICES, residentialPercent });
const totalsOf = (rows: TaxGroup[], residentialPercent?: number) => lineTotals(sumsOf(rows, residentialPercent));

/** Returns the boxes with an amount, such as { '20': '£1,200.00' }. */
function boxes(rows: TaxGroup[], residentialPercent?: number): Record<string, string> {
  const figures = figuresOf({ totals: totalsOf(rows, residentialPercent), broughtForward: 0 });
  const some = figures.boxes.filter(({ pence }) => pence !== 0);
  return Object.fromEntries(some.map(({ box, pence }) => [box, formatPence(pence)]));
}

const ONE_HOUSE = [
  row('rent', 1200),
  row('agent fees', -144),
  row('maintenance', -380),
  row('insurance', -240),
  row('ground rent', -150),
  row('mortgage interest', -310),
  row('advertising', -60),
];

describe('boxes', () => {
  it.each<[string, TaxGroup[], Record<string, string>]>([
    [
      'T19 a house',
      ONE_HOUSE,
      { 20: '£1,200.00', 24: '£390.00', 25: '£380.00', 27: '£144.00', 29: '£60.00', 44: '£310.00' },
    ],
    [
      'T21 a refund above the year’s repairs',
      [row('maintenance', -500), refund('maintenance', 700)],
      { 25: '−£200.00' },
    ],
    ['T24 a refund', [row('rent', 900), refund('maintenance', 700)], { 20: '£900.00', 25: '−£700.00' }],
    ['T25 a deposit', [row('deposit', 1500), row('deposit', -1500)], {}],
    [
      'T26 a deposit partly kept',
      [row('deposit', 1500), row('kept deposit', 250), row('maintenance', -300)],
      { 20: '£250.00', 25: '£300.00' },
    ],
    ['T27 savings interest', [row('interest', 42)], {}],
    ['T28 a tax without an answer', [row('tax', -1340)], {}],
    ['T30 an own category', [row('sundries', -25), row('advertising', -60)], { 29: '£60.00' }],
    ['T32 ground rent received', [row('ground rent', 90)], { 20: '£90.00' }],
    [
      'T37 tax withheld from a landlord abroad',
      [row('rent', 1200), row('tax', -240, { ownLine: 'tax_deducted' })],
      { 20: '£1,200.00', 21: '£240.00' },
    ],
    // Only the parts of a split bank row (£1,056.00) are transactions.
    ['T38 rent less the agent’s fee', [row('rent', 1200), row('agent fees', -144)], { 20: '£1,200.00', 27: '£144.00' }],
  ])('have the amounts of %s', (_, rows, expected) => {
    expect(boxes(rows)).toEqual(expected);
  });

  it('T19 leave residential finance costs out of expenses and profit', () => {
    const { income, expenses, profit } = figuresOf({ totals: totalsOf(ONE_HOUSE), broughtForward: 0 });
    expect({ income, expenses, profit }).toEqual({ income: 1_200_00, expenses: 974_00, profit: 226_00 });
  });

  it('T28 counts transactions that need an answer', () => {
    expect(waitingText(waitingRows(sumsOf([row('tax', -1340)])))).toBe('1 transaction (£1,340.00) needs an answer');
    const sums = sumsOf([row('tax', -1340), row('other', 40, { rows: 2 }), row('rent', 900)]);
    expect(waitingText(waitingRows(sums))).toBe('3 transactions (£1,380.00) need an answer');
    expect(waitingText(waitingRows([]))).toBe('');
  });

  it('T29 count council tax of an empty flat in box 24 once answered', () => {
    const answer = QUESTIONS.tax.options.find(({ label }) => label.startsWith('Council tax'));
    expect(boxes([row('tax', -1340, { ownLine: answer?.line ?? null })])).toEqual({ 24: '£1,340.00' });
  });

  it('T31 count rent by the day of receipt, and never while it is pending', () => {
    expect(boxes([row('rent', 800, { status: 'pending' }), row('rent', 700, { status: 'overdue' })])).toEqual({});
    expect(boxes([row('rent', 800)])).toEqual({ 20: '£800.00' });
    expect(taxYearOf('2026-04-10').year).toBe('2026-27');
  });

  it('T34 count a shop’s interest in box 26', () => {
    expect(boxes([row('mortgage interest', -1000)], 0)).toEqual({ 26: '£1,000.00' });
  });

  it('T65 count loan fees like interest', () => {
    expect(boxes([row('loan fees', -999)])).toEqual({ 44: '£999.00' });
    expect(boxes([row('loan fees', -999)], 0)).toEqual({ 26: '£999.00' });
  });

  it('T35 divide interest of a shop with a flat by its residential part', () => {
    expect(boxes([row('mortgage interest', -1000)], 60)).toEqual({ 26: '£400.00', 44: '£600.00' });
    expect(boxes([row('loan fees', -0.01)], 50)).toEqual({ 44: '£0.01' });
    // A transaction's own line is not divided.
    const own = row('mortgage interest', -1000, { ownLine: 'finance_residential' });
    expect(boxes([own], 60)).toEqual({ 44: '£1,000.00' });
  });

  it('T57 list replaced domestic items at the year end', () => {
    const { boxes, atYearEnd, profit } = figuresOf({
      totals: totalsOf([row('domestic items', -400)]),
      broughtForward: 0,
    });
    expect(boxes.filter(({ pence }) => pence !== 0)).toEqual([]);
    expect(profit).toBe(0);
    expect(atYearEnd).toEqual([{ box: '36', label: 'Costs of replacing domestic items', pence: 400_00 }]);
  });

  it('include finance costs brought forward as box 45', () => {
    const { boxes, profit } = figuresOf({ totals: totalsOf([]), broughtForward: 500_00 });
    expect(boxes.at(-1)).toMatchObject({ box: '45', pence: 500_00 });
    expect(profit).toBe(0);
  });
});

describe('heldBack', () => {
  const NO_CLAIM: Claim = { allowanceClaimed: false, isLast: true };
  const held = (rows: TaxGroup[], claim = NO_CLAIM, broughtForward = 0) =>
    heldBack({ totals: totalsOf(rows), broughtForward, detail: 'itemised' }, claim);

  it('T21 allows an expense below zero', () => {
    expect(held([row('maintenance', -500), refund('maintenance', 700)])).toEqual([]);
  });

  it('T22 holds box 44 back below zero', () => {
    const text =
      'Residential finance costs: −£150.00. HMRC does not accept an amount below zero here. Check refunds and returned rent.';
    const reason = { reason: 'negative', box: '44', text };
    expect(held([row('mortgage interest', -300), refund('mortgage interest', 450)])).toEqual([reason]);
  });

  it('T23 holds box 20 back below zero', () => {
    const reasons = held([row('rent', 1000), row('rent', -1200)]);
    expect(reasons).toMatchObject([{ reason: 'negative', box: '20' }]);
    expect(reasons[0]?.text).toContain('Rent: −£200.00.');
    // Fields of the same box are not netted against each other.
    const other = row('other', -1, { ownLine: 'other_income' });
    expect(held([row('rent', 1000), other])).toMatchObject([{ reason: 'negative', box: '20' }]);
  });

  it('holds boxes 21 and 45 back below zero', () => {
    expect(held([refund('tax', 1)].map((one) => ({ ...one, ownLine: 'tax_deducted' as const })))).toMatchObject([
      { reason: 'negative', box: '21' },
    ]);
    expect(held([], NO_CLAIM, -1)).toMatchObject([{ reason: 'negative', box: '45' }]);
  });

  it('holds amounts above the limit of HMRC back', () => {
    expect(held([row('rent', 99_999_999_999.99)])).toEqual([]);
    expect(held([row('rent', 100_000_000_000)])).toMatchObject([{ reason: 'too-large', box: '20' }]);
  });

  it('T94 holds expenses in update 4 back with the allowance', () => {
    const claim = { allowanceClaimed: true, isLast: true };
    const reasons = held([row('rent', 3000), row('insurance', -200)], claim);
    expect(reasons).toMatchObject([{ reason: 'allowance', box: null }]);
    expect(reasons[0]?.text).toContain('Remove expenses');
    expect(held([row('mortgage interest', -200)], claim)).toMatchObject([{ reason: 'allowance' }]);
    expect(held([row('insurance', -200)], { ...claim, isLast: false })).toEqual([]);
    expect(held([row('rent', 3000)], claim, 500_00)).toEqual([]);
    const incomeOnly = {
      totals: totalsOf([row('insurance', -200)]),
      broughtForward: 0,
      detail: 'income-only',
    } as const;
    expect(heldBack(incomeOnly, claim)).toEqual([]);
  });
});

describe('bridge', () => {
  const shown = (rows: TaxGroup[]) => bridge(sumsOf(rows)).map(({ id, income, costs }) => [id, income, costs]);

  it('T36 leads from Finance to the boxes with the same net', () => {
    expect(shown([row('rent', 1200), refund('maintenance', 700), row('maintenance', -500)])).toEqual([
      ['finance', 1_900_00, 500_00],
      ['refunds', -700_00, -700_00],
      ['boxes', 1_200_00, -200_00],
    ]);
  });

  it('names every difference', () => {
    const rows = [
      row('rent', 1000),
      row('rent', -100),
      row('deposit', 500),
      row('interest', 42),
      row('other', 8),
      row('insurance', -240),
      row('improvement', -5000),
      row('tax', -70),
      row('mortgage interest', -310),
      row('transfer', 30, { ownLine: 'other_income' }),
    ];
    expect(shown(rows)).toEqual([
      ['finance', 1_050_00, 5_720_00],
      ['returned', -100_00, -100_00],
      ['not-in-boxes', -42_00, -5_000_00],
      ['waiting', -8_00, -70_00],
      ['not-in-finance', 30_00, 0],
      ['boxes', 930_00, 550_00],
    ]);
  });

  it('agrees with the boxes and to the penny, for any transactions', () => {
    const rows = fc.array(
      fc
        .record({
          category: fc.constantFrom(...Object.keys(DEFAULT_LINES), 'sundries'),
          pence: fc.integer({ min: -9_999_99, max: 9_999_99 }).filter((pence) => pence !== 0),
          refund: fc.boolean(),
          ownLine: fc.option(fc.constantFrom(...TAX_LINE_IDS)),
        })
        .map(({ pence, refund, ...rest }) => row(rest.category, pence / 100, { ...rest, refund: refund && pence > 0 })),
    );
    fc.assert(
      fc.property(rows, fc.integer({ min: 0, max: 100 }), (given, residentialPercent) => {
        const sums = sumsOf(given, residentialPercent);
        const steps = bridge(sums);
        const last = steps.at(-1);
        const totals = lineTotals(sums);
        const { income, expenses } = figuresOf({ totals, broughtForward: 0 });
        expect([last?.income, last?.costs]).toEqual([income, expenses + totals.finance_residential]);
        for (const column of ['income', 'costs'] as const)
          expect(steps.slice(0, -1).reduce((sum, step) => sum + step[column], 0)).toBe(last?.[column]);
      }),
    );
  });
});
