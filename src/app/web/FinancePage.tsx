/** /dashboard/finance: the figures, the transactions, rent that is still to come in, and the bank accounts. */
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useBankAccounts } from '../../features/bank/bank-account.client.ts';
import { ConnectedBanks } from '../../features/bank/ConnectedBanks.tsx';
import { newLine } from '../../features/bank/connection/ConnectedAccount.tsx';
import type { Opening } from '../../features/bank/connection/ConnectionDialog.tsx';
import { failureLine, refreshConnections, syncAll } from '../../features/bank/connection/connection.client.ts';
import { CONNECTION_TEXTS, RETURN_REF } from '../../features/bank/connection/connection.ts';
import { FinanceCards } from '../../features/transaction/FinanceCards.tsx';
import { FinanceSearch } from '../../features/transaction/list/search-params.ts';
import { TransactionList } from '../../features/transaction/list/TransactionList.tsx';
import { api, read } from '../../web/http/api.client.ts';
import { queryClient } from '../../web/http/query.client.ts';
import { Button, IconButton } from '../../web/ui/display/Button.tsx';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import { TabPanel, Tabs } from '../../web/ui/display/Tabs.tsx';
import { Menu, MenuItem } from '../../web/ui/overlay/Menu.tsx';
import { openedLater } from '../../web/ui/overlay/OpenedLater.tsx';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { useNarrow } from '../../web/ui/table/view.client.ts';

const route = getRouteApi('/dashboard/finance');

type ConnectionProps = { opening: Opening; open: boolean; onOpenChange: (open: boolean) => void };
const ConnectionDialog = openedLater(async () => {
  const { ConnectionDialog: Made } = await import('../../features/bank/connection/ConnectionDialog.tsx');
  return ({ onOpenChange, ...props }: ConnectionProps) => <Made {...props} onClose={() => onOpenChange(false)} />;
});

const DueThisMonth = lazy(async () => ({
  default: (await import('../../features/tenancy/rent/DueThisMonth.tsx')).DueThisMonth,
}));

/** The plain address is that of the first. */
const FIRST = 'transactions';

export function FinancePage() {
  const search = route.useSearch({ select: (asked) => FinanceSearch.parse(asked), structuralSharing: true });
  const navigate = route.useNavigate();
  const [exporting, setExporting] = useState(false);
  const accounts = useBankAccounts().data?.pages[0]?.total;

  const change = useCallback(
    (next: Partial<FinanceSearch>) => {
      void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
    },
    [navigate],
  );
  const connecting = useConnecting(search, change);
  const tabs = [
    { value: FIRST, label: 'Transactions' },
    { value: 'accounts', label: 'Bank Accounts', ...(typeof accounts === 'number' && { count: accounts }) },
    { value: 'rent', label: 'Due this month' },
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
          <ConnectedBanks onOpen={connecting.show} />
        </TabPanel>
        <TabPanel value="rent">
          <Suspense>
            <DueThisMonth />
          </Suspense>
        </TabPanel>
      </Tabs>
      {connecting.dialog}
    </>
  );
}

/** The dialog of open banking, over every tab. It opens by itself where the landlord comes back from the bank. */
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

/** Refresh asks every connected bank, reads everything on the screen again and shows the outcome for two seconds. On a phone a menu has it, and the export. */
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

type Outcome = { failed: string[]; reason: string | undefined; imported: number };

/** The banks that failed, each with its reason, and how many transactions the others brought. */
async function askBanks(): Promise<Outcome> {
  const connected = await read(api['bank-connections'].$get({})).catch(() => undefined);
  if (!connected?.items.some(({ accounts }) => accounts.some(({ bankAccountId }) => bankAccountId)))
    return { failed: [], reason: undefined, imported: 0 };
  try {
    const { items } = await syncAll();
    const reasons = items.flatMap((one) => failureLine(one, one.institution) ?? []);
    const imported = items.reduce((sum, one) => sum + one.imported, 0);
    const failed = reasons.length > 0 ? [CONNECTION_TEXTS.syncFailed] : [];
    return { failed, reason: [...new Set(reasons)].join(' ') || undefined, imported };
  } catch (error) {
    return { failed: [CONNECTION_TEXTS.syncFailed], reason: (error as Error).message, imported: 0 };
  }
}

/** The parts that failed, and the first reason. */
async function readAgain(): Promise<Outcome> {
  const asked = await askBanks();
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

function showOutcome({ failed, reason, imported }: Outcome): void {
  if (failed.length === 0) toast.success(imported > 0 ? newLine(imported) : 'Up to date', SECONDS_2);
  else toast.error(failed.join(' '), { ...SECONDS_2, ...(reason && { description: reason }) });
}
