import { lazy, Suspense } from 'react';
import type { InspectionRecord } from '../../../features/inspection/inspection.ts';
import { InspectionDetail } from '../../../features/inspection/page/InspectionDetail.tsx';

const InspectionLinks = lazy(async () => ({
  default: (await import('../../../features/inspection-link/InspectionLinks.tsx')).InspectionLinks,
}));

function Links(props: { inspection: InspectionRecord }) {
  return (
    <Suspense>
      <InspectionLinks {...props} />
    </Suspense>
  );
}

export function InspectionPage() {
  return <InspectionDetail Links={Links} />;
}
