/** The reports: names, groups, what each can be narrowed by, and the rights that each needs. Loaded by every screen. */
import type { Right } from '../../shared/rights.ts';

export const REPORT_NAMES = ['income-and-expenses', 'profit-and-loss', 'cash-flow'] as const;
export type ReportName = (typeof REPORT_NAMES)[number];

export const GROUPINGS = ['property', 'month'] as const;
export type Grouping = (typeof GROUPINGS)[number];
export const GROUPING_LABELS: Record<Grouping, string> = { property: 'Property', month: 'Month' };

const FILTERS = ['property', 'category', 'supplier'] as const;
export type FilterName = (typeof FILTERS)[number];

export type ReportInfo = {
  title: string;
  group: 'Money' | 'Rent' | 'Properties' | 'Suppliers';
  /** In the list of reports. */
  about: string;
  /** Further rights than to see reports. */
  needs: readonly Right[];
  filters: readonly FilterName[];
  /** The first is the default. */
  by?: readonly Grouping[];
  /** Can be compared with another period. */
  compares?: true;
};

export const REPORTS: Record<ReportName, ReportInfo> = {
  'income-and-expenses': {
    title: 'Income and expenses',
    group: 'Money',
    about: 'Money received and paid, by category',
    needs: ['money.see'],
    filters: ['property', 'supplier'],
    compares: true,
  },
  'profit-and-loss': {
    title: 'Profit and loss',
    group: 'Money',
    about: 'Income less costs of each property or month',
    needs: ['money.see'],
    filters: ['property', 'category'],
    by: ['property', 'month'],
    compares: true,
  },
  'cash-flow': {
    title: 'Cash flow',
    group: 'Money',
    about: 'All money in and out by month, with mortgages and deposits',
    needs: ['money.see'],
    filters: ['property'],
  },
};

export function isReportName(text: string): text is ReportName {
  return Object.hasOwn(REPORTS, text);
}
