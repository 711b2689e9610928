/** /dashboard/suppliers/edit/$id: the form on a supplier that exists. */
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEditForm } from '../../web/records/edit-form.client.ts';
import { RecordEdit } from '../../web/records/RecordEdit.tsx';
import { DifferencesDialog } from '../../web/ui/overlay/Differences.tsx';
import { supplierDifferences } from './differences.ts';
import { inputOf, rebase, toFormValues } from './form-values.ts';
import { changeSupplier, MISSING, suppliers } from './queries.client.ts';
import { SupplierFormParts } from './SupplierFormParts.tsx';
import { SupplierForm, SupplierRecord } from './supplier.ts';

const route = getRouteApi('/dashboard/suppliers/edit/$id');

export function SupplierEdit() {
  const { id } = route.useParams();
  return (
    <RecordEdit
      cache={suppliers}
      id={id}
      title="Edit Supplier"
      line={({ name, serviceType }) => `${name}, ${serviceType}`}
      list="/dashboard/suppliers"
      words={{ loading: 'Loading Supplier...', failed: 'Error loading supplier data', missing: MISSING }}
    >
      {(opened) => <EditForm opened={opened} />}
    </RecordEdit>
  );
}

function EditForm({ opened }: { opened: SupplierRecord }) {
  const navigate = useNavigate();
  const { form, version, conflict } = useEditForm({
    opened,
    record: SupplierRecord,
    schema: SupplierForm,
    toFormValues,
    change: (before, filled) => changeSupplier(before, inputOf(filled)),
    rebase,
    differences: supplierDifferences,
    saved: ({ id }) => void navigate({ to: '/dashboard/suppliers/$id', params: { id }, replace: true }),
  });
  return (
    <>
      <SupplierFormParts form={form} draft={`supplier:${opened.id}:${version}`} submit="Update Supplier" />
      <DifferencesDialog thing="supplier" {...conflict} />
    </>
  );
}
