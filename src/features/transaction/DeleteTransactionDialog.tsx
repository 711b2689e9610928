/** Asks before an expense is deleted. */
import type { Transaction } from './transaction.ts';

type Props = {
  transaction: Transaction;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function DeleteTransactionDialog({ transaction, open }: Props) {
  return open && transaction && null;
}
