/** Estimate of the tax that property adds for one person and tax year. Amounts are pence. */
import { roundedShare } from '../../../shared/money.ts';
import type { RuleSource } from '../../../shared/rule-source.ts';
import type { Nation } from '../../property/home/nation.ts';
import { ALLOWANCE_SOURCE, chooseRoute, profitBy, type Route } from './allowance.ts';
import { LOSSES_SOURCE, offsetLosses } from './losses.ts';

export type TaxRates = {
  /** Personal allowance, reduced by £1 for each £2 of income over `taperFrom`. */
  allowance: number;
  taperFrom: number;
  /** Rates in per cent, up to an amount of taxable income. */
  bands: readonly { upTo: number; other: number; property: number }[];
  /** Percentage of finance costs that reduces tax. */
  reducer: number;
  notes: Partial<Record<Nation, string>>;
  source: RuleSource;
};

const [BASIC, HIGHER] = [37_700_00, 125_140_00];
const JURISDICTION = 'England, Wales and Northern Ireland';

export const TAX_RATES = {
  '2026-27': {
    allowance: 12_570_00,
    taperFrom: 100_000_00,
    bands: [
      { upTo: BASIC, other: 20, property: 20 },
      { upTo: HIGHER, other: 40, property: 40 },
      { upTo: Number.POSITIVE_INFINITY, other: 45, property: 45 },
    ],
    reducer: 20,
    notes: {},
    source: {
      name: 'Income Tax rates and Personal Allowances',
      link: 'https://www.gov.uk/income-tax-rates',
      effectiveFrom: '2026-04-06',
      jurisdiction: JURISDICTION,
    },
  },
  '2027-28': {
    allowance: 12_570_00,
    taperFrom: 100_000_00,
    bands: [
      { upTo: BASIC, other: 20, property: 22 },
      { upTo: HIGHER, other: 40, property: 42 },
      { upTo: Number.POSITIVE_INFINITY, other: 45, property: 47 },
    ],
    reducer: 22,
    notes: {
      Wales: 'The Welsh rates on property income for 2027-28 are not confirmed. This estimate uses 22%, 42% and 47%.',
    },
    source: {
      name: 'Finance Act 2026, sections 6 to 8: tax rates for property, savings and dividend income',
      link: 'https://www.gov.uk/government/publications/changes-to-tax-rates-for-property-savings-and-dividend-income',
      effectiveFrom: '2027-04-06',
      jurisdiction: JURISDICTION,
    },
  },
} as const satisfies Record<string, TaxRates>;

const FINANCE_SOURCE: RuleSource = {
  name: 'Income Tax (Trading and Other Income) Act 2005, sections 274A and 274AA',
  link: 'https://www.legislation.gov.uk/ukpga/2005/5/section/274A',
  effectiveFrom: '2020-04-06',
  jurisdiction: 'UK',
};

const PROFIT_SOURCES: Record<Route, RuleSource> = {
  expenses: {
    name: 'HMRC Property Income Manual, PIM1090: cash basis',
    link: 'https://www.gov.uk/hmrc-internal-manuals/property-income-manual/pim1090',
    effectiveFrom: '2017-04-06',
    jurisdiction: 'UK',
  },
  allowance: ALLOWANCE_SOURCE,
};

export const LEFT_OUT =
  'This estimate leaves out National Insurance, tax on savings and dividends, pensions, gifts and capital gains. It also leaves out the child benefit charge, student loans, the marriage allowance and Scottish rates. The tax on your return may differ by a few pounds.';

const SCOTLAND = {
  text: 'Scottish taxpayers pay Scottish rates on property income, which Tenure does not have yet. There is no estimate.',
  source: {
    name: 'Income Tax in Scotland',
    link: 'https://www.gov.uk/scottish-income-tax',
    effectiveFrom: '2026-04-06',
    jurisdiction: 'Scotland',
  },
} as const;

type NoEstimate = { text: string; source: RuleSource };

/** All amounts are at least 0, except `expenses`, which refunds may make negative. */
export type EstimateInput = {
  nation: Nation;
  rates: TaxRates;
  /** Boxes 20, 22 and 23. */
  gross: number;
  /** Boxes 24 to 29 and 36. */
  expenses: number;
  /** Box 44. */
  finance: number;
  lossesBroughtForward: number;
  financeBroughtForward: number;
  /** Pay, trade and pensions. */
  otherIncome: number;
  savings: number;
  dividends: number;
  /** Null to use the route with less tax. */
  choice: Route | null;
  putAside: number;
};

/** Returns the personal allowance after its taper. The finance reducer does not lower income. */
function personalAllowance({ allowance, taperFrom }: TaxRates, income: number): number {
  const reduction = Math.floor(Math.max(0, income - taperFrom) / 2_00) * 1_00;
  return Math.max(0, allowance - reduction);
}

type Band = { income: 'other' | 'property'; percent: number; taxable: number; tax: number };

/** Returns the tax of each band, rounded half up. Other income uses allowance and lower bands before property. */
function bandsOf(rates: TaxRates, allowance: number, otherIncome: number, profit: number): Band[] {
  const other = Math.max(0, otherIncome - allowance);
  const all = Math.max(0, otherIncome + profit - allowance);
  const within = (from: number, to: number, lower: number, upper: number) =>
    Math.max(0, Math.min(to, upper) - Math.max(from, lower));
  return (['other', 'property'] as const).flatMap((income) =>
    rates.bands
      .map((band, place) => {
        const lower = rates.bands[place - 1]?.upTo ?? 0;
        const taxable = income === 'other' ? within(0, other, lower, band.upTo) : within(other, all, lower, band.upTo);
        return { income, percent: band[income], taxable, tax: roundedShare(taxable, band[income], 100) };
      })
      .filter(({ taxable }) => taxable > 0),
  );
}

const totalTax = (bands: readonly Band[]) => bands.reduce((sum, { tax }) => sum + tax, 0);

type Limb = { id: 'A' | 'B' | 'C'; label: string; pence: number; lowest: boolean };

/** The lowest of three amounts reduces tax. Other finance costs are carried forward, not refunded. */
function financeReducer(input: { costs: number; profit: number; aboveAllowance: number }) {
  const { costs, profit, aboveAllowance } = input;
  const used = Math.min(costs, profit, aboveAllowance);
  const limbs = [
    { id: 'A', label: 'Finance costs of this year and brought forward', pence: costs },
    { id: 'B', label: 'Property profit after losses', pence: profit },
    { id: 'C', label: 'Income above the personal allowance, without savings and dividends', pence: aboveAllowance },
  ] as const;
  const lowest = limbs.find(({ pence }) => pence === used)?.id;
  return {
    used,
    limbs: limbs.map((limb): Limb => ({ ...limb, lowest: limb.id === lowest })),
    carriedForward: costs - used,
  };
}

/** Returns all steps by one route. With the property allowance, the finance costs of the year are lost. */
function estimateBy(route: Route, input: EstimateInput) {
  const { rates, otherIncome, savings, dividends, financeBroughtForward } = input;
  const profit = profitBy(route, input);
  const losses = offsetLosses({ result: profit, broughtForward: input.lossesBroughtForward });
  const income = otherIncome + savings + dividends;
  const allowance = personalAllowance(rates, income + losses.taxable);
  const bands = bandsOf(rates, allowance, otherIncome, losses.taxable);
  const withoutProperty = totalTax(bandsOf(rates, personalAllowance(rates, income), otherIncome, 0));
  const finance =
    route === 'allowance'
      ? { used: 0, limbs: [], carriedForward: financeBroughtForward }
      : financeReducer({
          costs: input.finance + financeBroughtForward,
          profit: losses.taxable,
          aboveAllowance: Math.max(0, otherIncome + losses.taxable - allowance),
        });
  const propertyTax = totalTax(bands.filter((band) => band.income === 'property'));
  // Bands and reducer are rounded separately, which could otherwise refund a penny.
  const reduction = Math.min(propertyTax, roundedShare(finance.used, rates.reducer, 100));
  const wholeTax = totalTax(bands) - reduction;
  return {
    profit: { gross: input.gross, expenses: input.expenses, pence: profit, source: PROFIT_SOURCES[route] },
    losses: { ...losses, source: LOSSES_SOURCE },
    allowance: { pence: allowance, source: rates.source },
    limbs: { list: finance.limbs, source: FINANCE_SOURCE },
    bands: { list: bands, source: rates.source },
    reducer: { percent: rates.reducer, of: finance.used, pence: reduction, source: FINANCE_SOURCE },
    carriedForward: { pence: finance.carriedForward, source: FINANCE_SOURCE },
    extraTax: { wholeTax, withoutProperty, pence: wholeTax - withoutProperty, source: rates.source },
  };
}

export type Estimate = ReturnType<typeof estimateBy> & {
  route: ReturnType<typeof chooseRoute> & { extraTax: Record<Route, number>; source: RuleSource };
  /** `already` is the amount put aside so far, `pence` the amount still needed. */
  putAside: { already: number; pence: number };
  notes: string[];
};

/** Returns the steps with their sources; for Scottish taxpayers, a sentence instead. */
export function estimateTax(input: EstimateInput): { ok: true; estimate: Estimate } | ({ ok: false } & NoEstimate) {
  if (input.nation === 'Scotland') return { ok: false, ...SCOTLAND };
  const routes = { expenses: estimateBy('expenses', input), allowance: estimateBy('allowance', input) };
  const extraTax = { expenses: routes.expenses.extraTax.pence, allowance: routes.allowance.extraTax.pence };
  const route = chooseRoute({ gross: input.gross, choice: input.choice, tax: extraTax });
  const steps = routes[route.route];
  const note = input.rates.notes[input.nation];
  return {
    ok: true,
    estimate: {
      ...steps,
      route: { ...route, extraTax, source: ALLOWANCE_SOURCE },
      putAside: { already: input.putAside, pence: Math.max(0, steps.extraTax.pence - input.putAside) },
      notes: note ? [note, LEFT_OUT] : [LEFT_OUT],
    },
  };
}
