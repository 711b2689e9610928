/** One change of many transactions from the browser, and what is said of it. */
import { api, read } from '../../web/http/api.client.ts';
import { withToast } from '../../web/http/save.client.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { doneLine, leftLine } from './bulk-words.ts';
import { readAgain, saves } from './queries.client.ts';
import type { BulkChange, BulkOutcome, Transaction } from './transaction.ts';

const FAILED = {
  signedOut: 'Authentication error: User not found',
  missing: 'Transaction not found',
} as const;

/** Changes these as they were read. Rejects with AppError after having said so; what could not be done to some is said, too. */
export async function changeMany(rows: readonly Transaction[], change: BulkChange['change']): Promise<BulkOutcome> {
  const json = { rows: rows.map(({ id, version }) => ({ id, version })), change };
  const failed = 'remove' in change ? 'Failed to delete transactions' : 'Failed to update transactions';
  const outcome = await saves.track(sent(json, failed));
  const left = leftLine(outcome);
  const show = outcome.done === 0 ? toast.error : toast.success;
  show(doneLine(outcome, change), left === '' ? {} : { description: left, timeout: 8000 });
  return outcome;
}

/** Done or refused, what is shown is read anew before it counts as ended. */
async function sent(json: BulkChange, failed: string): Promise<BulkOutcome> {
  try {
    return await withToast(() => read(api.transactions.bulk.$post({ json })), { ...FAILED, failed });
  } finally {
    await readAgain();
  }
}
