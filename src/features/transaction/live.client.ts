/** Transactions that change elsewhere: put into what is shown of them, one by one or, where they are many, by reading it anew. */
import { isRefusal } from '../../shared/app-error.ts';
import type { LiveChange } from '../../shared/live-change.ts';
import { queryClient } from '../../web/http/query.client.ts';
import { onLive } from '../../web/live/live.client.ts';
import { showArrival } from './arrived.client.ts';
import { readAgain, saves, sumAgain, transactions } from './queries.client.ts';

/** Milliseconds: changes that come so close together are dealt with as one. */
const TOGETHER = 40;
/** More are not read one by one. */
const FEW = 20;

/** What was heard last of each. */
const heard = new Map<string, LiveChange['operation']>();
let reload = false;
let due = false;

/** Once, where transactions are shown first; until the page is left. */
let following = false;
export function followTransactions(): void {
  if (following) return;
  following = true;
  onLive(hear);
}

function hear({ table, operation, id }: LiveChange): void {
  if (table !== 'transactions') return;
  if (operation === 'reload' || id === null) reload = true;
  else heard.set(id, operation);
  if (due) return;
  due = true;
  setTimeout(() => void takeUp(), TOGETHER);
}

async function takeUp(): Promise<void> {
  // Our own changes are heard as well: once they are in place there is nothing new in them.
  await saves.settled();
  due = false;
  const changes = [...heard];
  const all = reload || changes.length > FEW;
  heard.clear();
  reload = false;
  if (all) return readAgain();
  const brought = changes.flatMap(([id, operation]) => (operation === 'delete' ? [] : [id]));
  for (const [id, operation] of changes) if (operation === 'delete') takeOut(id);
  await Promise.all(brought.map(bringIn));
}

async function bringIn(id: string): Promise<void> {
  try {
    const after = await queryClient.fetchQuery(transactions.byId(id));
    const before = transactions.shownInList(id);
    if (before && before.version >= after.version) return;
    transactions.remember({ before, after });
    if (!before) showArrival(id);
  } catch (error) {
    if (isRefusal(error, 'not_found')) takeOut(id);
    else await readAgain();
  }
}

function takeOut(id: string): void {
  transactions.unlist(id);
  sumAgain();
}
