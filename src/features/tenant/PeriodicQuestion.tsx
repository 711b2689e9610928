/** Asked once on the page of a tenant whose fixed term has passed: whether the tenancy goes on without an end. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useToday } from '../../web/http/session.client.ts';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { screenHeading } from '../../web/ui/display/PageHead.tsx';
import { asksForPeriodic } from './lease.ts';
import { MovedOutDialog } from './MovedOutDialog.tsx';
import { settleTenant } from './queries.client.ts';
import type { Tenant } from './tenant.ts';

/** Nothing where there is nothing to ask, or it was answered. */
export function PeriodicQuestion({ tenant }: { tenant: Tenant }) {
  const today = useToday();
  const [leaving, setLeaving] = useState(false);
  const answer = useMutation({ mutationFn: (periodic: boolean) => settleTenant(tenant, { periodic }) });
  const asks = asksForPeriodic(tenant, today);
  const asked = useRef(asks);
  useEffect(() => {
    // The answer took away the button that had the focus.
    if (asked.current && !asks && document.activeElement === document.body) screenHeading()?.focus();
    asked.current = asks;
  }, [asks]);
  if (!asks) return null;
  const saving = (periodic: boolean) => (answer.isPending && answer.variables === periodic ? 'Saving...' : undefined);
  const settle = (periodic: boolean) => {
    if (!answer.isPending) answer.mutate(periodic);
  };
  return (
    <Banner
      tone="blue"
      className="mb-5"
      action={
        <div className="flex flex-wrap gap-2 md:-my-1">
          <Button size="small" busy={saving(true)} onClick={() => settle(true)}>
            Make it periodic
          </Button>
          <Button size="small" onClick={() => setLeaving(true)}>
            Moved out
          </Button>
          <Button size="small" variant="quiet" busy={saving(false)} onClick={() => settle(false)}>
            Keep the end date
          </Button>
        </div>
      }
    >
      Still living there? Make it periodic.
      <MovedOutDialog tenant={tenant} open={leaving} onOpenChange={setLeaving} />
    </Banner>
  );
}
