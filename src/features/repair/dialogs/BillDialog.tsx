/** Adds an invoice or credit note that arrived by letter or email. */
import { useState } from 'react';
import { z } from 'zod';
import { line, optionalDay, typedOptionalPence, typedPounds } from '../../../shared/schemas.ts';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { DateInput } from '../../../web/ui/form/DateInput.tsx';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { MoneyInput, TextInput } from '../../../web/ui/form/Inputs.tsx';
import { FileControl } from '../../file/FileField.tsx';
import { StoredFile } from '../../file/file.ts';
import { SupplierField } from '../../supplier/SupplierField.tsx';
import { useAddBill } from '../repair.client.ts';
import type { RepairRecord } from '../repair.ts';
import type { DialogProps } from '../rules/actions.ts';

const AMOUNT = 'Enter an amount';

const Form = z.object({
  supplierId: z.uuid('Choose a supplier'),
  number: line({ min: 1, max: 100, message: 'Enter the invoice number' }),
  net: typedPounds(AMOUNT).refine((pence) => pence !== 0, AMOUNT),
  vat: typedOptionalPence(),
  due: optionalDay(),
  file: StoredFile.nullable(),
});

export function BillDialog({ repair, ...dialog }: DialogProps<RepairRecord>) {
  const { mutateAsync: add } = useAddBill(repair);
  const [uploads, setUploads] = useState(0);
  const form = useZodForm<z.input<typeof Form>, z.output<typeof Form>, RepairRecord>({
    schema: Form,
    start: { supplierId: repair.supplier?.id ?? '', number: '', net: '', vat: '', due: '', file: null },
    // The VAT of a credit note is negative too.
    save: ({ vat, net, file, ...rest }) =>
      add({ ...rest, net, vat: Math.sign(net) * (vat ?? 0), file: file && { url: file.url } }),
    saved: () => dialog.onOpenChange(false),
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      draft={`repair:${repair.id}:bill`}
      title="Add an invoice"
      submit="Add invoice"
      uploads={uploads}
    >
      <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
        <SupplierField form={form} name="supplierId" className="col-span-full" />
        <FormField form={form} name="number" label="Invoice number">
          <TextInput autoComplete="off" />
        </FormField>
        <FormField form={form} name="due" label="Due" optional>
          <DateInput />
        </FormField>
        <FormField form={form} name="net" label="Net (£)" hint="With a minus for a credit note.">
          <MoneyInput />
        </FormField>
        <FormField form={form} name="vat" label="VAT (£)" optional>
          <MoneyInput />
        </FormField>
        <FileControl
          form={form}
          name="file"
          label="Invoice"
          bucket="documents"
          onBusy={(busy) => setUploads((count) => count + (busy ? 1 : -1))}
        />
      </div>
    </FormDialog>
  );
}
