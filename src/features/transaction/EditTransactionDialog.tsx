/** Changes an expense, or the property and category of income. */
import type { Transaction } from './transaction.ts';

type Props = {
  /** As it is shown; what comes of it while the dialog is open is compared when it is saved. */
  transaction: Transaction;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function EditTransactionDialog({ transaction, open }: Props) {
  return open && transaction && null;
}
