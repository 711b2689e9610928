/** Gives the job to a supplier, who then sees the full address and the access note. */
import { z } from 'zod';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { SupplierField } from '../../supplier/SupplierField.tsx';
import { useGive } from '../repair.client.ts';
import type { RepairRecord } from '../repair.ts';
import type { DialogProps } from '../rules/actions.ts';

const Form = z.object({ supplierId: z.uuid('Choose a supplier') });

export function GiveDialog({ repair, ...dialog }: DialogProps<RepairRecord>) {
  const { mutateAsync: give } = useGive(repair);
  const form = useZodForm<z.input<typeof Form>, z.output<typeof Form>, RepairRecord>({
    schema: Form,
    start: { supplierId: repair.usualSupplierId ?? '' },
    save: ({ supplierId }) => give(supplierId),
    saved: () => dialog.onOpenChange(false),
  });
  return (
    <FormDialog {...dialog} form={form} draft={`repair:${repair.id}:give`} title="Give the job" submit="Give the job">
      <SupplierField
        form={form}
        name="supplierId"
        hint="We will send them a link with the address, the tenant’s name and phone, and how to get in. We will email the other suppliers."
      />
    </FormDialog>
  );
}
