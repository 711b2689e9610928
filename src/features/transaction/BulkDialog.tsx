/** Asks what to set for all that are selected, and sets it. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useOnce } from '../../web/http/once.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { Dialog, DialogBody, DialogFoot } from '../../web/ui/overlay/Dialog.tsx';
import { changeMany } from './bulk.client.ts';
import { countLine } from './labels.ts';
import type { BulkChange, Transaction } from './transaction.ts';

export type BulkProps = { rows: readonly Transaction[]; onClose: () => void; onDone: () => void };

type Props = BulkProps & {
  /** 'Set property'. */
  title: string;
  /** What is chosen; undefined until something is, and `missing` says so then. */
  change: BulkChange['change'] | undefined;
  missing: string;
  /** The field, with what is wrong with it. */
  children: (error: string | undefined) => ReactNode;
};

export function BulkDialog({ rows, onClose, onDone, title, change, missing, children }: Props) {
  const [asked, setAsked] = useState(false);
  const saving = useMutation({
    mutationFn: (wanted: BulkChange['change']) => changeMany(rows, wanted),
    onSuccess: () => {
      onClose();
      onDone();
    },
  });
  const start = useOnce(saving.mutate);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (change) start(change);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={`For ${countLine(rows.length)}`}
      locked={saving.isPending}
    >
      <form noValidate onSubmit={submit} className="contents">
        <DialogBody className="flex flex-col gap-4">{children(asked && !change ? missing : undefined)}</DialogBody>
        <DialogFoot>
          <Button disabled={saving.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" busy={saving.isPending ? 'Saving...' : undefined}>
            {title}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
