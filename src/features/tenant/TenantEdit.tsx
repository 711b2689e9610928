/** /dashboard/tenants/edit/$id: the form on a tenant who exists. */
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { EditPage } from '../../web/records/EditPage.tsx';
import { useEditForm } from '../../web/records/edit-form.client.ts';
import { DifferencesDialog } from '../../web/ui/overlay/Differences.tsx';
import { tenantDifferences } from './differences.ts';
import { toFormValues } from './form-values.ts';
import { TENANT } from './labels.ts';
import { changeTenant, tenants } from './queries.client.ts';
import { TenantFormParts } from './TenantFormParts.tsx';
import { TenantForm, TenantRecord } from './tenant.ts';
import { useTenantFormPlace } from './tenant-form.client.ts';

const route = getRouteApi('/dashboard/tenants/edit/$id');

export function TenantEdit() {
  const { id } = route.useParams();
  return (
    <EditPage
      resource={tenants}
      id={id}
      title="Edit Tenant"
      line={({ name }) => name}
      list="/dashboard/tenants"
      words={{ loading: 'Loading Tenant...', failed: TENANT.failedToLoadForm, missing: TENANT.missing }}
    >
      {(opened) => <EditForm opened={opened} />}
    </EditPage>
  );
}

function EditForm({ opened }: { opened: TenantRecord }) {
  const navigate = useNavigate();
  const place = useTenantFormPlace(opened.property);
  const { home } = place;
  const { form, version, conflict } = useEditForm({
    opened,
    record: TenantRecord,
    schema: TenantForm,
    toFormValues,
    change: changeTenant,
    differences: (yours, theirs) =>
      tenantDifferences({
        yours,
        theirs,
        home: home?.id === yours.propertyId ? `${home.address}, ${home.city}` : undefined,
      }),
    saved: ({ id }) => void navigate({ to: '/dashboard/tenants/$id', params: { id }, replace: true }),
    reveal: place.parts.reveal,
  });
  return (
    <>
      <TenantFormParts form={form} place={place} draft={`tenant:${opened.id}:${version}`} submit="Update Tenant" />
      <DifferencesDialog thing="tenant" {...conflict} />
    </>
  );
}
