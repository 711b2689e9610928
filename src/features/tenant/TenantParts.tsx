/** Small parts of a tenant that several screens show. */
import { Link } from '@tanstack/react-router';
import { useToday } from '../../web/http/session.client.ts';
import { QUIET_LINK } from '../../web/records/list/RecordItem.tsx';
import { Avatar } from '../../web/ui/display/Avatar.tsx';
import { Badge } from '../../web/ui/display/Badge.tsx';
import { LEASE_COLOURS, LEASE_LABELS, type Lease, leaseState } from './lease.ts';
import type { Tenant } from './tenant.ts';

type AvatarProps = { tenant: Pick<Tenant, 'name' | 'avatar'>; size?: 'default' | 'large' };

/** The initials where there is no photo. */
export function TenantAvatar({ tenant: { name, avatar }, size = 'default' }: AvatarProps) {
  return <Avatar name={name} photo={avatar} size={size} />;
}

/** `quiet` in lists, where only a lease that needs something stands out. */
export function LeaseBadge({ lease, quiet = false }: { lease: Lease; quiet?: boolean }) {
  const state = leaseState(lease, useToday());
  const tone = LEASE_COLOURS[state] === 'grey' ? 'neutral' : LEASE_COLOURS[state];
  return (
    <Badge tone={tone} plain={quiet && (state === 'active' || state === 'moved-out')}>
      {LEASE_LABELS[state]}
    </Badge>
  );
}

/** In a list: a link to the property, or that there is none. */
export function HomeOfTenant({ tenant: { propertyId, propertyName } }: { tenant: Tenant }) {
  if (propertyId === null) return <p className="clip text-ink-2">Not assigned</p>;
  return (
    <p className={QUIET_LINK} title={propertyName ?? undefined}>
      <Link to="/dashboard/properties/$id" params={{ id: propertyId }}>
        <bdi>{propertyName}</bdi>
      </Link>
    </p>
  );
}
