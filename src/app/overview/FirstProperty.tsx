/** The dashboard without a property. Loads after the page, as few open it. */
import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import { SampleCard } from '../../features/sample/SampleCard.tsx';
import { useMay, useToday } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { EmptyState } from '../../web/ui/display/Card.tsx';
import type { Overview } from './overview.ts';
import { sampleOverview } from './sample-figures.ts';

/** Sample figures, framed so that they are not mistaken for the landlord's. Other roles see a message. */
export function FirstProperty({ children }: { children: (sample: Overview) => ReactNode }) {
  const today = useToday();
  if (!useMay('owner'))
    return <EmptyState title="No properties yet" words="Properties that your role can open will appear here." />;
  return (
    <>
      <SampleCard />
      <section aria-label="Sample data" className="rounded-card border-2 border-blue-rule p-4 max-md:p-3">
        <Banner
          tone="blue"
          className="mb-4"
          action={
            <LinkButton to="/dashboard/properties/add" variant="primary" icon={Plus}>
              Add your first property
            </LinkButton>
          }
        >
          <b>Sample data.</b> This is how your dashboard will look. These are not your figures.
        </Banner>
        {children(sampleOverview(today))}
      </section>
    </>
  );
}
