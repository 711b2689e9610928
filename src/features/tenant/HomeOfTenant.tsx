/** Where a tenant lives, in a list: a link to the property, or that they are not assigned, and where they were last. */
import { Link } from '@tanstack/react-router';
import type { Tenant } from './tenant.ts';

/** Around one link in a list: it looks like the text beside it, and is cut where there is no room. */
export const QUIET_LINK = 'clip [&_a]:text-inherit [&_a]:no-underline [&_a]:hover:underline';

export function HomeOfTenant({ tenant }: { tenant: Pick<Tenant, 'propertyId' | 'propertyName'> }) {
  const { propertyId, propertyName } = tenant;
  if (propertyId === null) {
    return (
      <p className="clip text-ink-2" title={propertyName ?? undefined}>
        Not assigned
        {propertyName && (
          <span className="text-s">
            , last at <bdi>{propertyName}</bdi>
          </span>
        )}
      </p>
    );
  }
  return (
    <p className={QUIET_LINK} title={propertyName ?? undefined}>
      <Link to="/dashboard/properties/$id" params={{ id: propertyId }}>
        <bdi>{propertyName}</bdi>
      </Link>
    </p>
  );
}
