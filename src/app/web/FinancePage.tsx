/** /dashboard/finance: the figures, the transactions, and the bank accounts that some of them come from. */
import { getRouteApi } from '@tanstack/react-router';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useCallback } from 'react';
import { ConnectedBanks } from '../../features/bank/ConnectedBanks.tsx';
import { useBankAccounts } from '../../features/bank/queries.client.ts';
import { FinanceCards } from '../../features/transaction/FinanceCards.tsx';
import type { FinanceSearch } from '../../features/transaction/list/search-params.ts';
import { TransactionList } from '../../features/transaction/list/TransactionList.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import { TabPanel, Tabs } from '../../web/ui/display/Tabs.tsx';
import { useRefresh } from './refresh.client.ts';

const route = getRouteApi('/dashboard/finance');

/** The plain address is that of the first. */
const FIRST = 'transactions';

export function FinancePage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
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
      <PageHead title="Finance" actions={<Refresh />} />
      <FinanceCards />
      <Tabs
        label="Finance"
        tabs={tabs}
        value={search.tab ?? FIRST}
        onChange={(tab) => change({ tab: tab === FIRST ? undefined : tab })}
        className="mt-8 max-md:mt-6"
      >
        <TabPanel value={FIRST}>
          <TransactionList search={search} onChange={change} />
        </TabPanel>
        <TabPanel value="accounts">
          <ConnectedBanks />
        </TabPanel>
      </Tabs>
    </>
  );
}

function Refresh() {
  const { busy, refresh } = useRefresh();
  return (
    <Button icon={RefreshCw} title="Refresh" busy={busy ? 'Refreshing...' : undefined} onClick={refresh}>
      <span className="max-md:sr-only">Refresh</span>
    </Button>
  );
}
