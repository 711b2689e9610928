/** 'Refresh' of Finance, loaded on the first click. */
import { newLine } from '../../../../features/bank/connection/ConnectedAccount.tsx';
import { failureLine, refreshConnections, syncAll } from '../../../../features/bank/connection/connection.client.ts';
import { CONNECTION_TEXTS } from '../../../../features/bank/connection/connection.ts';
import { isUsedToday } from '../../../../features/bank/connection/failures.ts';
import { api, read } from '../../../../web/http/api.client.ts';
import { queryClient } from '../../../../web/http/query.client.ts';
import { landlord } from '../../../../web/http/session.client.ts';
import { toast } from '../../../../web/ui/overlay/toast.client.ts';

const SECONDS_2 = { timeout: 2000 };

/** The message of each failed part, by the start of its query key. */
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
  /** A bank's daily limit of requests is used up. */
  usedToday: boolean;
};

/** Syncs the banks: failures with their reasons, and the number of new transactions. */
async function syncBanks(): Promise<Outcome> {
  const maySync = landlord()?.account.rights.includes('banks.change');
  const connected = maySync ? await read(api['bank-connections'].$get({})).catch(() => undefined) : undefined;
  if (!connected?.items.some(({ accounts }) => accounts.some(({ bankAccountId }) => bankAccountId)))
    return { failed: [], reason: undefined, imported: 0, usedToday: false };
  try {
    const { items } = await syncAll();
    const reasons = items.flatMap((one) => (isUsedToday(one) ? [] : (failureLine(one, one.institution) ?? [])));
    const imported = items.reduce((sum, one) => sum + one.imported, 0);
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

/** Refetches the screen: failed parts, and the first reason. */
async function invalidate(): Promise<Outcome> {
  const asked = await syncBanks();
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
    ...asked,
    failed: [...new Set([...asked.failed, ...failed.map(({ queryKey }) => nameOf(queryKey) ?? '')])],
    reason: asked.reason ?? failed[0]?.state.error?.message,
  };
}

/** Syncs every bank, refetches the screen, and shows the result for two seconds. */
export async function refreshFinance(): Promise<void> {
  showOutcome(await invalidate());
}

function showOutcome({ failed, reason, imported, usedToday }: Outcome): void {
  if (failed.length === 0 && usedToday && imported === 0) toast.info(CONNECTION_TEXTS.usedToday);
  else if (failed.length === 0) toast.success(imported > 0 ? newLine(imported) : 'Up to date', SECONDS_2);
  else toast.error(failed.join(' '), { ...SECONDS_2, ...(reason && { description: reason }) });
}
