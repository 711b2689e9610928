/** What is measured of finance: a landlord with a million transactions, one person at a time. */
import type { Row } from './row.ts';

type Item = { description: string; category: string; status: string; propertyId: string | null };
type Page = { items: Item[]; nextCursor: string | null };

const GOAL = { p99: 50 };
const SECOND = { p99: 1000 };

/** A list whose first page is full, all of it as `right` says. */
function list(name: string, asked: string, right: (item: Item) => boolean = () => true): Row {
  return {
    name: `Transactions: ${name}`,
    connections: 1,
    as: 'reader',
    method: 'GET',
    path: `/api/transactions?limit=50${asked}`,
    status: 200,
    problem: (body) => {
      const { items } = body as Page;
      if (items.length === 0) return 'nothing was found';
      return items.every(right) ? null : 'something else was found';
    },
    goal: GOAL,
  };
}

function sums(name: string, asked: string): Row {
  return {
    ...list(name, ''),
    name: `Sums: ${name}`,
    path: `/api/transactions/totals?${asked}`,
    problem: (body) => ((body as { count: number }).count > 0 ? null : 'nothing was counted'),
    goal: SECOND,
  };
}

// Where a page goes on: in the midst of the years, and of the amounts.
const MIDDLE = encodeURIComponent('["2021-11-15","7fffffff-0000-4000-8000-000000000000"]');
const HALFWAY = encodeURIComponent('[45000,"7fffffff-0000-4000-8000-000000000000"]');

export const FINANCE_ROWS: readonly Row[] = [
  list('first page', ''),
  list('a page in the middle', `&cursor=${MIDDLE}`),
  list('highest', '&sort=highest'),
  list('highest, in the middle', `&sort=highest&cursor=${HALFWAY}`),
  list('one category', '&category=tax', ({ category }) => category === 'tax'),
  list('three categories', '&category=tax,rent,utilities'),
  list('completed', '&status=completed', ({ status }) => status === 'completed'),
  list('pending', '&status=pending', ({ status }) => status === 'pending'),
  list('overdue', '&status=overdue', ({ status }) => status === 'overdue'),
  list('one property', '&propertyId={id}', ({ propertyId }) => propertyId !== null),
  list('no property', '&propertyId=none', ({ propertyId }) => propertyId === null),
  list('search, in half of all', '&q=rent'),
  list('search, in 5,000', '&q=in+the+storm', ({ description }) => description.includes('in the storm')),
  list('search, in ten', '&q=chimney', ({ description }) => description.includes('chimney')),
  list('search of two letters', '&q=qz', ({ description }) => description.includes('qz')),
  {
    ...list('', ''),
    name: 'Finance: the four cards',
    path: '/api/transactions/summary',
    problem: (body, { transactions }) => {
      const { count, pending, overdue } = body as Record<'pending' | 'overdue', { count: number }> & { count: number };
      return count === transactions && pending.count > 0 && overdue.count > 0 ? null : 'a card is wrong';
    },
  },
  sums('all', ''),
  sums('one category', 'category=tax'),
  sums('overdue of one category', 'status=overdue&category=tax'),
  sums('search, in half of all', 'q=rent'),
  sums('search, in 5,000', 'q=in+the+storm'),
];
