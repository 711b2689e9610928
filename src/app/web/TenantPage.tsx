/** The page of a tenant, with what happened to them. */
import { RecordActivity } from '../../features/overview/activity/ActivityPage.tsx';
import { TenantDetail } from '../../features/tenant/TenantDetail.tsx';

export function TenantPage() {
  return <TenantDetail Activity={RecordActivity} />;
}
