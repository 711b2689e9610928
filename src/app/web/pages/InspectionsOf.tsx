/** The inspections of a record, which load after its page. */
import { type ComponentProps, lazy, Suspense } from 'react';
import { May } from '../../../web/http/session.client.ts';

const InspectionsCard = lazy(async () => ({
  default: (await import('../../../features/inspection/InspectionsCard.tsx')).InspectionsCard,
}));

export function InspectionsOf(props: ComponentProps<typeof InspectionsCard>) {
  return (
    <May need="repairs.see">
      <Suspense>
        <InspectionsCard {...props} />
      </Suspense>
    </May>
  );
}
