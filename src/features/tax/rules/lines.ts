/** Tax lines: the box of SA105 and HMRC's field to which a transaction belongs. Amounts are pence. */
import type { RuleSource } from '../../../shared/rule-source.ts';
import type { TaxLine, TransactionType } from '../../transaction/listed.ts';

const UK = { effectiveFrom: '2025-04-06', jurisdiction: 'UK' } as const;
/** Boxes 5 to 19 were for furnished holiday lets, abolished from 2025-26. */
const BOXES_SOURCE: RuleSource = {
  name: 'HMRC, boxes of SA105 for 2025-26 and their fields',
  link: 'https://github.com/hmrc/income-tax-mtd-changelog/blob/main/mapping/csv/sa105_mapping_v1.csv',
  ...UK,
};
const manual = (page: string, about: string): RuleSource => ({
  name: `HMRC Property Income Manual, ${page}: ${about}`,
  link: `https://www.gov.uk/hmrc-internal-manuals/property-income-manual/${page.toLowerCase()}`,
  ...UK,
});
export const REPAIR_SOURCE = manual('PIM2030', 'repairs');
const DEPOSIT_SOURCE = manual('PIM1052', 'deposits');
const FINANCE_SOURCE = manual('PIM2105', 'loan fees');
const DOMESTIC_ITEM_SOURCE = manual('PIM3210', 'replacing domestic items');

/** `side` is the type of the transactions of a line in Finance, where tax taken off the rent is an expense. */
type LineFacts = {
  box: string | null;
  field: `${'income' | 'expenses' | 'allowances'}.${string}` | null;
  side: 'income' | 'expense' | 'neither';
  label: string;
  meaning: string;
};

export const TAX_LINES = {
  rent: {
    box: '20',
    field: 'income.periodAmount',
    side: 'income',
    label: 'Rent',
    meaning: 'Rent before any fees or costs, less rent that you return.',
  },
  other_income: {
    box: '20',
    field: 'income.otherIncome',
    side: 'income',
    label: 'Other income',
    meaning: 'Ground rent that you receive, services to tenants, kept deposits and insurance for lost rent.',
  },
  lease_premium: {
    box: '22',
    field: 'income.premiumsOfLeaseGrant',
    side: 'income',
    label: 'Lease premium',
    meaning: 'A lump sum that a tenant pays you for the grant of a lease.',
  },
  reverse_premium: {
    box: '23',
    field: 'income.reversePremiums',
    side: 'income',
    label: 'Reverse premium',
    meaning: 'A lump sum that you receive for taking on a lease.',
  },
  tax_deducted: {
    box: '21',
    field: 'income.taxDeducted',
    side: 'expense',
    label: 'Tax taken off',
    meaning: 'Tax that a tenant or agent takes off the rent of a landlord abroad and pays to HMRC.',
  },
  premises: {
    box: '24',
    field: 'expenses.premisesRunningCosts',
    side: 'expense',
    label: 'Rent, rates, insurance and ground rent',
    meaning: 'Running costs: insurance, utilities, council tax, ground rent and service charges.',
  },
  repairs: {
    box: '25',
    field: 'expenses.repairsAndMaintenance',
    side: 'expense',
    label: 'Repairs and maintenance',
    meaning: 'Work that keeps the property as it was, including like-for-like replacement of fitted things.',
  },
  finance_other: {
    box: '26',
    field: 'expenses.financialCosts',
    side: 'expense',
    label: 'Finance costs, not residential',
    meaning: 'Loan interest and loan fees for shops, offices and other commercial property.',
  },
  professional: {
    box: '27',
    field: 'expenses.professionalFees',
    side: 'expense',
    label: 'Legal, management and other professional fees',
    meaning: 'Fees of letting agents, accountants and solicitors for your lets.',
  },
  services: {
    box: '28',
    field: 'expenses.costOfServices',
    side: 'expense',
    label: 'Services and wages',
    meaning: 'Cleaning, gardening and other services, and wages of people you employ.',
  },
  travel: {
    box: '29',
    field: 'expenses.travelCosts',
    side: 'expense',
    label: 'Travel',
    meaning: 'Mileage, fares and parking on journeys for your lets.',
  },
  other: {
    box: '29',
    field: 'expenses.other',
    side: 'expense',
    label: 'Other costs',
    meaning: 'Advertising, certificates, office costs and other costs only for your lets.',
  },
  finance_residential: {
    box: '44',
    field: 'expenses.residentialFinancialCost',
    side: 'expense',
    label: 'Residential finance costs',
    meaning: 'Loan interest and loan fees for homes, which reduce your tax and not your profit.',
  },
  domestic_item: {
    box: '36',
    field: 'allowances.costOfReplacingDomesticItems',
    side: 'expense',
    label: 'Replaced domestic items',
    meaning: 'Furniture and appliances that replace old ones, claimed once a year in the tax return.',
  },
  capital: {
    box: null,
    field: null,
    side: 'expense',
    label: 'Purchase or improvement',
    meaning: 'The price, buying costs and improvements, which count when you sell the property.',
  },
  private: {
    box: null,
    field: null,
    side: 'expense',
    label: 'Not allowable',
    meaning: 'Costs that you cannot claim, such as your own income tax or private use.',
  },
  not_tax: {
    box: null,
    field: null,
    side: 'neither',
    label: 'Not income or a cost',
    meaning: 'Deposits, transfers, loan capital, savings interest and money that is not for the lets.',
  },
  ask: {
    box: null,
    field: null,
    side: 'neither',
    label: 'Needs an answer',
    meaning: 'We need your answer to choose a box. Until then, we leave it out.',
  },
} as const satisfies Record<TaxLine, LineFacts>;

export const MILEAGE_LABEL = 'Mileage';

/** Such as '25 · Repairs and maintenance'. */
export function lineLabel(line: TaxLine): string {
  const { box, label } = TAX_LINES[line];
  return box ? `${box} · ${label}` : label;
}

/** `received` is the line for income other than refunds, if different. */
export type DefaultLine = { line: TaxLine; received?: TaxLine; source: RuleSource };

export const DEFAULT_LINES: Readonly<Record<string, DefaultLine>> = {
  rent: { line: 'rent', source: BOXES_SOURCE },
  'kept deposit': { line: 'other_income', source: DEPOSIT_SOURCE },
  deposit: { line: 'not_tax', source: DEPOSIT_SOURCE },
  transfer: { line: 'not_tax', source: BOXES_SOURCE },
  personal: { line: 'not_tax', source: BOXES_SOURCE },
  interest: { line: 'not_tax', source: BOXES_SOURCE },
  grant: { line: 'ask', source: BOXES_SOURCE },
  maintenance: { line: 'repairs', source: REPAIR_SOURCE },
  insurance: { line: 'premises', source: BOXES_SOURCE },
  utilities: { line: 'premises', source: BOXES_SOURCE },
  tax: { line: 'ask', source: BOXES_SOURCE },
  other: { line: 'ask', source: BOXES_SOURCE },
  'agent fees': { line: 'professional', source: BOXES_SOURCE },
  'mortgage interest': { line: 'finance_residential', source: FINANCE_SOURCE },
  'loan fees': { line: 'finance_residential', source: FINANCE_SOURCE },
  'mortgage capital': { line: 'not_tax', source: FINANCE_SOURCE },
  'ground rent': { line: 'premises', received: 'other_income', source: BOXES_SOURCE },
  'council tax': { line: 'premises', source: BOXES_SOURCE },
  'professional fees': { line: 'professional', source: BOXES_SOURCE },
  advertising: { line: 'other', source: BOXES_SOURCE },
  certificates: { line: 'other', source: BOXES_SOURCE },
  'office costs': { line: 'other', source: BOXES_SOURCE },
  cleaning: { line: 'services', source: BOXES_SOURCE },
  gardening: { line: 'services', source: BOXES_SOURCE },
  wages: { line: 'services', source: BOXES_SOURCE },
  travel: { line: 'travel', source: BOXES_SOURCE },
  'domestic items': { line: 'domestic_item', source: DOMESTIC_ITEM_SOURCE },
  improvement: { line: 'capital', source: REPAIR_SOURCE },
};

/** Maintenance from this amount may be an improvement. */
export const LARGE_PENCE = 1_000_00;

/** Inputs that decide the line of a transaction, or of a group of transactions that share them. */
export type TaxRow = {
  type: TransactionType;
  category: string;
  refund: boolean;
  /** `transactions.tax_line`; null follows the category. */
  ownLine: TaxLine | null;
  isLarge: boolean;
};

/** `residentialPercent` of the property: 100 if residential (or without a property), 0 if commercial. */
export type LineSettings = { choices: ReadonlyMap<string, TaxLine>; residentialPercent: number };

export function isLarge(pence: number): boolean {
  return Math.abs(pence) >= LARGE_PENCE;
}

/**
 * Returns the own line of a transaction, otherwise the landlord's choice for its category, otherwise the default; 'ask'
 * if that line does not fit. Finance costs of a mixed letting are `finance_residential` here; `lineSums` divides them.
 */
export function lineOf(row: TaxRow, { choices, residentialPercent }: LineSettings): TaxLine {
  if (row.ownLine !== null) return row.ownLine;
  const line = choices.get(row.category) ?? defaultLine(row);
  if (!fits(line, row) || mayBeImprovement(line, row)) return 'ask';
  return line === 'finance_residential' && residentialPercent === 0 ? 'finance_other' : line;
}

function defaultLine(row: TaxRow): TaxLine {
  const usual = DEFAULT_LINES[row.category];
  return (isReceived(row) ? usual?.received : undefined) ?? usual?.line ?? 'ask';
}

export function isReceived({ type, refund }: Pick<TaxRow, 'type' | 'refund'>): boolean {
  return type === 'income' && !refund;
}

/** Refunds belong in cost lines, and returned rent in the rent line. Otherwise income and expenses do not mix. */
function fits(line: TaxLine, row: TaxRow): boolean {
  const { side } = TAX_LINES[line];
  return side === 'neither' || (side === 'income') === isReceived(row) || (line === 'rent' && row.type === 'expense');
}

/** Includes refunds, because a refund may lower the cost of an improvement. */
export function mayBeImprovement(line: TaxLine, { category, isLarge }: TaxRow): boolean {
  return category === 'maintenance' && line === 'repairs' && isLarge;
}
