/** The lease of a tenant at the right of their page: what is left of it, what is paid, and moving out or back in. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { useToday } from '../../web/http/session.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card } from '../../web/ui/display/Card.tsx';
import { FactLines } from '../../web/ui/display/Facts.tsx';
import { leasePeriod } from './labels.ts';
import { daysRemaining, hasMovedOut } from './lease.ts';
import { MovedOutDialog } from './MovedOutDialog.tsx';
import { settleTenant } from './queries.client.ts';
import type { Tenant } from './tenant.ts';

export function TenantStanding({ tenant }: { tenant: Tenant }) {
  const today = useToday();
  const { movedOut, rentAmount, depositAmount } = tenant;
  const gone = movedOut !== null && hasMovedOut(movedOut, today);
  return (
    <Card aria-labelledby="lease" className="px-5 pt-4 max-md:px-4">
      <h2 id="lease" className="text-s font-normal tracking-normal text-ink-2">
        Lease
      </h2>
      <p className="figures mb-2 text-l leading-8 font-bold tracking-[-0.01em]">
        {gone ? `Moved out ${formatDay(movedOut)}` : daysRemaining(tenant, today)}
      </p>
      <FactLines
        facts={[
          { name: 'Lease Period', value: leasePeriod(tenant) },
          { name: 'Rent Amount', value: `${formatPence(rentAmount)} per month` },
          { name: 'Security Deposit', value: formatPence(depositAmount) },
        ]}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3">
        <Living tenant={tenant} gone={gone} />
      </div>
    </Card>
  );
}

/** One button for out and back, so that it keeps the focus. */
function Living({ tenant, gone }: { tenant: Tenant; gone: boolean }) {
  const { movedOut } = tenant;
  const [asking, setAsking] = useState(false);
  const back = useMutation({ mutationFn: () => settleTenant(tenant, { movedOut: null }) });
  const leaving = movedOut === null ? 'Lives there' : `Moves out ${formatDay(movedOut)}`;
  const staying = gone ? 'Moved back in' : 'Stays after all';
  return (
    <>
      <p className="text-ink-2">{gone ? 'Lives there no more' : leaving}</p>
      <Button
        size="small"
        busy={back.isPending ? 'Saving...' : undefined}
        onClick={() => (movedOut === null ? setAsking(true) : back.mutate())}
      >
        {movedOut === null ? 'Moved out' : staying}
      </Button>
      <MovedOutDialog tenant={tenant} open={asking} onOpenChange={setAsking} />
    </>
  );
}
