import { useMutation } from '@tanstack/react-query';
import { api, done } from '../../web/http/api.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { useSingleFlight } from '../../web/http/single-flight.client.ts';
import { ConfirmDialog } from '../../web/ui/overlay/Dialog.tsx';
import { openDashboard } from '../team/accounts.client.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

export function RemoveSample({ open, onOpenChange }: Props) {
  const removal = useMutation({
    mutationFn: () => withSession(() => done(api.sample.$delete())),
    onSuccess: openDashboard,
    onError: () => onOpenChange(false),
    meta: {
      texts: {
        failed: 'We could not remove the sample account',
        signedOut: 'You must be logged in to remove the sample account',
        missing: 'There is no sample account',
      },
    },
  });
  const remove = useSingleFlight(removal.mutate);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Remove sample"
      question="Remove the sample account?"
      confirm="Remove sample"
      busy={removal.isPending || removal.isSuccess ? 'Removing...' : undefined}
      onConfirm={() => remove()}
    >
      <p>We will delete its made-up records, and anything you added to them. Your own account will not change.</p>
    </ConfirmDialog>
  );
}
