/** Transactions that change elsewhere: merged into the shown lists one by one or, where they are many, read again. */
import { useSyncExternalStore } from 'react';
import { isRefusal } from '../../shared/app-error.ts';
import type { LiveChange } from '../../shared/live-change.ts';
import { queryClient } from '../../web/http/query.client.ts';
import { onLive } from '../../web/live/live.client.ts';
import { invalidateSums, invalidateTransactions, saves, transactions } from './transaction.client.ts';

/** Notices within this time are handled together. */
const BATCH_MS = 40;
/** More are not read one by one. */
const MAX_SINGLE_READS = 20;

/** The last operation of each id. */
const changed = new Map<string, LiveChange['operation']>();
let reload = false;
let scheduled = false;
let following = false;

/** Starts once, with the first component that shows transactions. */
export function followTransactions(): void {
  if (following) return;
  following = true;
  onLive(onChange);
}

function onChange({ table, operation, id }: LiveChange): void {
  if (table !== 'transactions') return;
  if (operation === 'reload' || id === null) reload = true;
  else changed.set(id, operation);
  if (scheduled) return;
  scheduled = true;
  setTimeout(() => void applyChanges(), BATCH_MS);
}

async function applyChanges(): Promise<void> {
  // Our own saves are notified as well: once they are in place there is nothing new in them.
  await saves.settled();
  scheduled = false;
  const changes = [...changed];
  const all = reload || changes.length > MAX_SINGLE_READS;
  changed.clear();
  reload = false;
  if (all) return invalidateTransactions();
  const saved = changes.flatMap(([id, operation]) => (operation === 'delete' ? [] : [id]));
  for (const [id, operation] of changes) if (operation === 'delete') removeFromLists(id);
  await Promise.all(saved.map(readChanged));
}

async function readChanged(id: string): Promise<void> {
  try {
    const after = await queryClient.fetchQuery(transactions.byId(id));
    const before = transactions.shownInList(id);
    if (before && before.version >= after.version) return;
    transactions.remember({ before, after });
    if (!before) highlight(id);
  } catch (error) {
    if (isRefusal(error, 'not_found')) removeFromLists(id);
    else await invalidateTransactions();
  }
}

function removeFromLists(id: string): void {
  transactions.unlist(id);
  invalidateSums();
}

/** As long as the animation of `.arrived`. */
const HIGHLIGHT_MS = 2500;

let highlighted: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

/** Ids of rows that have just arrived from elsewhere; the same set until it changes. */
export function useHighlighted(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => highlighted,
  );
}

function highlight(id: string): void {
  setHighlighted(new Set([...highlighted, id]));
  setTimeout(() => setHighlighted(new Set([...highlighted].filter((one) => one !== id))), HIGHLIGHT_MS);
}

function setHighlighted(next: ReadonlySet<string>): void {
  highlighted = next;
  for (const listener of listeners) listener();
}
