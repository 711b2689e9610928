/** The action of Finance's Refresh button, loaded on the first click. */
import { newLine } from '../../../../features/bank/connection/ConnectedAccount.tsx';
import { failureLine, refreshConnections, syncAll } from '../../../../features/bank/connection/connection.client.ts';
import { CONNECTION_TEXTS } from '../../../../features/bank/connection/connection.ts';
import { isUsedToday } from '../../../../features/bank/connection/failures.ts';
import { api, read } from '../../../../web/http/api.client.ts';
import { queryClient } from '../../../../web/http/query.client.ts';
import { landlord } from '../../../../web/http/session.client.ts';
import { toast } from '../../../../web/ui/overlay/toast.client.ts';

const SHORT_TOAST = { timeout: 2000 };

/** Messages for parts that fail to load, by the start of their query key. */
const FAILED: Record<string, string> = {
  'transactions/list': 'Failed to load transactions.',
  'transactions/summary': 'Failed to load the figures.',
  'transactions/totals': 'We could not load the totals.',
  'bank-accounts/list': 'Failed to load bank accounts.',
};

const nameOf = (key: readonly unknown[]) => FAILED[key.slice(0, 2).join('/')];

type Outcome = {
  failed: string[];
  reason: string | undefined;
  imported: number;
  /** Whether a bank's daily request limit is used up. */
  usedToday: boolean;
};

/** Syncs the connected banks. Returns failures with their reasons, and the number of imported transactions. */
async function syncBanks(): Promise<Outcome> {
  const maySync = landlord()?.account.rights.includes('banks.change');
  const connected = maySync ? await read(api['bank-connections'].$get({})).catch(() => undefined) : undefined;
  if (!connected?.items.some(({ accounts }) => accounts.some(({ bankAccountId }) => bankAccountId)))
    return { failed: [], reason: undefined, imported: 0, usedToday: false };
  try {
    const { items } = await syncAll();
    const reasons = items.flatMap((item) => (isUsedToday(item) ? [] : (failureLine(item, item.institution) ?? [])));
    const imported = items.reduce((sum, item) => sum + item.imported, 0);
    const failed = reasons.length > 0 ? [CONNECTION_TEXTS.syncFailed] : [];
    return {
      failed,
      reason: [...new Set(reasons)].join(' ') || undefined,
      imported,
      usedToday: items.some(isUsedToday),
    };
  } catch (error) {
    return { failed: [CONNECTION_TEXTS.syncFailed], reason: (error as Error).message, imported: 0, usedToday: false };
  }
}

/** Syncs the banks and refetches the screen. Returns the parts that failed, and the first reason. */
async function syncAndRefetch(): Promise<Outcome> {
  const synced = await syncBanks();
  void refreshConnections();
  const shown = {
    type: 'active',
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => !!nameOf(queryKey),
  } as const;
  await queryClient.refetchQueries(shown);
  const failed = queryClient
    .getQueryCache()
    .findAll(shown)
    .filter(({ state }) => state.status === 'error');
  return {
    ...synced,
    failed: [...new Set([...synced.failed, ...failed.map(({ queryKey }) => nameOf(queryKey) ?? '')])],
    reason: synced.reason ?? failed[0]?.state.error?.message,
  };
}

export async function refreshFinance(): Promise<void> {
  showOutcome(await syncAndRefetch());
}

function showOutcome({ failed, reason, imported, usedToday }: Outcome): void {
  if (failed.length === 0 && usedToday && imported === 0) toast.info(CONNECTION_TEXTS.usedToday);
  else if (failed.length === 0) toast.success(imported > 0 ? newLine(imported) : 'Up to date', SHORT_TOAST);
  else toast.error(failed.join(' '), { ...SHORT_TOAST, ...(reason && { description: reason }) });
}
