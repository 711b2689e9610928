/** How a lease stands today: active green, expiring soon amber, expired red, moved out grey. */

import { useToday } from '../../web/http/session.client.ts';
import { Badge } from '../../web/ui/display/Badge.tsx';
import { LEASE_COLOURS, LEASE_LABELS, type Lease, leaseState } from './lease.ts';

/** `quiet` in lists, where only what needs something is to stand out. */
export function LeaseBadge({ lease, quiet = false }: { lease: Lease; quiet?: boolean }) {
  const state = leaseState(lease, useToday());
  const tone = LEASE_COLOURS[state] === 'grey' ? 'neutral' : LEASE_COLOURS[state];
  return (
    <Badge tone={tone} plain={quiet && (state === 'active' || state === 'moved-out')}>
      {LEASE_LABELS[state]}
    </Badge>
  );
}
