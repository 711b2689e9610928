/** Queries and texts of the rent list. Separate from rent.ts, so that the first load needs no schemas. */
import { formatDay, isDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { textIn, valuesIn } from '../../shared/records/list-query.ts';
import { AGE_IDS, daysLateText } from '../tenancy/rules/arrears.ts';

export const RENT_FILTERS = ['all', 'outstanding', 'late'] as const;
export type RentFilter = (typeof RENT_FILTERS)[number];
export const FILTER_LABELS: Record<RentFilter, string> = { all: 'All', outstanding: 'Outstanding', late: 'Late' };

export const RENT_SORTS = { outstanding: 'Outstanding first', due: 'By rent day', name: 'Name A to Z' } as const;
export type RentSort = keyof typeof RENT_SORTS;

export const ARREARS_SORTS = { owed: 'Most owed first', since: 'Longest behind first', name: 'Name A to Z' } as const;
export type ArrearsSort = keyof typeof ARREARS_SORTS;

export const MONTH = /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/;

const ADDRESS_PARAMS = {
  month: (text: string) => MONTH.test(text),
  filter: ['outstanding', 'late'],
  sort: ['due', 'name'],
  /** `on`, `by` and `age` are the date (if not today), order and age of arrears. */
  on: isDay,
  by: ['since', 'name'],
  age: AGE_IDS,
} as const;

/** Reads the page's search parameters. Defaults are omitted, and invalid values are ignored. */
export function rentSearch(params: Record<string, unknown>) {
  return { ...textIn(params.q), ...valuesIn(ADDRESS_PARAMS, params) };
}
export type RentSearch = ReturnType<typeof rentSearch>;

/** Returns the queries for the month and for the arrears. `today` is the landlord's date. */
export function queriesOf({ month, q, filter, sort, on, by, age }: RentSearch, today: string) {
  return {
    month: {
      month: month ?? today.slice(0, 7),
      q: q ?? '',
      filter: filter ?? 'all',
      sort: sort ?? 'outstanding',
    },
    arrears: { on: on ?? today, sort: by ?? 'owed', q: '', ...(age && { age }) },
  } as const;
}

export const FIRST_ROWS = { month: 20, arrears: 10 } as const;

type Line = {
  due: string;
  left: number;
  received: number;
  charged: number;
  lastPaid: { date: string } | null;
  owed: number;
  since: string | null;
  credit: number;
};

export type RentState = { tone: 'paid' | 'part' | 'late' | 'due'; words: string; more: string };

/** For example, 'Paid 03 Nov 2026', '20 days late' or 'Due in 3 days'. The oldest unpaid charge decides. */
export function rentState(line: Line, today: string): RentState {
  const { due, left, received, charged, lastPaid, owed, since, credit } = line;
  if (left === 0) {
    const words = lastPaid ? `Paid ${formatDay(lastPaid.date)}` : 'Settled';
    return { tone: 'paid', words, more: credit > 0 ? `${formatPence(credit)} in credit` : '' };
  }
  const isLate = since !== null && since < today;
  const inAll = isLate && owed > left ? `${formatPence(owed)} owed in total since ${formatDay(since)}` : '';
  if (received > 0 && received < charged) {
    const late = isLate ? daysLateText(since, today) : '';
    return { tone: 'part', words: 'Part paid', more: [late, inAll].filter(Boolean).join(', ') };
  }
  if (isLate) return { tone: 'late', words: daysLateText(since, today), more: inAll };
  return {
    tone: 'due',
    words: daysLateText(due, today),
    more: credit > 0 ? `${formatPence(credit)} in credit will pay towards it` : '',
  };
}
