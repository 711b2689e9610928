/** Asks from which day on a tenant lives there no more. */
import { Dialog, DialogBody } from '../../web/ui/overlay/Dialog.tsx';
import { MovingOut } from './MovingOut.tsx';
import type { Tenant } from './tenant.ts';

type Props = { tenant: Tenant; open: boolean; onOpenChange: (open: boolean) => void };

export function MovedOutDialog({ tenant, open, onOpenChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Moved out"
      description="The history of the tenant stays, and the property is free again."
    >
      <DialogBody>
        <MovingOut tenant={tenant} onDone={() => onOpenChange(false)} />
      </DialogBody>
    </Dialog>
  );
}
