/** The facts of a tenant at the left of their page. */
import { Link } from '@tanstack/react-router';
import { formatPence } from '../../shared/money.ts';
import { Card, CardHead } from '../../web/ui/Card.tsx';
import { Facts } from '../../web/ui/Facts.tsx';
import { Phone } from '../../web/ui/Phone.tsx';
import type { Tenant, TenantRecord } from './tenant.ts';
import { homeLine, leasePeriod } from './words.ts';

const INSIDE = 'p-5 max-md:p-4';

/** `record` is missing while it is still on its way: what a list has shown of the tenant stands at once. */
export function TenantFacts({ tenant, record }: { tenant: Tenant; record: TenantRecord | undefined }) {
  const { name, email, phone, rentAmount, depositAmount } = tenant;
  return (
    <>
      <Card aria-labelledby="tenant-details">
        <CardHead id="tenant-details" title="Tenant Details" />
        <div className={INSIDE}>
          <Facts
            facts={[
              { name: 'Name', value: <bdi>{name}</bdi> },
              { name: 'Email', value: <a href={`mailto:${email}`}>{email}</a> },
              { name: 'Phone', value: <Phone number={phone} /> },
              { name: 'Property', value: <Home tenant={tenant} record={record} /> },
            ]}
          />
        </div>
      </Card>
      <Card aria-labelledby="lease">
        <CardHead id="lease" title="Lease" />
        <div className={INSIDE}>
          <Facts
            facts={[
              { name: 'Lease Period', value: <span className="figures">{leasePeriod(tenant)}</span> },
              {
                name: 'Rent Amount',
                value: (
                  <>
                    <span className="figures">{formatPence(rentAmount)}</span> per month
                  </>
                ),
              },
              { name: 'Security Deposit', value: <span className="figures">{formatPence(depositAmount)}</span> },
            ]}
          />
        </div>
      </Card>
    </>
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
