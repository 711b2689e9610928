/** The dialogs of a list of deadlines. They stay open when another person's change removes the row. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queryClient } from '../../web/http/query.client.ts';
import { DeleteDialog } from '../../web/records/detail/DeleteDialog.tsx';
import { lazyDialog } from '../../web/ui/overlay/LazyDialog.tsx';
import { useOpenCount } from '../../web/ui/overlay/open-count.client.ts';
import { ownDeadlines } from './deadline.client.ts';
import type { Deadline, MarkKind, OwnDeadline } from './deadline.ts';
import { TEXTS } from './listed.ts';

const MarkDialog = lazyDialog(async () => (await import('./mark/MarkDialog.tsx')).MarkDialog);
const OwnDeadlineEdit = lazyDialog(async () => (await import('./OwnDeadlineDialogs.tsx')).OwnDeadlineEdit);

export type Act = (what: MarkKind | 'change' | 'remove', deadline: Deadline) => void;

type Shown = { what: MarkKind; deadline: Deadline } | { what: 'change' | 'remove'; own: OwnDeadline };

export function useDeadlineDialogs(): { act: Act; dialogs: ReactNode } {
  const [shown, setShown] = useState<Shown>();
  const [open, setOpen] = useState(false);
  const openings = useOpenCount(open);
  const { mutateAsync: remove } = useMutation(ownDeadlines.remove());
  const show = (next: Shown) => {
    setShown(next);
    setOpen(true);
  };
  // A `Deadline` lacks the version and note of the landlord's own deadline, so that record is loaded.
  const { mutate: load } = useMutation({
    mutationFn: async ({ what, id }: { what: 'change' | 'remove'; id: string }) => ({
      what,
      own: await queryClient.fetchQuery({ ...ownDeadlines.byId(id), staleTime: 0 }),
    }),
    onSuccess: show,
    meta: { texts: { failed: TEXTS.detailFailed, signedOut: TEXTS.signInToEdit, missing: TEXTS.notFound } },
  });
  const dialog = { open, onOpenChange: setOpen };
  return {
    act: (what, deadline) =>
      what === 'change' || what === 'remove' ? load({ what, id: deadline.subject }) : show({ what, deadline }),
    dialogs: shown && (
      <>
        {'deadline' in shown && <MarkDialog key={openings} deadline={shown.deadline} kind={shown.what} {...dialog} />}
        {shown.what === 'change' && <OwnDeadlineEdit key={openings} deadline={shown.own} {...dialog} />}
        {shown.what === 'remove' && (
          <DeleteDialog
            {...dialog}
            record={shown.own}
            resource={ownDeadlines}
            remove={remove}
            title={TEXTS.deleteTitle}
            question={`Are you sure you want to remove ‘${shown.own.title}’?`}
            verb={{ confirm: 'Remove', busy: 'Removing...' }}
          />
        )}
      </>
    ),
  };
}
