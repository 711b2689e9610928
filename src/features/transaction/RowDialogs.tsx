/** The dialog that a row has asked for. It stays while it closes. */
import { DeleteTransactionDialog } from './DeleteTransactionDialog.tsx';
import { EditTransactionDialog } from './EditTransactionDialog.tsx';
import type { Transaction } from './transaction.ts';

export type Asked = { what: 'edit' | 'remove'; transaction: Transaction; open: boolean };

const DIALOGS = { edit: EditTransactionDialog, remove: DeleteTransactionDialog } as const;

type Props = { asked: Asked | undefined; onOpenChange: (open: boolean) => void };

export function RowDialogs({ asked, onOpenChange }: Props) {
  if (!asked) return null;
  const { what, transaction, open } = asked;
  const Dialog = DIALOGS[what];
  return <Dialog key={transaction.id} transaction={transaction} open={open} onOpenChange={onOpenChange} />;
}
