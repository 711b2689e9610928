/** /dashboard/finance: the figures, the transactions, and the bank accounts. */
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useCallback, useState } from 'react';
import { useBankAccounts } from '../../features/bank/bank-account.client.ts';
import { ConnectedBanks } from '../../features/bank/ConnectedBanks.tsx';
import { FinanceCards } from '../../features/transaction/FinanceCards.tsx';
import type { FinanceSearch } from '../../features/transaction/list/search-params.ts';
import { TransactionList } from '../../features/transaction/list/TransactionList.tsx';
import { queryClient } from '../../web/http/query.client.ts';
import { Button, IconButton } from '../../web/ui/display/Button.tsx';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import { TabPanel, Tabs } from '../../web/ui/display/Tabs.tsx';
import { Menu, MenuItem } from '../../web/ui/overlay/Menu.tsx';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { useNarrow } from '../../web/ui/table/view.client.ts';

const route = getRouteApi('/dashboard/finance');

/** The plain address is that of the first. */
const FIRST = 'transactions';

export function FinancePage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [exporting, setExporting] = useState(false);
  const accounts = useBankAccounts().data?.pages[0]?.total;

  const change = useCallback(
    (next: Partial<FinanceSearch>) => {
      void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
    },
    [navigate],
  );
  const tabs = [
    { value: FIRST, label: 'Transactions' },
    { value: 'accounts', label: 'Bank Accounts', ...(typeof accounts === 'number' && { count: accounts }) },
  ] as const;

  return (
    <>
      <PageHead title="Finance" actions={<Actions {...(!search.tab && { onExport: () => setExporting(true) })} />} />
      <FinanceCards search={search} />
      <Tabs
        label="Finance"
        tabs={tabs}
        value={search.tab ?? FIRST}
        onChange={(tab) => change({ tab: tab === FIRST ? undefined : tab })}
        className="mt-8 max-md:mt-6"
      >
        <TabPanel value={FIRST}>
          <TransactionList search={search} onChange={change} exporting={exporting} setExporting={setExporting} />
        </TabPanel>
        <TabPanel value="accounts">
          <ConnectedBanks />
        </TabPanel>
      </Tabs>
    </>
  );
}

/** Refresh reads everything on the screen again and shows the outcome for two seconds. On a phone a menu has it, and the export. */
function Actions({ onExport }: { onExport?: () => void }) {
  const { isPending, mutate } = useMutation({ mutationFn: readAgain, onSuccess: showOutcome });
  if (useNarrow()) {
    return (
      <Menu trigger={<IconButton icon={EllipsisVertical} label="More" />}>
        <MenuItem icon={RefreshCw} disabled={isPending} onClick={() => mutate()}>
          Refresh
        </MenuItem>
        {onExport && (
          <MenuItem icon={Download} onClick={onExport}>
            Export
          </MenuItem>
        )}
      </Menu>
    );
  }
  return (
    <Button icon={RefreshCw} busy={isPending ? 'Refreshing...' : undefined} onClick={() => mutate()}>
      Refresh
    </Button>
  );
}

const SECONDS_2 = { timeout: 2000 };

/** The message for each part that failed, by the start of its query key. */
const FAILED: Record<string, string> = {
  'transactions/list': 'Failed to load transactions.',
  'transactions/summary': 'Failed to load the figures.',
  'transactions/totals': 'Failed to load the totals.',
  'bank-accounts/list': 'Failed to load bank accounts.',
};

const nameOf = (key: readonly unknown[]) => FAILED[key.slice(0, 2).join('/')];

/** The parts that failed, and the first reason. */
async function readAgain(): Promise<{ failed: string[]; reason: string | undefined }> {
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

function showOutcome({ failed, reason }: Awaited<ReturnType<typeof readAgain>>): void {
  if (failed.length === 0) toast.success('Up to date', SECONDS_2);
  else toast.error(failed.join(' '), { ...SECONDS_2, ...(reason && { description: reason }) });
}
