/** Asks before a tenant is deleted, and offers the other choice: they have only moved out. */

import { useToday } from '../../web/http/session.client.ts';
import { DeleteDialog } from '../../web/records/DeleteDialog.tsx';
import { hasMovedOut } from './lease.ts';
import { MovingOut } from './MovingOut.tsx';
import { removeTenant, tenants } from './queries.client.ts';
import type { Tenant } from './tenant.ts';

type Props = {
  tenant: Tenant;
  /** Where to go from their own page; left out in the list. */
  list?: '/dashboard/tenants';
  open: boolean;
  onOpenChange: (open: boolean) => void;
  question: string;
  /** Said where they could not be deleted. */
  failed: string;
};

export function TenantDeleteDialog({ tenant, list, open, onOpenChange, question, failed }: Props) {
  const { id, name, email, avatar, movedOut, version } = tenant;
  const today = useToday();
  return (
    <DeleteDialog
      record={tenant}
      resource={tenants}
      remove={(one) => removeTenant(one, failed)}
      {...(list && { list })}
      open={open}
      onOpenChange={onOpenChange}
      title="Delete Tenant"
      question={question}
    >
      {list && (
        <p className="font-bold text-ink wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
      )}
      <p className="wrap-anywhere">
        <bdi>{email}</bdi>
      </p>
      {avatar && <p>Their photo goes with them.</p>}
      {!(movedOut && hasMovedOut(movedOut, today)) && (
        <div className="mt-4 border-t border-line pt-4">
          <p className="mb-3">Have they only moved out? Then their history stays, and the property is free again.</p>
          <div className="text-ink">
            <MovingOut key={`${id} ${version}`} tenant={tenant} onDone={() => onOpenChange(false)} />
          </div>
        </div>
      )}
    </DeleteDialog>
  );
}
