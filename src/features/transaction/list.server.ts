/** The list of transactions in SQL: searched, filtered, sorted, a page at a time. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { LandlordDb } from '../../server/landlord.server.ts';
import { type Order, type PageText, pageOfRows } from '../../server/pages.server.ts';
import { filtered } from './filter.server.ts';
import { listedFields } from './store.server.ts';
import type { Transaction, TransactionListFilter, TransactionSort } from './transaction.ts';

const sentPence = z.number().int();
const byDate = {
  by: sql`transactions.date`,
  key: 'date',
  sent: z.iso.date(),
  value: (sent) => sql`${sent}::date`,
} as const satisfies Omit<Order<Transaction>, 'direction'>;
const bySize = {
  by: sql`size`,
  key: 'amount',
  sent: sentPence,
  value: (sent) => sql`abs(${sent}::bigint)`,
} as const satisfies Omit<Order<Transaction>, 'direction'>;

const ORDERS: Record<TransactionSort, Order<Transaction>> = {
  recent: { ...byDate, direction: 'desc' },
  oldest: { ...byDate, direction: 'asc' },
  highest: { ...bySize, direction: 'desc' },
  lowest: { ...bySize, direction: 'asc' },
};

type Asked = TransactionListFilter & { limit: number; cursor?: string | undefined };

/** One page of the landlord's transactions. How many there are in all, `readTotals` tells. */
export function listTransactions(
  db: LandlordDb,
  { sort, limit, cursor, ...filter }: Asked,
): Promise<PageText<Transaction>> {
  return pageOfRows(db, {
    rows: filtered(db, filter).select(listedFields).$castTo<Transaction>(),
    order: ORDERS[sort],
    limit,
    cursor,
    total: null,
  });
}

/** Up to so many transactions at once, for work that reads them all, part by part. */
export async function transactionBatch(
  db: LandlordDb,
  asked: Asked,
): Promise<{ items: Transaction[]; nextCursor: string | null }> {
  const page = await listTransactions(db, asked);
  // Written by PostgreSQL from `listedFields`, which are a Transaction's.
  return JSON.parse(page.text) as { items: Transaction[]; nextCursor: string | null };
}
