/** The reports: titles, groups, filters, and the rights that each report requires. */
import type { Right } from '../../shared/rights.ts';

export const REPORT_NAMES = [
  'income-and-expenses',
  'profit-and-loss',
  'cash-flow',
  'tax-year',
  'rent-roll',
  'arrears',
  'empty-days',
  'tenant-statement',
  'yield',
  'certificates',
  'deposits',
  'supplier-statement',
] as const;
export type ReportName = (typeof REPORT_NAMES)[number];

export const GROUPINGS = ['property', 'month', 'owner'] as const;
export type Grouping = (typeof GROUPINGS)[number];
export const GROUPING_LABELS: Record<Grouping, string> = { property: 'Property', month: 'Month', owner: 'Owner' };

const FILTERS = ['property', 'category', 'supplier', 'tenancy', 'owner'] as const;
export type FilterName = (typeof FILTERS)[number];

export type ReportInfo = {
  title: string;
  group: 'Money' | 'Rent' | 'Properties' | 'Suppliers';
  about: string;
  /** Rights required in addition to the right to see reports. */
  needs: readonly Right[];
  /** Time that the report covers; a period by default. */
  time?: 'day' | 'tax-year';
  /** Label of the day, and its default in days from today. */
  day?: { label: string; ahead: number };
  filters: readonly FilterName[];
  /** The first grouping is the default. */
  by?: readonly Grouping[];
  compares?: true;
};

const ON = { label: 'On', ahead: 0 };

export const REPORTS: Record<ReportName, ReportInfo> = {
  'income-and-expenses': {
    title: 'Income and expenses',
    group: 'Money',
    about: 'Money received and paid, by category',
    needs: ['money.see'],
    filters: ['property', 'supplier', 'owner'],
    compares: true,
  },
  'profit-and-loss': {
    title: 'Profit and loss',
    group: 'Money',
    about: 'Income less costs of each property, month or owner',
    needs: ['money.see'],
    filters: ['property', 'category', 'owner'],
    by: ['property', 'month', 'owner'],
    compares: true,
  },
  'cash-flow': {
    title: 'Cash flow',
    group: 'Money',
    about: 'All money in and out by month, with mortgages and deposits',
    needs: ['money.see'],
    filters: ['property', 'owner'],
  },
  'tax-year': {
    title: 'Tax year summary',
    group: 'Money',
    about: 'The boxes of the tax return',
    needs: ['tax.see'],
    time: 'tax-year',
    filters: ['owner'],
  },
  'rent-roll': {
    title: 'Rent roll',
    group: 'Rent',
    about: 'Tenancies and rents on a day, with empty homes',
    needs: ['people.see', 'rent.see'],
    time: 'day',
    day: ON,
    filters: ['property', 'owner'],
  },
  arrears: {
    title: 'Arrears',
    group: 'Rent',
    about: 'Rent owed on a day, by age',
    needs: ['people.see', 'rent.see'],
    time: 'day',
    day: ON,
    filters: ['property', 'owner'],
  },
  'empty-days': {
    title: 'Empty days and lost rent',
    group: 'Rent',
    about: 'Days without a tenancy, and the rent lost',
    needs: ['properties.see', 'people.see'],
    filters: ['property', 'owner'],
  },
  'tenant-statement': {
    title: 'Tenant statement',
    group: 'Rent',
    about: 'Charges and payments of each tenancy',
    needs: ['people.see', 'rent.see'],
    filters: ['tenancy', 'owner'],
  },
  yield: {
    title: 'Yield',
    group: 'Properties',
    about: 'A year’s rent and profit, compared with the value',
    needs: ['properties.see', 'money.see'],
    time: 'day',
    day: { label: 'The year to', ahead: 0 },
    filters: ['property', 'owner'],
  },
  certificates: {
    title: 'Certificates due',
    group: 'Properties',
    about: 'Certificates that have expired or soon will',
    needs: ['properties.see'],
    time: 'day',
    day: { label: 'Due by', ahead: 90 },
    filters: ['property', 'owner'],
  },
  deposits: {
    title: 'Deposits held',
    group: 'Properties',
    about: 'Deposits received and not returned, with their schemes',
    needs: ['people.see', 'rent.see'],
    time: 'day',
    day: ON,
    filters: ['property', 'owner'],
  },
  'supplier-statement': {
    title: 'Supplier statement',
    group: 'Suppliers',
    about: 'Payments to each supplier',
    needs: ['money.see', 'suppliers.see'],
    filters: ['supplier', 'property', 'owner'],
  },
};

export function isReportName(text: string): text is ReportName {
  return Object.hasOwn(REPORTS, text);
}
