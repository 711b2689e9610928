/** The page of a tenant, with their rent and what happened to them. */
import { RecordActivity } from '../../features/overview/activity/ActivityPage.tsx';
import { RentOfTenant } from '../../features/tenancy/RentOfTenant.tsx';
import { TenantDetail } from '../../features/tenant/TenantDetail.tsx';

export function TenantPage() {
  return <TenantDetail Activity={RecordActivity} Rent={RentOfTenant} />;
}
