/** Asks before a record is deleted, deletes it, and leads from its page to the list. */
import type { ReactNode } from 'react';
import type { TabPath } from '../tabs.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import type { Kept, RecordCache } from './record-cache.client.ts';
import { useRemoval } from './removal.client.ts';

type Props<Rec extends Kept> = {
  record: Rec;
  /** The noun's cache and its removal, which says what became of it. */
  cache: Pick<RecordCache<Rec, Rec, never>, 'forget'>;
  remove: (record: Rec) => Promise<void>;
  /** Where to go from the record's own page; left out in the list, which stays. */
  list?: TabPath;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** 'Delete Property', and the question word for word. */
  title: string;
  question: string;
  /** Something else that may be meant, as 'Moved out' instead of deleting a tenant: a button before Cancel. */
  instead?: ReactNode;
  /** Which one it is, and what goes with it. */
  children?: ReactNode;
};

export function DeleteDialog<Rec extends Kept>(props: Props<Rec>) {
  const { record, cache, remove, list, open, onOpenChange, ...words } = props;
  const { pending, start } = useRemoval({
    record,
    remove,
    cache,
    ...(list && { list }),
    settled: () => onOpenChange(false),
  });
  return (
    <ConfirmDialog
      {...words}
      open={open}
      onOpenChange={onOpenChange}
      confirm="Delete"
      busy={pending ? 'Deleting...' : undefined}
      onConfirm={start}
    />
  );
}
