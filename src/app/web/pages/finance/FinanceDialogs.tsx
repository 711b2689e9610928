import { useCallback, useState } from 'react';
import { type FinanceSearch, filterOf, NOT_NARROWED } from '../../../../features/finance/list/search-params.ts';
import type { Transaction } from '../../../../features/transaction/transaction.ts';
import { useToday } from '../../../../web/http/session.client.ts';
import { lazyDialog } from '../../../../web/ui/overlay/LazyDialog.tsx';

const AddTransactionDialog = lazyDialog(
  async () => (await import('../../../../features/finance/dialogs/TransactionDialogs.tsx')).AddTransactionDialog,
);
const ExportDialog = lazyDialog(
  async () => (await import('../../../../features/transaction-export/ExportDialog.tsx')).ExportDialog,
);

export function useFinanceDialogs(search: FinanceSearch, onChange: (next: Partial<FinanceSearch>) => void) {
  const filter = filterOf(search, useToday());
  const [adding, setAdding] = useState<{ open: boolean; type?: Transaction['type'] }>({ open: false });
  const [exporting, setExporting] = useState(false);
  const add = useCallback((type: Transaction['type'] = 'expense') => setAdding({ open: true, type }), []);
  const dialogs = (
    <>
      <AddTransactionDialog
        {...adding}
        onOpenChange={(open) => setAdding((now) => ({ ...now, open }))}
        filter={filter}
        onShow={() => onChange({ ...NOT_NARROWED, tab: undefined })}
      />
      <ExportDialog filter={filter} search={search} open={exporting} onOpenChange={setExporting} />
    </>
  );
  return { add, addExpense: useCallback(() => add(), [add]), exportRows: () => setExporting(true), dialogs };
}
