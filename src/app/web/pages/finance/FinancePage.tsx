import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Plus from 'lucide-react/icons/plus';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useBankAccounts } from '../../../../features/bank/bank-account.client.ts';
import type { Opening } from '../../../../features/bank/connection/ConnectionDialog.tsx';
import { RETURN_REF } from '../../../../features/bank/listed.ts';
import { FinanceCards } from '../../../../features/finance/FinanceCards.tsx';
import { PeriodChooser } from '../../../../features/finance/list/PeriodChooser.tsx';
import { type FinanceSearch, financeSearch } from '../../../../features/finance/list/search-params.ts';
import { TransactionList } from '../../../../features/finance/list/TransactionList.tsx';
import { allowedBy } from '../../../../shared/allowed.ts';
import { May, useRights } from '../../../../web/http/session.client.ts';
import { Button, IconButton } from '../../../../web/ui/display/Button.tsx';
import { PageHead } from '../../../../web/ui/display/PageHead.tsx';
import { TabPanel, Tabs } from '../../../../web/ui/display/Tabs.tsx';
import { lazyDialog } from '../../../../web/ui/overlay/LazyDialog.tsx';
import { loadOnce } from '../../../../web/ui/overlay/lazy-code.client.ts';
import { Menu, MenuItem } from '../../../../web/ui/overlay/Menu.tsx';
import { useNarrow } from '../../../../web/ui/table/view.client.ts';
import { useFinanceDialogs } from './FinanceDialogs.tsx';

const route = getRouteApi('/dashboard/finance');

type ConnectionProps = { opening: Opening; open: boolean; onOpenChange: (open: boolean) => void };
const ConnectionDialog = lazyDialog(async () => {
  const { ConnectionDialog: Dialog } = await import('../../../../features/bank/connection/ConnectionDialog.tsx');
  return ({ onOpenChange, ...props }: ConnectionProps) => <Dialog {...props} onClose={() => onOpenChange(false)} />;
});

const refreshing = loadOnce(() => import('./finance-refresh.client.ts'));

const DueThisMonth = lazy(async () => ({
  default: (await import('./DueThisMonth.tsx')).DueThisMonth,
}));

const Banks = lazy(async () => ({ default: (await import('./FinanceBanks.tsx')).FinanceBanks }));

const DEFAULT_TAB = 'transactions';

export function FinancePage() {
  const search = route.useSearch({ select: (params) => financeSearch(params), structuralSharing: true });
  const navigate = route.useNavigate();
  const accounts = useBankAccounts().data?.pages[0]?.total;

  const change = useCallback(
    (next: Partial<FinanceSearch>) => {
      void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
    },
    [navigate],
  );
  const connecting = useConnecting(search, change);
  const { add, addExpense, exportRows, dialogs } = useFinanceDialogs(search, change);
  // On a phone the period is next to the title, which leaves more room for rows.
  const narrow = useNarrow();
  const period = <PeriodChooser search={search} onChange={change} />;
  const tabs = [
    { value: DEFAULT_TAB, label: 'Transactions', need: 'money.see' },
    {
      value: 'accounts',
      label: 'Bank Accounts',
      need: 'banks.see',
      ...(typeof accounts === 'number' && { count: accounts }),
    },
    { value: 'rent', label: 'Due this month', need: 'rent.see' },
  ] as const;
  const shownTabs = tabs.filter(allowedBy(useRights()));

  return (
    <>
      <PageHead
        title="Finance"
        mark={narrow && period}
        actions={
          <>
            {!narrow && period}
            <Actions onExport={exportRows} onAdd={addExpense} />
          </>
        }
      />
      <FinanceCards search={search} />
      <Tabs
        label="Finance"
        tabs={shownTabs}
        value={shownTabs.find(({ value }) => value === search.tab)?.value ?? DEFAULT_TAB}
        onChange={(tab) => change({ tab: tab === DEFAULT_TAB ? undefined : tab })}
        className="mt-8 max-md:mt-6"
      >
        <TabPanel value={DEFAULT_TAB}>
          <TransactionList search={search} onChange={change} onAdd={add} />
        </TabPanel>
        <TabPanel value="accounts">
          <Suspense>
            <Banks onOpen={connecting.show} />
          </Suspense>
        </TabPanel>
        <TabPanel value="rent">
          <Suspense>
            <DueThisMonth />
          </Suspense>
        </TabPanel>
      </Tabs>
      {connecting.dialog}
      {dialogs}
    </>
  );
}

/** The dialog for connecting a bank, shared by all tabs. It also opens when the landlord returns from the bank. */
function useConnecting({ ref }: FinanceSearch, change: (next: Partial<FinanceSearch>) => void) {
  const [shown, setShown] = useState<{ opening: Opening; times: number; open: boolean }>();
  const show = (opening: Opening) => setShown((now) => ({ opening, times: (now?.times ?? 0) + 1, open: true }));
  const latest = useRef({ show, change });
  useEffect(() => {
    latest.current = { show, change };
  });
  useEffect(() => {
    if (ref !== RETURN_REF) return;
    latest.current.show('returned');
    latest.current.change({ ref: undefined, tab: 'accounts' });
  }, [ref]);
  const close = () => setShown((now) => now && { ...now, open: false });
  const dialog = shown && <ConnectionDialog key={shown.times} {...shown} onOpenChange={close} />;
  return { show, dialog };
}

function Actions({ onExport, onAdd }: { onExport: () => void; onAdd: () => void }) {
  const { isPending, mutate } = useMutation({ mutationFn: async () => (await refreshing.load()).refreshFinance() });
  if (useNarrow()) {
    return (
      <Menu trigger={<IconButton icon={EllipsisVertical} label="More" />}>
        <MenuItem icon={RefreshCw} disabled={isPending} onClick={() => mutate()}>
          Refresh
        </MenuItem>
        <MenuItem icon={Download} onClick={onExport}>
          Export
        </MenuItem>
        <May need="money.change">
          <MenuItem icon={Plus} onClick={onAdd}>
            Add Transaction
          </MenuItem>
        </May>
      </Menu>
    );
  }
  return (
    <>
      <Button icon={RefreshCw} busy={isPending ? 'Refreshing...' : undefined} onClick={() => mutate()}>
        Refresh
      </Button>
      <Button icon={Download} onClick={onExport}>
        Export
      </Button>
      <May need="money.change">
        <Button variant="primary" icon={Plus} onClick={onAdd}>
          Add Transaction
        </Button>
      </May>
    </>
  );
}
