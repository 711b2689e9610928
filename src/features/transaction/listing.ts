/** Which transactions a list shows and in which order, as `list.server.ts` has it: so that a change finds its place at once. */
import { ascending, byText, type Compare, descending, type Listing } from '../../web/records/pages.ts';
import { categoryLabel } from './labels.ts';
import {
  NO_PROPERTY,
  type Transaction,
  type TransactionFilter,
  type TransactionListFilter,
  type TransactionSort,
} from './transaction.ts';

export function transactionListing(filter: TransactionListFilter): Listing<Transaction> {
  return { matches: (transaction) => matches(transaction, filter), compare: ORDERS[filter.sort] };
}

function matches(transaction: Transaction, { q, category, status, propertyId }: TransactionFilter): boolean {
  if (category !== undefined && !category.split(',').includes(transaction.category)) return false;
  if (status && transaction.status !== status) return false;
  if (propertyId && (transaction.propertyId ?? NO_PROPERTY) !== propertyId) return false;
  const { description, reference, propertyAddress } = transaction;
  const fields = [description, reference, categoryLabel(transaction.category), propertyAddress ?? ''];
  return fields.some((field) => field.toLowerCase().includes(q.toLowerCase()));
}

const byDate: Compare<Transaction> = (a, b) => byText(a.date, b.date);
const bySize: Compare<Transaction> = (a, b) => Math.abs(a.amount) - Math.abs(b.amount);

const ORDERS: Record<TransactionSort, Compare<Transaction>> = {
  recent: descending(byDate),
  oldest: ascending(byDate),
  highest: descending(bySize),
  lowest: ascending(bySize),
};
