/** Asks before a record is deleted, deletes it, and leads from its page to the list. */
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { useOnce } from '../../http/once.client.ts';
import { screenHeading } from '../../ui/display/PageHead.tsx';
import { ConfirmDialog } from '../../ui/overlay/Dialog.tsx';
import type { PlainPath } from '../links.client.ts';
import type { Kept, RecordResource } from '../record-resource.client.ts';

type Props<Rec extends Kept> = {
  record: Rec;
  /** The noun's cache and its removal, which says what became of it. */
  resource: Pick<RecordResource<Rec, Rec, never, never>, 'forget'>;
  remove: (record: Rec) => Promise<void>;
  /** Where to go from the record's own page; left out in the list, which stays. */
  list?: PlainPath;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** 'Delete Item', and the question word for word. */
  title: string;
  question: string;
  /** What the button says, and what while it works: 'Delete' unless told. */
  verb?: { confirm: string; busy: string };
  /** Takes the focus once the row that asked is gone: the screen's heading unless told. */
  focusAfter?: () => HTMLElement | null;
  /** Which one it is, what goes with it, and what else may be meant, as 'Archive' instead of deleting. */
  children?: ReactNode;
};

const DELETE = { confirm: 'Delete', busy: 'Deleting...' };

export function DeleteDialog<Rec extends Kept>(props: Props<Rec>) {
  const { record, resource, remove, list, onOpenChange, verb = DELETE, focusAfter = screenHeading, ...dialog } = props;
  const navigate = useNavigate();
  const removed = useRef(false);
  const removal = useMutation({
    mutationFn: () => remove(record),
    onSettled: () => onOpenChange(false),
    onSuccess: async () => {
      removed.current = true;
      if (list) await navigate({ to: list, replace: true });
      resource.forget(record);
    },
  });
  const start = useOnce(removal.mutate);
  return (
    <ConfirmDialog
      {...dialog}
      onOpenChange={onOpenChange}
      confirm={verb.confirm}
      // In the list the row that asked is gone with its record.
      finalFocus={() => (removed.current ? focusAfter() : true)}
      busy={removal.isPending ? verb.busy : undefined}
      onConfirm={() => start()}
    />
  );
}
