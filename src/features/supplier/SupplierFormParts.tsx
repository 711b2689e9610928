/** The form of a supplier, the same for adding and editing. */
import { RecordForm } from '../../web/records/RecordForm.tsx';
import { useUploads } from '../../web/records/uploads.client.ts';
import { CompanyFields } from './CompanyFields.tsx';
import type { SupplierFormHandle } from './form-handle.client.ts';
import { PropertyLinks } from './PropertyLinks.tsx';

type Props = {
  form: SupplierFormHandle;
  /** Under which its draft is kept: 'supplier:new', 'supplier:{id}:{version}'. */
  draft: string;
  submit: 'Add Supplier' | 'Update Supplier';
};

export function SupplierFormParts({ form, draft, submit }: Props) {
  const { uploads, onBusy } = useUploads();
  return (
    <RecordForm form={form} draft={draft} submit={submit} list="/dashboard/suppliers" uploads={uploads}>
      <div className="flex flex-col gap-5">
        <CompanyFields form={form} onBusy={onBusy} />
        <PropertyLinks form={form} />
      </div>
    </RecordForm>
  );
}
