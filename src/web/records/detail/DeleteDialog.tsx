import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { useSingleFlight } from '../../http/single-flight.client.ts';
import { screenHeading } from '../../ui/display/PageHead.tsx';
import { ConfirmDialog } from '../../ui/overlay/Dialog.tsx';
import type { PlainPath } from '../links.client.ts';
import type { RecordResource, StoredRecord } from '../record-resource.client.ts';

type Props<Rec extends StoredRecord> = {
  record: Rec;
  resource: Pick<RecordResource<Rec, Rec, never, never>, 'forget'>;
  remove: (record: Rec) => Promise<void>;
  /** The list to open after deleting from the record's page. Omitted in a list. */
  list?: PlainPath;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  question: string;
  /** The button's text, idle and busy, by default 'Delete'. */
  verb?: { confirm: string; busy: string };
  /** Returns the element to focus after a deletion, which removes a row's button. By default the screen's heading. */
  focusAfter?: () => HTMLElement | null;
  /** The record's name, linked records that are deleted too, and alternatives such as 'Archive'. */
  children?: ReactNode;
};

const DELETE = { confirm: 'Delete', busy: 'Deleting...' };

export function DeleteDialog<Rec extends StoredRecord>(props: Props<Rec>) {
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
  const start = useSingleFlight(removal.mutate);
  return (
    <ConfirmDialog
      {...dialog}
      onOpenChange={onOpenChange}
      confirm={verb.confirm}
      // In a list the button that opened the dialog is removed with its row.
      finalFocus={() => (removed.current ? focusAfter() : true)}
      busy={removal.isPending ? verb.busy : undefined}
      onConfirm={() => start()}
    />
  );
}
