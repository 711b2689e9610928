import type { Context } from 'hono';
import type { AppEnv, Services } from '../../server/services.server.ts';
import { readAsUser, withReplica } from '../../server/session/session.server.ts';
import { transactionBatch } from '../transaction/list/list.server.ts';
import { readTotals } from '../transaction/list/totals.server.ts';
import type { Transaction, TransactionListFilter } from '../transaction/transaction.ts';
import type { AboutLine } from './export.ts';

/** Rows per batch, which takes about ten milliseconds and lets other requests run in between. */
const BATCH_SIZE = 2000;

export type Export = {
  services: Services;
  c: Context<AppEnv>;
  filter: TransactionListFilter;
  /** The lines of an Excel file's second sheet. */
  about: readonly AboutLine[];
  signal: AbortSignal;
};

export type ExportFile = {
  count: number;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  close: () => Promise<void>;
};

type Handlers = {
  /** Called once before the first batch. If it throws, `readRows` rejects. */
  begin: (count: number) => void;
  take: (batch: Transaction[]) => Promise<void> | void;
};

/** Reads from one snapshot, so that concurrent saves cannot skip or repeat rows. Never waits for the client. */
export async function readRows({ services, c, filter, signal }: Export, { begin, take }: Handlers): Promise<void> {
  await withReplica(services, c, 'open', async (db) => {
    const { count } = await readTotals(db, filter);
    begin(count);
    let read = 0;
    let cursor: string | undefined;
    do {
      signal.throwIfAborted();
      const { items, nextCursor } = await transactionBatch(db, { ...filter, limit: BATCH_SIZE, cursor });
      read += items.length;
      await take(items);
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined);
    if (read !== count) throw new Error(`An export counted ${count} transactions but read ${read}`);
  });
}

/** Throws `unauthenticated` before the next chunk once the session has ended. */
export async function* whileSignedIn(
  { services, c }: Export,
  pieces: ExportFile['content'],
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    await readAsUser(services, c, 'open', async () => {});
    yield piece;
  }
}
