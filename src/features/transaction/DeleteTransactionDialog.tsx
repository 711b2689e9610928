/** Asks before an expense is deleted, and deletes it. */
import { DeleteDialog } from '../../web/records/DeleteDialog.tsx';
import { nameOf } from './labels.ts';
import { transactions } from './queries.client.ts';
import { removeTransaction } from './save.client.ts';
import { Amount } from './TransactionMarks.tsx';
import type { Transaction } from './transaction.ts';

type Props = { transaction: Transaction; open: boolean; onOpenChange: (open: boolean) => void };

export function DeleteTransactionDialog({ transaction, open, onOpenChange }: Props) {
  return (
    <DeleteDialog
      record={transaction}
      cache={transactions}
      remove={removeTransaction}
      open={open}
      onOpenChange={onOpenChange}
      title="Delete Transaction"
      question="Are you sure you want to delete this transaction? This action cannot be undone."
    >
      <p className="font-bold text-ink wrap-anywhere">
        <bdi>{nameOf(transaction)}</bdi>
      </p>
      <p>
        <Amount transaction={transaction} />
        {transaction.propertyAddress && `, ${transaction.propertyAddress}`}
      </p>
    </DeleteDialog>
  );
}
