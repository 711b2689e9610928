/** Asks before a tenant is deleted, and offers the other choice: they have only moved out. */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../web/ui/ConfirmDialog.tsx';
import { hasMovedOut } from './lease.ts';
import { MovingOut } from './MovingOut.tsx';
import { removeTenant } from './queries.client.ts';
import type { Tenant } from './tenant.ts';
import { useToday } from './today.client.ts';

type Props = {
  tenant: Tenant;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  question: string;
  /** Said where it could not be deleted. */
  failed: string;
  onRemoved: () => void;
  /** Below the question: whom it is about. */
  children?: ReactNode;
};

export function TenantDeleteDialog({ tenant, open, onOpenChange, question, failed, onRemoved, children }: Props) {
  const today = useToday();
  const removal = useMutation({
    mutationFn: () => removeTenant(tenant, failed),
    onSettled: () => onOpenChange(false),
    onSuccess: onRemoved,
  });
  const gone = tenant.movedOut !== null && hasMovedOut(tenant.movedOut, today);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete Tenant"
      question={question}
      confirm="Delete"
      busy={removal.isPending ? 'Deleting...' : undefined}
      onConfirm={() => removal.mutate()}
    >
      {children}
      {tenant.avatar && <p>The photo is deleted too.</p>}
      {!gone && (
        <div className="mt-3 border-t border-line pt-4 text-ink">
          <p className="mb-3 text-ink-2">
            Have they only moved out? Then the history stays, and the property is free again.
          </p>
          <MovingOut key={`${tenant.id} ${tenant.version}`} tenant={tenant} onDone={() => onOpenChange(false)} />
        </div>
      )}
    </ConfirmDialog>
  );
}
