/** Where a tenant lives, in a list: a link to the property, or that they are not assigned, and where they were last. */
import { Link } from '@tanstack/react-router';
import type { Tenant } from './tenant.ts';

export function HomeOfTenant({ tenant }: { tenant: Pick<Tenant, 'propertyId' | 'propertyName'> }) {
  const { propertyId, propertyName } = tenant;
  if (propertyId === null) {
    return (
      <span className="clip block text-ink-2" title={propertyName ?? undefined}>
        Not assigned
        {propertyName && (
          <span className="text-s">
            , last at <bdi>{propertyName}</bdi>
          </span>
        )}
      </span>
    );
  }
  return (
    <Link
      to="/dashboard/properties/$id"
      params={{ id: propertyId }}
      title={propertyName ?? undefined}
      className="clip block text-inherit no-underline hover:underline"
    >
      <bdi>{propertyName}</bdi>
    </Link>
  );
}
