/** The repairs of a record, which load after its page. */
import { type ComponentProps, lazy, Suspense } from 'react';
import { May } from '../../../web/http/session.client.ts';

const RepairsCard = lazy(async () => ({
  default: (await import('../../../features/repair/RepairsCard.tsx')).RepairsCard,
}));

const RepairLinks = lazy(async () => ({
  default: (await import('../../../features/repair-link/RepairLinks.tsx')).RepairLinks,
}));

export function RepairsOf({ of }: Pick<ComponentProps<typeof RepairsCard>, 'of'>) {
  return (
    <May need="repairs.see">
      <Suspense>
        <RepairsCard of={of}>{'supplierId' in of || <RepairLinks of={of} />}</RepairsCard>
      </Suspense>
    </May>
  );
}
