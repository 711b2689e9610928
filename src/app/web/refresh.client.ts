/** Refresh on the finance screen: asks again for everything that it shows, and says for two seconds what came of it. */
import { useMutation } from '@tanstack/react-query';
import { queryClient } from '../../web/http/query.client.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';

const SECONDS_2 = { timeout: 2000 };

/** What is said of a part that did not come, by the first words of its key. */
const FAILED: Record<string, string> = {
  'transactions/list': 'Failed to load transactions.',
  'transactions/summary': 'Failed to load the figures.',
  'transactions/totals': 'Failed to load the totals.',
  'bank-accounts/list': 'Failed to load bank accounts.',
};

const nameOf = (key: readonly unknown[]) => FAILED[key.slice(0, 2).join('/')];

export function useRefresh(): { busy: boolean; refresh: () => void } {
  const { isPending, mutate } = useMutation({ mutationFn: askAgain, onSuccess: sayOutcome });
  return { busy: isPending, refresh: () => mutate() };
}

/** What failed, and the first reason. */
async function askAgain(): Promise<{ failed: string[]; reason: string | undefined }> {
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
    failed: [...new Set(failed.map(({ queryKey }) => nameOf(queryKey) ?? ''))],
    reason: failed[0]?.state.error?.message,
  };
}

function sayOutcome({ failed, reason }: Awaited<ReturnType<typeof askAgain>>): void {
  if (failed.length === 0) toast.success('Up to date', SECONDS_2);
  else toast.error(failed.join(' '), { ...SECONDS_2, ...(reason && { description: reason }) });
}
