import { startOf } from '../../../../features/receipt/labels.ts';
import { ReceiptsPage } from '../../../../features/receipt/ReceiptsPage.tsx';
import { TRANSACTION_LIST } from '../../../../features/transaction/listed.ts';
import { lazyDialog } from '../../../../web/ui/overlay/LazyDialog.tsx';

const AddTransactionDialog = lazyDialog(
  async () => (await import('../../../../features/finance/dialogs/TransactionDialogs.tsx')).AddTransactionDialog,
);

export function TrayPage() {
  return (
    <ReceiptsPage
      newRow={({ receipt, ...dialog }) => (
        <AddTransactionDialog
          key={receipt?.id}
          {...dialog}
          start={receipt && startOf(receipt)}
          filter={TRANSACTION_LIST.asked({})}
          onShow={() => {}}
        />
      )}
    />
  );
}
