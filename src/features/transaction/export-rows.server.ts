/** What an export reads: the transactions of a filter, all of them as they stand at one moment, in batches. */
import type { Context } from 'hono';
import type { AppEnv, Services } from '../../server/services.server.ts';
import { readAsUser, withSnapshot } from '../../server/session/session.server.ts';
import { transactionBatch } from './list.server.ts';
import { readTotals } from './totals.server.ts';
import type { Transaction, TransactionListFilter } from './transaction.ts';

/** Rows of a batch: others are served between two, after some ten milliseconds. */
const BATCH = 2000;

export type Export = {
  services: Services;
  c: Context<AppEnv>;
  filter: TransactionListFilter;
  /** Ends it at once. */
  signal: AbortSignal;
};

type Taking = {
  /** Told how many there are before the first of them; what it throws, the reading throws. */
  begin: (count: number) => void;
  /** Puts a batch where nobody has to wait for a reader. */
  take: (batch: Transaction[]) => Promise<void> | void;
};

/**
 * Reads them in one transaction that sees one moment, so that whatever is saved meanwhile, none is missing, none comes twice, and they
 * are as many as were told. It lasts as long as the database needs, never as long as a reader does.
 */
export async function readRows({ services, c, filter, signal }: Export, { begin, take }: Taking): Promise<void> {
  await withSnapshot(services, c, 'open', async (db) => {
    const { count } = await readTotals(db, filter);
    begin(count);
    let read = 0;
    let cursor: string | undefined;
    do {
      signal.throwIfAborted();
      const { items, nextCursor } = await transactionBatch(db, { ...filter, limit: BATCH, cursor });
      read += items.length;
      await take(items);
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined);
    if (read !== count) throw new Error(`An export promised ${count} transactions and read ${read}`);
  });
}

/** The pieces one after the other, each only while the session lives that asked for them: throws `unauthenticated` when it has ended. */
export async function* whileSignedIn(
  { services, c }: Export,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    await readAsUser(services, c, 'open', async () => {});
    yield piece;
  }
}
