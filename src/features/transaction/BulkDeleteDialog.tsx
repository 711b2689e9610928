/** Asks before the selected expenses are deleted, and deletes them. */
import { useMutation } from '@tanstack/react-query';
import { useOnce } from '../../web/http/once.client.ts';
import { screenHeading } from '../../web/ui/display/PageHead.tsx';
import { ConfirmDialog } from '../../web/ui/overlay/ConfirmDialog.tsx';
import type { BulkProps } from './BulkDialog.tsx';
import { changeMany } from './bulk.client.ts';
import { stayingLine } from './bulk-words.ts';
import { countLine } from './labels.ts';

export function BulkDeleteDialog({ rows, onClose, onDone }: BulkProps) {
  const removal = useMutation({
    mutationFn: () => changeMany(rows, { remove: true }),
    onSuccess: onDone,
    onSettled: onClose,
  });
  const start = useOnce(removal.mutate);
  const expenses = rows.filter(({ type }) => type === 'expense').length;
  const staying = stayingLine(rows);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete transactions"
      question={`Are you sure you want to delete ${countLine(expenses)}? This action cannot be undone.`}
      confirm="Delete"
      finalFocus={screenHeading}
      busy={removal.isPending ? 'Deleting...' : undefined}
      onConfirm={() => start()}
    >
      {staying}
    </ConfirmDialog>
  );
}
