/** Who a tenant is and where they live, at the left of their page. */
import { Link } from '@tanstack/react-router';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { Facts, Phone } from '../../web/ui/display/Facts.tsx';
import { homeLine } from './labels.ts';
import type { Tenant, TenantRecord } from './tenant.ts';

/** `record` is missing while it is still on its way: what a list has shown of the tenant stands at once. */
export function TenantFacts({ tenant, record }: { tenant: Tenant; record: TenantRecord | undefined }) {
  const { name, email, phone } = tenant;
  return (
    <Card aria-labelledby="tenant-details">
      <CardHead id="tenant-details" title="Tenant Details" />
      <div className="p-5 max-md:p-4">
        <Facts
          facts={[
            { name: 'Name', value: <bdi>{name}</bdi>, long: true },
            { name: 'Email', value: <a href={`mailto:${email}`}>{email}</a>, long: true },
            { name: 'Phone', value: <Phone number={phone} /> },
            { name: 'Property', value: <Home tenant={tenant} record={record} />, long: true },
          ]}
        />
      </div>
    </Card>
  );
}

/** The property as it is now; else the name it was last known by; else none. */
function Home({ tenant: { propertyId, propertyName }, record }: { tenant: Tenant; record: TenantRecord | undefined }) {
  if (propertyId !== null) {
    return (
      <Link to="/dashboard/properties/$id" params={{ id: propertyId }}>
        <bdi>{record?.property ? homeLine(record.property) : propertyName}</bdi>
      </Link>
    );
  }
  return propertyName ? <bdi>{propertyName}</bdi> : 'No property assigned';
}
