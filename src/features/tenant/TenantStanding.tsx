/** How the lease of a tenant stands today, at the right of their page, and moving out or back in. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Card } from '../../web/ui/Card.tsx';
import { LeaseBadge } from './LeaseBadge.tsx';
import { daysRemaining, hasMovedOut } from './lease.ts';
import { MovedOutDialog } from './MovedOutDialog.tsx';
import { settleTenant } from './queries.client.ts';
import type { Tenant } from './tenant.ts';
import { useToday } from './today.client.ts';

export function TenantStanding({ tenant }: { tenant: Tenant }) {
  const today = useToday();
  const { movedOut } = tenant;
  const gone = movedOut !== null && hasMovedOut(movedOut, today);
  return (
    <Card aria-labelledby="lease-status" className="px-5 py-4 max-md:px-4">
      <div className="flex items-start justify-between gap-3">
        <h2 id="lease-status" className="text-s font-normal tracking-normal text-ink-2">
          Lease Status
        </h2>
        <LeaseBadge lease={tenant} />
      </div>
      <p className="figures text-l leading-8 font-bold tracking-[-0.01em]">
        {gone ? `Moved out ${formatDay(movedOut)}` : daysRemaining(tenant, today)}
      </p>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-3">
        {movedOut === null ? <MoveOut tenant={tenant} /> : <MoveBack tenant={tenant} gone={gone} />}
      </div>
    </Card>
  );
}

function MoveOut({ tenant }: { tenant: Tenant }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <p className="text-ink-2">Lives there</p>
      <Button size="small" onClick={() => setAsking(true)}>
        Moved out
      </Button>
      <MovedOutDialog tenant={tenant} open={asking} onOpenChange={setAsking} />
    </>
  );
}

function MoveBack({ tenant, gone }: { tenant: Tenant; gone: boolean }) {
  const back = useMutation({ mutationFn: () => settleTenant(tenant, { movedOut: null }) });
  return (
    <>
      <p className="text-ink-2">{gone ? 'Lives there no more' : `Moves out ${formatDay(tenant.movedOut ?? '')}`}</p>
      <Button size="small" busy={back.isPending ? 'Saving...' : undefined} onClick={() => back.mutate()}>
        {gone ? 'Moved back in' : 'Stays after all'}
      </Button>
    </>
  );
}
