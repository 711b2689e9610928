/** Bodies of HMRC's cumulative update. With CONTRACTS_DIR they are checked against HMRC's JSON schema. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contractsFolder } from '../../../../test/contracts/contracts.ts';
import { TAX_LINE_IDS, type TaxLine } from '../../transaction/listed.ts';
import { DETAILS, type Detail, heldBack, updateBody } from './hmrc-body.ts';
import { TAX_LINES } from './lines.ts';
import { lineTotals } from './sums.ts';

const PERIOD = { from: '2026-04-06', to: '2026-10-05' };
type Pounds = Partial<Record<TaxLine, number>>;

function bodyOf(
  lines: Pounds,
  { detail = 'itemised', broughtForward = 0 }: { detail?: Detail; broughtForward?: number } = {},
) {
  const totals = { ...lineTotals([]) };
  for (const line of TAX_LINE_IDS) totals[line] = Math.round((lines[line] ?? 0) * 100);
  return updateBody({ totals, broughtForward, detail }, PERIOD).ukProperty;
}

const ONE_HOUSE: Pounds = {
  rent: 1200,
  professional: 144,
  repairs: 380,
  premises: 390,
  finance_residential: 310,
  other: 60,
};

describe('updateBody', () => {
  it('has the period and each line with an amount', () => {
    const totals = { ...lineTotals([]), rent: 1_200_00, repairs: -200_00 };
    expect(updateBody({ totals, broughtForward: 0, detail: 'itemised' }, PERIOD)).toEqual({
      fromDate: '2026-04-06',
      toDate: '2026-10-05',
      ukProperty: { income: { periodAmount: 1200 }, expenses: { repairsAndMaintenance: -200 } },
    });
  });

  it('T20 has three lines, with residential finance costs apart', () => {
    expect(bodyOf(ONE_HOUSE, { detail: 'three-lines' })).toEqual({
      income: { periodAmount: 1200 },
      expenses: { consolidatedExpenses: 974, residentialFinancialCost: 310 },
    });
  });

  it('has income only for joint owners who chose that', () => {
    expect(bodyOf(ONE_HOUSE, { detail: 'income-only', broughtForward: 500_00 })).toEqual({
      income: { periodAmount: 1200 },
    });
  });

  it('T32 has ground rent apart from rents', () => {
    expect(bodyOf({ other_income: 90 })).toEqual({ income: { otherIncome: 90 } });
  });

  it('T33 is a nil update without amounts', () => {
    expect(JSON.stringify(bodyOf({}))).toBe('{"income":{"periodAmount":0}}');
    expect(bodyOf({ ask: 1340, not_tax: 42, private: 5, capital: 9 })).toEqual({ income: { periodAmount: 0 } });
    expect(bodyOf({ repairs: 5 })).toEqual({ expenses: { repairsAndMaintenance: 5 } });
  });

  it('T57 leaves replaced domestic items out', () => {
    expect(bodyOf({ rent: 1200, domestic_item: 400 })).toEqual({ income: { periodAmount: 1200 } });
  });

  it('has tax taken off, travel and costs brought forward in their fields', () => {
    expect(bodyOf({ tax_deducted: 240, travel: 30.5 }, { broughtForward: 500_00 })).toEqual({
      income: { taxDeducted: 240 },
      expenses: { travelCosts: 30.5, residentialFinancialCostsCarriedForward: 500 },
    });
  });

  it('has at most two decimals, for any pence up to the limit of HMRC', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999_999_999 }), (pence) => {
        const totals = { ...lineTotals([]), rent: pence };
        const { ukProperty } = updateBody({ totals, broughtForward: 0, detail: 'itemised' }, PERIOD);
        const [whole, decimals = ''] = JSON.stringify(ukProperty.income?.periodAmount).split('.');
        expect(`${whole}${decimals.padEnd(2, '0')}`.replace(/^0+/, '')).toBe(String(pence));
      }),
    );
  });
});

describe.skipIf(!contractsFolder)('HMRC’s JSON schemas (skipped without CONTRACTS_DIR)', () => {
  type Schema = Parameters<typeof z.fromJSONSchema>[0];
  const read = (file: string) => JSON.parse(readFileSync(join(contractsFolder ?? '', 'hmrc', file), 'utf8')) as Schema;
  const cumulative = 'schemas.uk_property_cumulative_summary_create_and_amend.request.json';

  it('accept any body that is not held back', () => {
    const schema = z.fromJSONSchema(read(cumulative));
    expect(schema.safeParse({ ukProperty: {} }).success).toBe(true);
    expect(schema.safeParse({ ukProperty: { unknown: {} } }).success).toBe(false);
    const LIMIT = 9_999_999_999_999;
    const pence = fc.oneof(
      fc.constantFrom(0, 1, -1, LIMIT, -LIMIT, LIMIT + 1),
      fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }),
      fc.integer({ min: -LIMIT, max: LIMIT }),
    );
    const totals = fc.record(
      Object.fromEntries(TAX_LINE_IDS.map((line) => [line, pence])) as Record<TaxLine, typeof pence>,
    );
    const claim = { allowanceClaimed: false, isLast: false };
    fc.assert(
      fc.property(totals, pence, fc.constantFrom(...DETAILS), (totals, broughtForward, detail) => {
        const figures = { totals, broughtForward, detail };
        const { success } = schema.safeParse(updateBody(figures, PERIOD));
        expect(success).toBe(heldBack(figures, claim).length === 0);
      }),
    );
  });

  it('have every field of the tax lines, with costOfReplacingDomesticItems for …Goods in the mapping file', () => {
    const texts = [cumulative, 'schemas.uk_property_annual_submission_create_and_amend.request.json'].map((file) =>
      JSON.stringify(read(file)),
    );
    const fields = TAX_LINE_IDS.flatMap((line) => TAX_LINES[line].field?.split('.')[1] ?? []);
    expect(fields.filter((field) => !texts.some((text) => text.includes(`"${field}":`)))).toEqual([]);
    expect(fields).toContain('costOfReplacingDomesticItems');
  });
});
