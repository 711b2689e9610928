/** /dashboard/tenants/add: the property may come along, as from 'Assign Tenant' on its page. */
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useToday } from '../../web/http/session.client.ts';
import { FormPage } from '../../web/records/FormPage.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { blankTenant } from './form-values.ts';
import { addTenant } from './queries.client.ts';
import { TenantFormParts } from './TenantFormParts.tsx';
import { TenantForm } from './tenant.ts';
import { useTenantFormPlace } from './tenant-form.client.ts';

export function TenantAdd() {
  const navigate = useNavigate();
  const { propertyId } = useLocation().state;
  const today = useToday();
  const [start] = useState(() => blankTenant(today, propertyId));
  const place = useTenantFormPlace(null);
  const form = useZodForm({
    schema: TenantForm,
    start,
    reveal: place.parts.reveal,
    save: addTenant,
    saved: () => void navigate({ to: '/dashboard/tenants', replace: true }),
    failed: () => undefined, // a toast has said it
  });
  return (
    <FormPage title="Add New Tenant" list="/dashboard/tenants">
      <TenantFormParts form={form} place={place} draft="tenant:new" submit="Add Tenant" />
    </FormPage>
  );
}
