/** /dashboard/suppliers/add */
import { useNavigate } from '@tanstack/react-router';
import { FormPage } from '../../web/records/FormPage.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { BLANK_SUPPLIER, inputOf } from './form-values.ts';
import { addSupplier } from './queries.client.ts';
import { SupplierFormParts } from './SupplierFormParts.tsx';
import { SupplierForm } from './supplier.ts';

export function SupplierAdd() {
  const navigate = useNavigate();
  const form = useZodForm({
    schema: SupplierForm,
    start: BLANK_SUPPLIER,
    save: (filled) => addSupplier(inputOf(filled)),
    saved: () => void navigate({ to: '/dashboard/suppliers', replace: true }),
    failed: () => undefined, // a toast has said it
  });
  return (
    <FormPage title="Add New Supplier" list="/dashboard/suppliers">
      <SupplierFormParts form={form} draft="supplier:new" submit="Add Supplier" />
    </FormPage>
  );
}
