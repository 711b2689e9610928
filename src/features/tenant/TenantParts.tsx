import { Link } from '@tanstack/react-router';
import { useToday } from '../../web/http/session.client.ts';
import { QUIET_LINK } from '../../web/records/list/RecordItem.tsx';
import { Avatar } from '../../web/ui/display/Avatar.tsx';
import { Badge } from '../../web/ui/display/Badge.tsx';
import { LEASE_COLOURS, LEASE_LABELS, type Lease, leaseState } from './lease.ts';
import type { Tenant } from './tenant.ts';

type AvatarProps = { tenant: Pick<Tenant, 'name' | 'avatar'>; size?: 'default' | 'large' };

export function TenantAvatar({ tenant: { name, avatar }, size = 'default' }: AvatarProps) {
  return <Avatar name={name} photo={avatar} size={size} />;
}

/** `quiet` colours only leases that need attention, for lists. */
export function LeaseBadge({ lease, quiet = false }: { lease: Lease; quiet?: boolean }) {
  const state = leaseState(lease, useToday());
  const tone = LEASE_COLOURS[state] === 'grey' ? 'neutral' : LEASE_COLOURS[state];
  return (
    <Badge tone={tone} plain={quiet && (state === 'active' || state === 'moved-out')}>
      {LEASE_LABELS[state]}
    </Badge>
  );
}

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
